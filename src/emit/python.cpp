// Python 3: one function per direction, on integers of any size.
#include "emit/dialects.hpp"
#include "emit/python_helpers.hpp"
#include "emit/python_module.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* plain_intro = R"(
# Python's integers have no width: nothing overflows, at any size. Integers of NumPy are taken too. A point is a tuple;
# successor returns (has_next, the coordinates of the next point).
)";

class Python final : public Dialect {
public:
  [[nodiscard]] std::string_view name() const override { return "python"; }
  [[nodiscard]] std::string_view extension() const override { return ".py"; }

  [[nodiscard]] Result<std::string> emit(const Unit& unit) const override {
    if (const auto ok = check_unit(unit); !ok) {
      return forward(ok);
    }
    const PythonSpelling spelling = python_spelling(PythonFlavour::plain, 0);
    HelperSet used;
    std::string functions;
    for (const Role role : {Role::count, Role::unrank, Role::rank, Role::contains, Role::successor}) {
      const PythonFunction f = python_function(unit, spelling, role, used);
      functions += "\n\n" + comment_of(role, unit, f.fields, "#") + definition_line(f, name_of(role)) + as_integers(f) +
                   f.body + "    return " + listed(f.results, role == Role::unrank) + "\n";
    }
    const std::string helpers = python_helpers(used, spelling);
    return python_comment(unit, "Python 3") + plain_intro + (helpers.empty() ? "" : "import math\n") +
           "from operator import index as _index\n" + python_tables(unit) + (helpers.empty() ? "" : "\n" + helpers) +
           functions;
  }
};

} // namespace

std::unique_ptr<Dialect> new_python() {
  return std::make_unique<Python>();
}

} // namespace mapwright::emit
