// Python 3 with NumPy: arrays of indices in, arrays of coordinates out, in words of 64 and of 32 bits.
#include "emit/dialects.hpp"
#include "emit/python_helpers.hpp"
#include "emit/python_module.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* numpy_intro = R"(
# The functions take arrays of integers (or what NumPy makes one of), of one shape or broadcast to one, and answer for
# all entries at once, in arrays of that shape. A point is a tuple of arrays; successor returns (has_next, the
# coordinates of the next point), which mean nothing where has_next is false. All entries must fit the word.
)";

constexpr const char* numpy_imports = R"(from operator import index as _index

import numpy as np
)";

constexpr const char* array_helpers = R"(

def _arrays(word, *values):
    """Arrays of one shape in that word; floats are refused."""
    return np.broadcast_arrays(*[np.asarray(value).astype(word, casting="same_kind", copy=False) for value in values])


def _shaped(like, value, word):
    """The value for every entry of `like`."""
    value = np.asarray(value, dtype=word)
    return value if value.shape == like.shape else np.full(like.shape, value, dtype=word)
)";

std::string numpy_text(const Unit& unit, const PythonSpelling& spelling, Role role, HelperSet& used) {
  const PythonFunction f = python_function(unit, spelling, role, used);
  std::string out = "\n\n" + comment_of(role, unit, f.fields, "#") + "@np.errstate(all=\"ignore\")\n" +
                    definition_line(f, name_of(role) + spelling.suffix);
  for (const std::string& parameter : f.parameters) {
    out += "    " + parameter + " = " + spelling.word + "(_index(" + parameter + "))\n";
  }
  for (const std::string& table : f.runtime) {
    out += "    " + table + " = np.asarray(" + table + ", dtype=" + spelling.word + ")\n";
  }
  out += "    " + listed(f.arguments, true) + " = _arrays(" + spelling.word + ", " + listed(f.arguments, false) +
         ")\n" + f.body;
  std::vector<std::string> results;
  for (const std::string& result : f.results) {
    const bool truth = results.empty() && (role == Role::contains || role == Role::successor);
    results.push_back("_shaped(" + f.arguments[0] + ", " + result + ", " + (truth ? "bool" : spelling.word) + ")");
  }
  if (results.size() < 2) {
    return out + "    return " + listed(results, role == Role::unrank) + "\n";
  }
  out += "    return (\n";
  for (const std::string& result : results) {
    out += "        " + result + ",\n";
  }
  return out + "    )\n";
}

std::string numpy_variant(const Unit& unit, int bits) {
  const PythonSpelling spelling = python_spelling(PythonFlavour::numpy, bits);
  HelperSet used;
  std::string functions;
  for (const Role role : {Role::unrank, Role::rank, Role::contains, Role::successor}) {
    functions += numpy_text(unit, spelling, role, used);
  }
  std::string tables;
  const std::vector<std::string> names = table_names(*unit.map);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!unit.map->tables[i].runtime) {
      tables +=
          "\n" + fixed_table_name(spelling, names[i]) + " = np.array(" + names[i] + ", dtype=" + spelling.word + ")";
    }
  }
  const std::string helpers = python_helpers(used, spelling);
  return (tables.empty() ? "" : tables + "\n") + (helpers.empty() ? "" : "\n" + helpers) + "\n\n" +
         python_fits(unit, bits == 32 ? unit.range32 : unit.range64, "fits" + spelling.suffix) + functions;
}

class NumPy final : public Dialect {
public:
  [[nodiscard]] std::string_view name() const override { return "numpy"; }
  [[nodiscard]] std::string_view extension() const override { return "_numpy.py"; }

  [[nodiscard]] Result<std::string> emit(const Unit& unit) const override {
    if (const auto ok = check_unit(unit); !ok) {
      return forward(ok);
    }
    HelperSet used;
    const std::string count = python_count(unit, "count", used);
    const std::string helpers = python_helpers(used, python_spelling(PythonFlavour::plain, 0));
    std::string out = python_comment(unit, "Python 3 with NumPy") + numpy_intro +
                      (helpers.empty() ? "" : "import math\n") + numpy_imports + python_tables(unit) + array_helpers +
                      (helpers.empty() ? "" : "\n" + helpers) + "\n\n" + count;
    for (const int bits : {32, 64}) {
      out += has_variant(unit, bits) ? numpy_variant(unit, bits) : missing_variant(unit, bits);
    }
    return tidy(std::move(out));
  }
};

} // namespace

std::unique_ptr<Dialect> new_numpy() {
  return std::make_unique<NumPy>();
}

} // namespace mapwright::emit
