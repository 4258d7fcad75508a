// Emitted Python, NumPy and Triton modules of many maps, asked many questions in one process of the interpreter.
// Triton's compiler is not needed: tests/emit/triton_stand_in executes its functions on NumPy and refuses what it
// would.
#pragma once

#include "emit/toolchain.hpp"
#include "support/paths.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::test {

inline const std::string python3 = "/usr/bin/python3";

inline bool has_numpy() {
  return has_command(python3) && std::system((python3 + " -c 'import numpy' 2>/dev/null").c_str()) == 0;
}

/// A case of a map, asked of one of its modules.
struct PythonQuestion {
  const ExampleMap* map;
  std::string language; ///< "python", "numpy", "triton"
  int bits = 64;
  Case asked;
  std::vector<std::int64_t> wanted;
};

/// Writes the module of the map; the error of the emitter, or "".
inline std::string write_module(const ScratchFolder& folder, const ExampleMap& e, std::string_view language) {
  const auto dialect = *emit::make_dialect(language);
  const auto text = dialect->emit(unit_of(e));
  if (text) {
    write_text(folder / (e.identifier + std::string(dialect->extension())), *text);
  }
  return text ? "" : text.error().format();
}

/// Asks all questions of the modules in the folder; what goes wrong first, or "".
inline std::string ask_modules(const ScratchFolder& folder, const std::vector<PythonQuestion>& questions_asked) {
  std::ostringstream lines;
  for (std::size_t i = 0; i < questions_asked.size(); ++i) {
    const PythonQuestion& q = questions_asked[i];
    const std::string number = std::to_string(i);
    write_words(folder / ("in" + number), questions(q.asked));
    const bool runtime = !q.map->map.tables.empty() && q.map->map.tables[0].runtime;
    lines << q.language << ' ' << q.map->identifier << (q.language == "python" ? "" : "_" + q.language) << ' '
          << q.map->identifier << ' ' << q.bits << ' ' << q.asked.parameters.size() << ' '
          << q.map->map.domain.dimensions.size() << ' ' << runtime << ' ' << (folder / ("in" + number)).string() << ' '
          << (folder / ("out" + number)).string() << '\n';
  }
  write_text(folder / "tasks", lines.str());
  const std::string program = (source_dir() / "tests/emit/python_answers.py").string();
  std::string failure = failure_of(
      python3 + " -B '" + program + "' '" + folder.path().string() + "' '" + (folder / "tasks").string() + "'", folder);
  for (std::size_t i = 0; i < questions_asked.size() && failure.empty(); ++i) {
    const PythonQuestion& q = questions_asked[i];
    failure = difference(*q.map, q.asked, q.wanted, read_words(folder / ("out" + std::to_string(i))));
    failure = failure.empty() ? "" : q.language + ", " + std::to_string(q.bits) + " bits: " + failure;
  }
  return failure;
}

} // namespace mapwright::test
