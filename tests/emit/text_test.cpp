// What emitted text says: golden files, names, refusals, the UNPROVED mark, precedence.
#include "emit/names.hpp"
#include "emit/sharing.hpp"
#include "emit/toolchain.hpp"
#include "support/paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string emitted(const emit::Unit& unit, std::string_view dialect) {
  const auto text = (*emit::make_dialect(dialect))->emit(unit);
  return text ? *text : "error: " + text.error().format();
}

/// The dialect's text without the version of the generator, which changes with every release.
std::string without_version(std::string text) {
  const std::size_t at = text.find("Emitted by mapwright ");
  return at == std::string::npos ? text : text.replace(at, text.find(';', at) - at, "Emitted by mapwright VERSION");
}

bool is_python(std::string_view dialect) {
  return dialect == "python" || dialect == "numpy" || dialect == "triton";
}

/// Whether the text is kept as a golden file: all maps in the first three dialects, in the others one map with a root,
/// one with loops and fixed tables, one with a run-time table.
bool is_kept(const ExampleMap& e, std::string_view dialect) {
  return dialect == "cpp" || dialect == "opencl" || dialect == "cuda" || e.identifier == "triangle" ||
         e.identifier == "gasket" || e.identifier == "ragged";
}

TEST(EmittedText, IsAsInTheGoldenFiles) {
  const bool update = std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr;
  for (const ExampleMap& e : example_maps()) {
    for (const std::string_view name : emit::dialect_names()) {
      if (!is_kept(e, name)) {
        continue;
      }
      const auto dialect = *emit::make_dialect(name);
      const std::filesystem::path path =
          golden_dir() / "emit" / (e.identifier + std::string(dialect->extension()) + ".golden");
      const std::string text = without_version(emitted(unit_of(e), name));
      if (update) {
        std::filesystem::create_directories(path.parent_path());
        write_text(path, text);
      }
      EXPECT_EQ(text, read_text(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
    }
  }
}

TEST(EmittedText, DialectsAreListedInErrors) {
  const auto dialect = emit::make_dialect("cobol");
  ASSERT_FALSE(dialect);
  EXPECT_EQ(dialect.error().kind, ErrorKind::input);
  for (const std::string_view name : emit::dialect_names()) {
    EXPECT_THAT(dialect.error().hint, HasSubstr(std::string(name)));
    EXPECT_EQ((*emit::make_dialect(name))->name(), name);
  }
}

TEST(EmittedText, MarksWhatIsNotProved) {
  const ExampleMap e = triangle();
  emit::Unit unit = unit_of(e);
  unit.proved = false;
  unit.status = "checked for n <= 100 only";
  for (const std::string_view name : emit::dialect_names()) {
    const std::string text = emitted(unit, name);
    const std::string mark = is_python(name) ? "# UNPROVED" : "// UNPROVED";
    EXPECT_TRUE(text.starts_with(mark)) << text.substr(0, 200);
    for (const char* comment :
         {". The number", ". The point (i, j)", ". The index", ". Whether", ". The point after"}) {
      EXPECT_THAT(text, HasSubstr(mark + comment)) << name;
    }
    EXPECT_THAT(emitted(unit_of(e), name), Not(HasSubstr("UNPROVED")));
  }
}

TEST(EmittedText, RefusesOrOmitsWordsThatHoldNothing) {
  const ExampleMap e = triangle();
  emit::Unit unit = unit_of(e);
  unit.range32 = {32, {}, true};
  EXPECT_THAT(emitted(unit, "cpp"), HasSubstr("// No 32-bit variant"));
  EXPECT_THAT(emitted(unit, "numpy"), HasSubstr("# No 32-bit variant"));
  EXPECT_THAT(emitted(unit, "triton"), Not(HasSubstr("unrank_i32")));
  EXPECT_THAT(emitted(unit, "cpp"), Not(HasSubstr("namespace w32")));
  unit.with_64 = false;
  const auto refused = (*emit::make_dialect("cpp"))->emit(unit);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::input);
  EXPECT_THAT(refused.error().message, HasSubstr("32-bit"));
}

TEST(EmittedText, LeavesOutWhatIsNotAskedFor) {
  const ExampleMap e = triangle();
  emit::Unit unit = unit_of(e);
  unit.with_32 = false;
  unit.with_launch = false;
  for (const std::string_view name : emit::dialect_names()) {
    const std::string text = emitted(unit, name);
    EXPECT_THAT(text, Not(HasSubstr("32-bit words"))) << name;
    EXPECT_THAT(text, Not(HasSubstr("Launch limits"))) << name;
  }
}

TEST(EmittedText, RefusesIdentifiersThatAreNone) {
  const ExampleMap e = triangle();
  for (const char* identifier : {"", "3d", "a b", "int", "__x", "launch"}) {
    emit::Unit unit = unit_of(e);
    unit.identifier = identifier;
    EXPECT_THAT(emitted(unit, "cpp"), HasSubstr("cannot be the name of emitted text")) << identifier;
  }
}

TEST(Names, BecomeIdentifiers) {
  struct Row {
    const char* from;
    const char* to;
  };
  for (const Row& row : {Row{"i", "i"},
                         {"int", "int_"},
                         {"_x", "x"},
                         {"__x__y", "x_y"},
                         {"i'", "i_"},
                         {"", "v"},
                         {"3d", "v3d"},
                         {"float4", "float4_"},
                         {"kernel", "kernel_"},
                         {"point", "point_"},
                         {"INT_MAX", "INT_MAX_"},
                         {"size_t", "size_t_"},
                         {"\xc3\xa9", "v"}}) {
    EXPECT_EQ(emit::to_identifier(row.from), row.to);
    EXPECT_EQ(emit::to_identifier(row.to), row.to);
  }
}

TEST(Names, StayApart) {
  emit::NameSet names;
  EXPECT_EQ(names.take("i"), "i");
  EXPECT_EQ(names.take("i"), "i_");
  EXPECT_EQ(names.take("i'"), "i_1");
  EXPECT_EQ(names.take("_i"), "i_2");
}

TEST(Sharing, NamesWhatIsRepeatedAndAlwaysEvaluated) {
  struct Row {
    std::vector<const char*> from;
    std::size_t bindings;
  };
  for (const Row& row : {Row{{"a*(b + 1)", "a*(b + 1) + 2"}, 1},          // two operations, twice
                         Row{{"(b + 1)*(b + 1)"}, 0},                     // one cheap operation
                         Row{{"div(a, b)*div(a, b)"}, 1},                 // one dear operation
                         Row{{"select(a, div(a, b), div(a, b) + 1)"}, 0}, // never evaluated unconditionally
                         Row{{"select(a, div(a, b), 1) + div(a, b)"}, 1}, // evaluated in any case
                         Row{{"a != 0 and div(b, a) < 3 and div(b, a) > 1"}, 0}}) {
    std::vector<expr::Expr> expressions;
    for (const char* text : row.from) {
      expressions.push_back(*expr::parse_expr(text, "row"));
    }
    EXPECT_EQ(emit::share(expressions).bindings.size(), row.bindings) << row.from[0];
  }
}

/// The text of `return e` in w64 of the C++ dialect, for parameters n and m and argument w >= 0.
std::string printed(const char* expression) {
  ExampleMap e = rectangle();
  e.map.count = function("fn count(rows, columns; ) -> (count) { return (" + std::string(expression) + "); }");
  const std::string text = emitted(unit_of(e), "cpp");
  const std::size_t w64 = text.find("namespace w64");
  const std::size_t from = text.find("return ", text.find(" count(", w64)) + 7;
  return text.substr(from, text.find(';', from) - from);
}

TEST(Printing, UsesFewParenthesesAndTheRightDivision) {
  struct Row {
    const char* from;
    const char* to;
  };
  for (const Row& row : {
           Row{"rows + columns*3", "rows + columns * 3"},
           Row{"(rows + columns)*3", "(rows + columns) * 3"},
           Row{"rows - (columns - 1)", "rows - (columns - 1)"},
           Row{"rows - columns - 1", "rows - columns - 1"},
           Row{"rows*columns/6", "rows * columns / 6"},
           Row{"rows*columns/2", "(rows * columns) >> 1"},
           Row{"floor_div(rows, 8)", "rows >> 3"},
           Row{"mod(rows, 8)", "rows & 7"},
           Row{"floor_div(rows, 7)", "detail::floor_div(rows, 7)"},
           Row{"floor_div(isqrt(rows), 7)", "detail::iroot2(rows) / 7"},
           Row{"mod(rows, columns)", "detail::floor_mod(rows, columns)"},
           Row{"div(rows, columns) + 1", "rows / columns + 1"},
           Row{"rows**3", "rows * rows * rows"},
           Row{"2**rows - 1", "(index_t(1) << rows) - 1"},
           Row{"-rows", "-rows"},
           Row{"rows - (-5)", "rows - (-5)"},
           Row{"select(rows < columns, 1, 2)", "rows < columns ? 1 : 2"},
           Row{"select(rows, 1, 2) + 3", "(rows != 0 ? 1 : 2) + 3"},
           Row{"(rows < 1 and columns < 2) or rows == columns", "(rows < 1 && columns < 2) || rows == columns"},
           Row{"not (rows < columns)", "rows >= columns"},
           Row{"not (rows)", "rows == 0"},
       }) {
    EXPECT_EQ(printed(row.from), row.to);
  }
}

} // namespace
} // namespace mapwright::test
