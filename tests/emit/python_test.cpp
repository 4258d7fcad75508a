// Emitted Python, NumPy and Triton modules of the example maps, compared with the evaluator index by index.
#include "emit/python_runs.hpp"

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

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
bool is_taken(const ExampleMap& e, std::string_view language) {
  return language != "triton" || e.identifier != "operators";
}

/// Fewer indices are asked of maps with many coordinates.
std::vector<PythonQuestion> python_questions() {
  std::vector<PythonQuestion> all;
  for (const ExampleMap& e : python_maps()) {
    const bool wide = e.map.domain.dimensions.size() > 3;
    for (const int bits : {32, 64}) {
      const std::vector<Case> cases = cases_of(e.identifier == "even_operators" ? operators() : e, bits);
      for (std::size_t i = 0; i < cases.size(); ++i) {
        if (i % 4 != 0 && i + 1 != cases.size()) {
          continue; // the last ones are at the greatest sizes
        }
        const Case c = thinned(cases[i], wide ? 80 : 1000);
        // Both widths ask most cases alike.
        const auto same = std::find_if(all.begin(), all.end(), [&](const PythonQuestion& earlier) {
          return earlier.map == &e && earlier.asked.parameters == c.parameters && earlier.asked.table == c.table &&
                 earlier.asked.indices == c.indices;
        });
        const std::vector<std::int64_t> wanted = same == all.end() ? expected_answers(e, c) : same->wanted;
        for (const char* language : {"python", "numpy", "triton"}) {
          if (is_taken(e, language) && (bits == 64 || language != std::string("python"))) {
            all.push_back({&e, language, bits, c, wanted});
          }
        }
      }
    }
  }
  return all;
}

TEST(EmittedPython, AnswersAsTheEvaluatorInAllThreeLanguages) {
  if (!has_numpy()) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const ScratchFolder folder;
  for (const ExampleMap& e : python_maps()) {
    for (const char* language : {"python", "numpy", "triton"}) {
      if (is_taken(e, language)) {
        ASSERT_EQ(write_module(folder, e, language), "");
      }
    }
  }
  EXPECT_EQ(ask_modules(folder, python_questions()), "");
}

TEST(EmittedPython, TritonRefusesLoopsOfUnevenLength) {
  const ExampleMap e = operators();
  const auto text = (*emit::make_dialect("triton"))->emit(unit_of(e));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, ErrorKind::answer_no);
  EXPECT_NE(text.error().message.find("a loop whose length depends on the index"), std::string::npos);
}

} // namespace
} // namespace mapwright::test
