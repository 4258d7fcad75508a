// Emitted Python, NumPy and Triton modules, run and compared with the evaluator index by index, in one process.
// Triton's compiler is not here: tests/emit/triton_stand_in executes its functions on NumPy and refuses what it would.
#include "emit/toolchain.hpp"
#include "support/paths.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

const std::string python3 = "/usr/bin/python3";

/// The example maps, `operators` besides with loops as maps of domains have them.
const std::vector<ExampleMap>& python_maps() {
  static const std::vector<ExampleMap> maps = [] {
    std::vector<ExampleMap> all = example_maps();
    all.push_back(operators("rem(n, 6)"));
    all.back().identifier = "even_operators";
    return all;
  }();
  return maps;
}

/// Whether the language has the map: every one but loops of uneven length in Triton.
bool is_taken(const ExampleMap& e, const std::string& language) {
  return language != "triton" || e.identifier != "operators";
}

/// One question file, and what must come back.
struct PythonTask {
  const ExampleMap* map;
  Case asked;
  std::string line;
  std::string answers;
  std::vector<std::int64_t> wanted;
};

/// At most `most` of the case's indices, at even distances.
Case thinned(Case c, std::size_t most) {
  const std::size_t step = c.indices.size() / most + 1;
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < c.indices.size(); i += step) {
    kept.push_back(c.indices[i]);
  }
  c.indices = std::move(kept);
  return c;
}

/// The cases of both word widths, as long as one interpreter can ask them in a second or two: the functions of
/// operator_maps.hpp and division_map.hpp have many coordinates, so that fewer indices are asked of them.
std::vector<PythonTask> python_tasks(const ScratchFolder& folder) {
  std::vector<PythonTask> tasks;
  for (const ExampleMap& e : python_maps()) {
    const bool wide = e.map.domain.dimensions.size() > 3;
    const bool runtime = !e.map.tables.empty() && e.map.tables[0].runtime;
    for (const int bits : {32, 64}) {
      for (const Case& all : cases_of(e.identifier == "even_operators" ? operators() : e, bits)) {
        const Case c = thinned(all, wide ? 300 : 4000);
        const std::vector<std::int64_t> wanted = expected_answers(e, c);
        const std::string question = (folder / ("in" + std::to_string(tasks.size()))).string();
        write_words(question, questions(c));
        for (const std::string flavour : {"python", "numpy", "triton"}) {
          if (!is_taken(e, flavour)) {
            continue;
          }
          if (flavour == "python" && (bits == 32 || (wide && e.identifier != "hostile" && c.indices.size() < 200))) {
            continue; // it has no words
          }
          const std::string answers = (folder / ("out" + std::to_string(tasks.size()))).string();
          std::ostringstream line;
          line << flavour << ' ' << e.identifier << (flavour == "python" ? "" : "_" + flavour) << ' ' << e.identifier
               << ' ' << bits << ' ' << c.parameters.size() << ' ' << e.map.domain.dimensions.size() << ' ' << runtime
               << ' ' << question << ' ' << answers << '\n';
          tasks.push_back({&e, c, line.str(), answers, wanted});
        }
      }
    }
  }
  return tasks;
}

TEST(EmittedPython, AnswersAsTheEvaluatorInAllThreeFlavours) {
  if (!has_command(python3) || std::system((python3 + " -c 'import numpy' 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const ScratchFolder folder;
  for (const ExampleMap& e : python_maps()) {
    for (const char* name : {"python", "numpy", "triton"}) {
      const auto dialect = *emit::make_dialect(name);
      const auto text = dialect->emit(unit_of(e));
      if (!is_taken(e, name)) {
        ASSERT_FALSE(text);
        EXPECT_EQ(text.error().kind, ErrorKind::answer_no);
        EXPECT_NE(text.error().message.find("a loop whose length depends on the index"), std::string::npos);
        continue;
      }
      ASSERT_TRUE(text) << text.error().format();
      write_text(folder / (e.identifier + std::string(dialect->extension())), *text);
    }
  }
  const std::vector<PythonTask> tasks = python_tasks(folder);
  std::string lines;
  for (const PythonTask& task : tasks) {
    lines += task.line;
  }
  write_text(folder / "tasks", lines);
  const std::string program = (source_dir() / "tests/emit/python_answers.py").string();
  ASSERT_EQ(failure_of(python3 + " -B '" + program + "' '" + folder.path().string() + "' '" +
                           (folder / "tasks").string() + "'",
                       folder),
            "");
  for (const PythonTask& task : tasks) {
    ASSERT_EQ(difference(*task.map, task.asked, task.wanted, read_words(task.answers)), "") << task.line;
  }
}

} // namespace
} // namespace mapwright::test
