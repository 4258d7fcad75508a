// Domain text: what comes out, and every error to the character.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "domain/show.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

struct Good {
  const char* text;
  const char* shown;
};

class Accepted : public testing::TestWithParam<Good> {};

TEST_P(Accepted, AsShown) {
  const auto domain = parse_domain(GetParam().text);
  ASSERT_TRUE(domain) << domain.error().format();
  EXPECT_EQ(show(*domain), GetParam().shown);
  EXPECT_TRUE(Reference::make(*domain));
}

INSTANTIATE_TEST_SUITE_P(
    Text, Accepted,
    testing::Values(
        Good{"triangle", "[n] -> [i, j]: affine"}, Good{"  triangle\n", "[n] -> [i, j]: affine"},
        Good{"triangle()", "[n] -> [i, j]: affine"}, Good{"band(a=3,b=0)", "[n] -> [i, j]: affine"},
        Good{"band( b = 0 , n = 7 )", "[a] -> [i, j]: affine"}, Good{"triangle(n=10)", "[] -> [i, j]: affine"},
        Good{"combinations(k=4)", "[n] -> [i1, i2, i3, i4]: affine"}, Good{"eri", "[n] -> [i, j, k, l]: pairs"},
        Good{"wavefront", "[n, m] -> [i, j]: affine"}, Good{"wavefront(n=4)", "[m] -> [i, j]: affine"},
        Good{"menger-sponge", "[level] -> [layer, row, col]: fractal"},
        Good{"hilbert-square", "[level] -> [row, col]: substitution"}, Good{"disk(r=3)", "[] -> [x, y]: predicate"},
        Good{"[n] -> { [i, j] : 0 <= j <= i < n }", "[n] -> [i, j]: affine"},
        Good{"{ [i] : exists e : i = 2e and 0 <= e < 5 }", "[] -> [i]: affine"},
        Good{"[n] -> { A[i] : 0 <= i < n; A[i] : 2n <= i < 3n }", "[n] -> [i]: affine"},
        Good{"[n, m] -> { [i, j] : j = 0 and 0 <= i < n }", "[n, m] -> [i, j]: affine"},
        Good{"{ [i] : 0 <= i < 4000000000000000000 }", "[] -> [i]: affine"},
        Good{"fractal:3:101", "[level] -> [col]: fractal"},
        Good{"fractal:3:111,101,111", "[level] -> [row, col]: fractal"},
        Good{"fractal:2: 11, 10 / 10, 00", "[level] -> [layer, row, col]: fractal"},
        Good{"fractal:2:10,01/00,11//11,00/10,01", "[level] -> [block, layer, row, col]: fractal"},
        Good{"where:[r] -> [x,y] in [-r,r]x[-r,r] : x*x + y*y <= r*r", "[r] -> [x, y]: predicate"},
        Good{"where:[x] in [0, 9] : mod(x, 3) == 0", "[] -> [x]: predicate"},
        Good{"ragged", "[batch] -> [b, j]: ragged"}, Good{"ragged(triangle)", "[batch] -> [b, i, j]: ragged"},
        Good{"ragged(gasket)", "[batch] -> [b, row, col]: ragged"},
        Good{"ragged-window(w=4)", "[batch] -> [b, i, j]: ragged"},
        Good{"pairs(triangle)", "[n] -> [p_i, p_j, q_i, q_j]: pairs"},
        Good{"pairs(fractal:2:10,11)", "[level] -> [p_row, p_col, q_row, q_col]: pairs"},
        Good{"union(triangle, band(a=1,b=1))", "[n] -> [i, j]: affine"},
        Good{"difference(triangle, [n, k] -> { [x, y] : 0 <= x <= y and y < k and x < n })",
             "[n, k] -> [i, j]: affine"},
        Good{"intersection(triangle, trapezoid(o=0), hexagon)", "[n, m, R] -> [i, j]: affine"}));

struct Bad {
  const char* text;
  int column; ///< 0: no place
  const char* message;
  const char* hint;
};

class Refused : public testing::TestWithParam<Bad> {};

constexpr const char* set_example = "e.g. [n] -> { [i, j] : 0 <= j <= i < n }";
constexpr const char* affine_example = "constraints must be affine, e.g. [n] -> { [i, j] : 0 <= j <= i < n }";
constexpr const char* mask_size = "a mask has as many cells along every axis as its scale";
constexpr const char* where_example = "e.g. where:[r] -> [x, y] in [-r, r]x[-r, r] : x*x + y*y <= r*r";
constexpr const char* combine_rule = "union, difference and intersection join affine domains of equal dimension count";

TEST_P(Refused, ToTheCharacter) {
  const auto domain = parse_domain(GetParam().text);
  ASSERT_FALSE(domain);
  const Error& error = domain.error();
  EXPECT_EQ(error.kind, ErrorKind::input);
  EXPECT_EQ(error.message, GetParam().message);
  EXPECT_EQ(error.hint, GetParam().hint);
  ASSERT_TRUE(error.where);
  EXPECT_EQ(error.where->file, "DOMAIN");
  EXPECT_EQ(error.where->line, 1);
  EXPECT_EQ(error.where->column, GetParam().column);
}

INSTANTIATE_TEST_SUITE_P(
    Names, Refused,
    testing::Values(Bad{"", 1, "the domain is empty", "e.g. triangle, or [n] -> { [i] : 0 <= i < n }"},
                    Bad{"?", 1, "expected a domain, found '?'", "e.g. triangle, or [n] -> { [i] : 0 <= i < n }"},
                    Bad{"triangel", 1, "unknown domain 'triangel'", "did you mean 'triangle'?"},
                    Bad{"  mengersponge", 3, "unknown domain 'mengersponge'", "did you mean 'menger-sponge'?"},
                    Bad{"unoin(triangle)", 1, "unknown domain 'unoin'", "did you mean 'union'?"},
                    Bad{"zzzzzzzzzz", 1, "unknown domain 'zzzzzzzzzz'", "`mapwright map list` names the known ones"},
                    Bad{"foo:bar", 1, "unknown form 'foo:'",
                        "the forms with a colon are fractal:, halving:, substitution:, where: and points:"},
                    Bad{"triangle x", 10, "expected '(' or the end after 'triangle'", ""},
                    Bad{"band(a=3", 5, "this '(' is not closed", ""},
                    Bad{"band(a=3) b", 11, "unexpected text after ')'", ""},
                    Bad{"band(c=3)", 6, "'band' has no parameter 'c'", "it takes n, a, b"},
                    Bad{"healpix-ring(nsid=3)", 14, "'healpix-ring' has no parameter 'nsid'", "did you mean 'nside'?"},
                    Bad{"band(a=3,a=4)", 10, "'a' is given twice", ""},
                    Bad{"band(3)", 6, "expected NAME=NUMBER", "e.g. band(a=3,b=0)"},
                    Bad{"band(a=x)", 8, "expected an integer for 'a'", "e.g. band(a=3,b=0)"},
                    Bad{"band(=1)", 6, "expected the name of a parameter", "e.g. band(a=3,b=0)"},
                    Bad{"triangle(n=9999999999999999999)", 12, "the constant is beyond 2^62",
                        "leave the parameter open and give it as a size"},
                    Bad{"triangle(n=0)", 10, "the set is empty for all parameters", ""},
                    Bad{"combinations(k=9)", 14, "'k' must be from 1 to 6", ""},
                    Bad{"gasket(level=3)", 8, "'level' cannot be bound in the text of this domain",
                        "give it as a size where the domain is used"},
                    Bad{"ragged-causal(batch=3)", 15, "'batch' cannot be bound in the text of this domain",
                        "give it as a size where the domain is used"},
                    Bad{"points:a.csv", 1, "example points stand alone, not within another domain or a file",
                        "`mapwright map derive points:FILE.csv` infers their domain, whose text can stand here"},
                    Bad{"absent.toml", 1, "cannot read 'absent.toml'", ""}));

INSTANTIATE_TEST_SUITE_P(
    Sets, Refused,
    testing::Values(
        Bad{"{ [i", 5, "the set ends too early", set_example},
        Bad{"{ [i] : i < }", 11, "the set cannot be read at '<'", affine_example},
        Bad{"[n] -> { [i] : 0 <= i < n*n }", 27, "the set cannot be read at 'n'", affine_example},
        Bad{"{ [i] : 0 <= i < 9 } x", 22, "unexpected text after the set", ""},
        Bad{"{ [i] -> [j] }", 1, "a domain is a set, this is a relation", set_example},
        Bad{"{ A[i]; B[i, j] }", 1, "a domain is one set of points", set_example},
        Bad{"[n] -> { : n > 0 }", 1, "the set has no dimensions", set_example},
        Bad{"{ [[i] -> [j]] }", 1, "nested tuples are not supported", "write one tuple: { [i, j] }"},
        Bad{"{ [i, 3] : 0 <= i < 4 }", 1, "dimension 2 has no name of its own",
            "name every dimension and put its value behind the colon: { [i, j] : j = 2i }"},
        Bad{"{ [a,b,c,d,e,f,g] : 0 <= a,b,c,d,e,f,g < 2 }", 1, "the set has 7 dimensions, at most 6 are supported", ""},
        Bad{"{ [i, i'] : 0 <= i, i' < 4 }", 1, "the name 'i' is used twice", ""},
        Bad{"{ [i] : i >= 0 }", 1, "the set is unbounded in 'i'", "give every dimension a lower and an upper bound"},
        Bad{"[n] -> { [i, j] : 0 <= i < n and j >= i }", 1, "the set is unbounded in 'j'",
            "give every dimension a lower and an upper bound"},
        Bad{"{ [i] : 0 <= i < 0 }", 1, "the set is empty for all parameters", ""},
        Bad{"[n] -> { [i] : 0 <= i <= 1 and 3 = 2n }", 1, "the set is empty for all parameters", ""},
        Bad{"{ [i] : 0 <= i < 99999999999999999999 }", 18, "the number is too large for a set",
            "at most 19 digits are supported"},
        Bad{"[n] -> { [i] : 0 <= i < 3000000000n }", 1,
            "the coefficient or constant 3000000000 is beyond what is supported: at most 2147483647 for a coefficient "
            "and 2^62 for a constant, in absolute value",
            "large sizes belong into parameters"},
        Bad{"{ [i] : 0 <= i < 9 } # five", 22, "unexpected '#' in a set", ""},
        Bad{"{ [\xC3\xA4] }", 4, "a set is written in ASCII characters", ""}));

INSTANTIATE_TEST_SUITE_P(
    Masks, Refused,
    testing::Values(Bad{"fractal:", 9, "expected a scale from 2 to 64", "e.g. fractal:3:111,101,111"},
                    Bad{"fractal:1:1", 9, "expected a scale from 2 to 64", "e.g. fractal:3:111,101,111"},
                    Bad{"fractal:3", 10, "expected ':' and the rows of the mask", "e.g. fractal:3:111,101,111"},
                    Bad{"fractal:3:111,101,11", 19, "expected a row of 3 cells, found 2", mask_size},
                    Bad{"fractal:3:111,101", 11, "expected 3 rows, found 2", mask_size},
                    Bad{"fractal:2:11,10/10,00/00,00", 11, "expected 2 layers, found 3", mask_size},
                    Bad{"fractal:2:11,10/10,00//11,11", 24, "expected 2 layers, found 1", mask_size},
                    Bad{"fractal:3:111,1x1,111", 16, "a mask is written with 0 and 1",
                        "rows are separated by ',', layers by '/'"},
                    Bad{"fractal:2:00,00", 11, "the mask keeps no cell", "mark kept cells with 1"}));

INSTANTIATE_TEST_SUITE_P(
    Predicates, Refused,
    testing::Values(Bad{"where:", 7, "expected '[' and the names of the parameters or dimensions", where_example},
                    Bad{"where:[x in", 7, "this '[' is not closed", where_example},
                    Bad{"where:[r] -> x", 14, "expected '[' and the names of the dimensions", where_example},
                    Bad{"where:[] in : 1", 8, "the domain has no dimensions", where_example},
                    Bad{"where:[x, x] in [0,1]x[0,1] : 1", 11, "the name 'x' is used twice", where_example},
                    Bad{"where:[2x] in [0,1] : 1", 8, "expected a name, found '2x'",
                        "a name is a letter or '_', then letters, digits and '_'"},
                    Bad{"where:[x] [0,1] : 1", 11, "expected 'in' and a box", where_example},
                    Bad{"where:[x,y] in [0,1] : 1", 22, "expected 'x' and the interval of 'y'", where_example},
                    Bad{"where:[x] in [0] : 1", 15, "expected two bounds of 'x'", where_example},
                    Bad{"where:[x] in [0,1]", 19, "expected ':' and a condition", where_example},
                    Bad{"where:[x] in [0,1] :", 21, "expected a condition", where_example},
                    Bad{"where:[x,y] in [0,3]x[0,x] : 1", 25, "unknown name 'x'", "a bound uses parameters only"},
                    Bad{"where:[xx] in [0,3] : xx + xy < 3", 28, "unknown name 'xy'", "did you mean 'xx'?"},
                    Bad{"where:[x] in [0,3] : t[x] < 3", 22, "a domain cannot read tables", where_example},
                    Bad{"where:[x] in [0,3] : x + < 3", 26, "expected a number, a name or '(', found '<'", ""}));

INSTANTIATE_TEST_SUITE_P(
    Combinations, Refused,
    testing::Values(
        Bad{"union", 1, "union needs its domains in parentheses", "e.g. union(triangle, band(a=3,b=0))"},
        Bad{"union(triangle)", 1, "expected two or more domains, found 1", ""},
        Bad{"difference(triangle, triangle, triangle)", 1, "expected two domains, found 3", ""},
        Bad{"union(triangle, gasket)", 17, "this domain is not affine", combine_rule},
        Bad{"union(triangle, wavefront)", 17, "this domain has an order of its own", combine_rule},
        Bad{"union(triangle, tetrahedron)", 17, "this domain has 3 dimensions, the first has 2", combine_rule},
        Bad{"union(triangle, [i] -> { [x, y] : 0 <= x, y < i })", 17,
            "the parameter 'i' of this domain is a dimension of the first", combine_rule},
        Bad{"difference(triangle, triangle)", 1, "the set is empty for all parameters", ""},
        Bad{"union(triangle, trangle)", 17, "unknown domain 'trangle'", "did you mean 'triangle'?"},
        Bad{"ragged()", 8, "the domain is empty", "e.g. triangle, or [n] -> { [i] : 0 <= i < n }"},
        Bad{"ragged(band)", 8, "a row of a ragged domain has one parameter, its length; this domain has 3",
            "bind the others to constants, e.g. ragged(band(a=3,b=0))"},
        Bad{"ragged(ragged)", 8, "a ragged domain cannot hold a ragged domain", "e.g. ragged(triangle)"},
        Bad{"ragged([n] -> { [b] : 0 <= b < n })", 8, "the names 'b' and 'batch' belong to the rows of a ragged domain",
            "rename the dimension"},
        Bad{"pairs(ragged)", 7, "pairs are formed of points of a plain domain, not of a ragged domain or of pairs", ""},
        Bad{"pairs(combinations(k=4))", 7, "pairs of points in 4 dimensions exceed 6 dimensions", ""}));

TEST(ParseDomain, NestingEndsWithAnError) {
  std::string text = "triangle";
  for (int i = 0; i < 12; ++i) {
    text = "union(" + text + ", triangle)";
  }
  const auto domain = parse_domain(text);
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().message, "domains are nested deeper than 8");
  EXPECT_EQ(parse_domain(std::string(100, '[') + std::string(100, ']')).error().message,
            "brackets are nested deeper than 64");
}

TEST(ParseDomain, AHostileSetEndsWithAnError) {
  std::string text = "{ [a,b,c,d,e,f] : 0 <= a,b,c,d,e,f <= 1000";
  for (int i = 1; i <= 24; ++i) { // 2^24 alternatives
    text += fmt::format(" and {}a + {}b - c + {}e != {} + d", i % 5 + 1, i % 7, i % 3, i);
  }
  const auto domain = parse_domain(text + " }");
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().message, "the set is too complicated to read");
}

TEST(ParseDomain, TheTextIsKept) {
  EXPECT_EQ(parse_domain(" band(a=1, b=0) ")->text, "band(a=1, b=0)");
}

} // namespace
} // namespace mapwright::domain
