// Domains in TOML files.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "domain/show.hpp"
#include "reference/domain_points.hpp"
#include "support/paths.hpp"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

Result<Domain> toml(const char* text) {
  ParseOptions options;
  options.file = "shape.toml";
  return parse_domain_toml(text, options);
}

TEST(ParseToml, EveryForm) {
  struct Row {
    const char* text;
    const char* shown;
  };
  const Row rows[] = {
      {"domain = \"triangle\"", "[n] -> [i, j]: affine"},
      {"union = [\"triangle\", \"band(a=1,b=1)\"]", "[n] -> [i, j]: affine"},
      {"difference = [\"triangle\", \"triangle-strict\"]", "[n] -> [i, j]: affine"},
      {"intersection = [\"triangle\", \"trapezoid(o=0)\"]", "[n, m] -> [i, j]: affine"},
      {"[ragged]\nrows = \"triangle\"", "[batch] -> [b, i, j]: ragged"},
      {"[ragged]\nrows = \"triangle\"\noffsets = \"starts\"", "[batch] -> [b, i, j]: ragged"},
      {"[ragged]\nrows = \"triangle\"\nrow_lengths = [3, 0, 2]", "[] -> [b, i, j]: ragged"},
      {"[fractal]\nscale = 2\nmask = [\"11\", \"10\"]", "[level] -> [row, col]: fractal"},
      {"[fractal]\nscale = 2\nmask = [[\"11\", \"10\"], [\"10\", \"00\"]]", "[level] -> [layer, row, col]: fractal"},
      {"[substitution]\nscale = 2\nstart = \"A\"\n[substitution.tiles]\nA = [\"AB\", \"B.\"]\nB = [\"A.\", \"..\"]",
       "[level] -> [row, col]: substitution"},
  };
  for (const Row& row : rows) {
    const auto domain = toml(row.text);
    ASSERT_TRUE(domain) << domain.error().format();
    EXPECT_EQ(show(*domain), row.shown);
  }
}

TEST(ParseToml, FixedRowLengthsNeedNoTable) {
  const auto domain = toml("summary = \"three documents\"\n[ragged]\nrows = \"triangle\"\nrow_lengths = [3, 0, 2]");
  ASSERT_TRUE(domain);
  EXPECT_EQ(domain->summary, "three documents");
  const auto points = test::scanned_points(*domain, {});
  EXPECT_EQ(points.size(), 6U + 3U);
  EXPECT_EQ(points, test::brute_force_points(*domain, {}));
}

TEST(ParseToml, ErrorsPointIntoTheFile) {
  struct Row {
    const char* text;
    const char* error;
  };
  const Row rows[] = {
      {"domain = \"triangel\"", "shape.toml:1:11: error: unknown domain 'triangel'\n"
                                "  domain = \"triangel\"\n"
                                "            ^\n"
                                "hint: did you mean 'triangle'?"},
      {"union = [\n  \"triangle\",\n  \"{ [i, j] : i < }\"]",
       "shape.toml:3:17: error: the set cannot be read at '<'\n"
       "    \"{ [i, j] : i < }\"]\n"
       "                  ^\n"
       "hint: constraints must be affine, e.g. [n] -> { [i, j] : 0 <= j <= i < n }"},
      {"domian = \"triangle\"", "shape.toml:1:10: error: unknown key 'domian'\n"
                                "  domian = \"triangle\"\n"
                                "           ^\n"
                                "hint: did you mean 'domain'?"},
      {"", "shape.toml:1:1: error: the file describes no domain\n"
           "hint: give one of: domain, union, difference, intersection, ragged, fractal, substitution"},
      {"domain = 3", "shape.toml:1:10: error: expected a domain as text\n"
                     "  domain = 3\n"
                     "           ^\n"
                     "hint: e.g. domain = \"triangle\""},
      {"[ragged]\nrows = \"triangle\"\nrow_lengths = [3, -1]",
       "shape.toml:3:19: error: a row length is an integer, not negative, and their sum stays below 2^62\n"
       "  row_lengths = [3, -1]\n"
       "                    ^"},
      {"[fractal]\nscale = 2\nmask = [\"11\", \"1\"]", "shape.toml:3:15: error: expected a row of 2 cells, found 1\n"
                                                       "  mask = [\"11\", \"1\"]\n"
                                                       "                ^\n"
                                                       "hint: a mask has as many cells along every axis as its scale"},
      {"[substitution]\nscale = 2\nstart = \"A\"\n[substitution.tiles]\nA = [\"AX\", \"A.\"]",
       "shape.toml:5:8: error: unknown tile\n"
       "  A = [\"AX\", \"A.\"]\n"
       "         ^\n"
       "hint: use the name of a tile, or '.' for none"},
      {"[substitution]\nscale = 2\nstart = \"A\"\n[substitution.tiles]\nA = [\"..\", \"..\"]",
       "shape.toml:5:5: error: the tile has no child\n"
       "  A = [\"..\", \"..\"]\n"
       "      ^\n"
       "hint: every tile holds at least one tile"},
  };
  for (const Row& row : rows) {
    const auto domain = toml(row.text);
    ASSERT_FALSE(domain) << row.text;
    EXPECT_EQ(domain.error().format(), row.error);
  }
}

TEST(ParseToml, SyntaxErrorsAreLocated) {
  const auto domain = toml("domain = \n");
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().where->file, "shape.toml");
  EXPECT_EQ(domain.error().where->line, 1);
}

TEST(ParseToml, EveryExampleFileIsADomain) {
  const auto folder = test::source_dir() / "examples" / "domains";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") {
      continue;
    }
    ++files;
    ParseOptions options;
    options.base_directory = folder;
    const auto domain = parse_domain(entry.path().filename().string(), options);
    EXPECT_TRUE(domain) << entry.path() << ": " << (domain ? "" : domain.error().format());
  }
  EXPECT_GE(files, 5);
}

} // namespace
} // namespace mapwright::domain
