// The canonical form parses back to the same tree, whatever the tree; what it looks like.
#include "mapper/language/format.hpp"
#include "mapper/language/parse.hpp"
#include "support/mapper_syntax.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper::language {
namespace {

using test::dump;
using test::RandomMapper;

RC_GTEST_PROP(MapperFormat, ParsesBackToTheSameTree, ()) {
  const MapperSyntax mapper = RandomMapper::mapper();
  const SourceText source{format_mapper(mapper), "M"};
  RC_LOG() << source.text;
  Diagnostics diagnostics;
  const MapperSyntax parsed = parse_mapper(source, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    RC_LOG() << format(diagnostic, source);
  }
  RC_ASSERT(diagnostics.errors() == 0U);
  RC_ASSERT(dump(parsed) == dump(mapper));
  RC_ASSERT(format_mapper(parsed) == source.text);
}

std::string formatted(const std::string& text) {
  Diagnostics diagnostics;
  const MapperSyntax parsed = parse_mapper({text, "M"}, diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0U) << text;
  return format_mapper(parsed);
}

TEST(MapperFormat, LooksAsDocumented) {
  EXPECT_EQ(formatted("// where tasks run\nTask *   GPU,CPU;Task a ,b CPU ; // small\n\n\nRegion * 0 * FBMEM , ZCMEM;\n"
                      "def f(Task t){ # all\n x=(t.ipoint[ 0 ]);return m[x%m.size[0],* ];\n # done\n }\n# end"),
            "# where tasks run\n"
            "Task * GPU, CPU;\n"
            "Task a, b CPU; # small\n"
            "\n"
            "Region * 0 * FBMEM, ZCMEM;\n"
            "def f(Task t) {\n"
            "  # all\n"
            "  x = t.ipoint[0];\n"
            "  return m[x % m.size[0], *];\n"
            "  # done\n"
            "}\n"
            "# end\n");
  EXPECT_EQ(formatted("Layout * * * SOA Align  ==  64 ;TaskSteal a,b CPU ANY_NODE;"),
            "Layout * * * SOA Align==64;\nTaskSteal a, b CPU ANY_NODE;\n");
}

TEST(MapperFormat, PutsParenthesesOnlyWhereTheyMatter) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"x = ((a + b) + c);", "x = a + b + c;\n"},
      {"x = a + (b + c);", "x = a + (b + c);\n"},
      {"x = a - (b - c) * (d / e);", "x = a - (b - c) * (d / e);\n"},
      {"x = -(a + b) * -c;", "x = -(a + b) * -c;\n"},
      {"x = (-a)[0];", "x = (-a)[0];\n"},
      {"x = (a ? b : c) ? d : (e ? f : g);", "x = (a ? b : c) ? d : e ? f : g;\n"},
      {"x = (a || b) && c == (d < e);", "x = (a || b) && c == d < e;\n"},
      {"x = 1, 2;", "x = (1, 2);\n"},
      {"x = tuple(a * 2 for a in (1, 2,3));", "x = tuple(a * 2 for a in (1, 2, 3));\n"},
      {"x = t[ : -1] + t[a:];", "x = t[:-1] + t[a:];\n"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(formatted(c.text), c.expected);
  }
}

} // namespace
} // namespace mapwright::mapper::language
