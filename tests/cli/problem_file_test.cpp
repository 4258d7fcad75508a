#include "cli/problem_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ProblemFile, ReadsEverySection) {
  const auto problem = parse_problem("[problem]\nkind = \"index-map\"\ndomain = \"ragged\"\nform = \"auto\"\n"
                                     "[parameters]\nn = 10\nbig = \"36893488147419103232\"\n"
                                     "[tables]\ncu_seqlens = [0, 3, 8]\nother = \"file.txt\"\n"
                                     "[emit]\nlanguages = [\"cpp\"]\ndirectory = \"out\"\nname = \"rows\"\nbits = 32\n"
                                     "[verify]\nexhaustive = true\n",
                                     "p.toml");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ(problem->domain, "ragged");
  EXPECT_THAT(problem->sizes, ElementsAre(Pair("n", "10"), Pair("big", "36893488147419103232")));
  EXPECT_THAT(problem->tables, ElementsAre(Pair("cu_seqlens", "0,3,8"), Pair("other", "file.txt")));
  EXPECT_THAT(problem->languages, ElementsAre("cpp"));
  EXPECT_EQ(problem->directory, "out");
  EXPECT_EQ(problem->name, "rows");
  EXPECT_EQ(problem->bits, "32");
  EXPECT_TRUE(problem->exhaustive);
}

TEST(ProblemFile, ErrorsPointAtTheirPlace) {
  const std::string head = "[problem]\nkind = \"index-map\"\ndomain = \"triangle\"\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "p.toml: the file has no [problem] with a kind"},
      {"[problem]\nkind = \"index-map\"\n", "p.toml: the problem has no domain"},
      {"[problem]\nkind = \"kernel\"\n", "p.toml:2:8: error: unknown kind 'kernel'"},
      {"[problem]\nkind = 3\n", "p.toml:2:8: error: 'kind' must be a text in quotes"},
      {head + "domian = \"x\"\n", "p.toml:4:1: error: unknown key of [problem] 'domian'"},
      {head + "[prameters]\n", "p.toml:4:2: error: unknown section 'prameters'"},
      {head + "[parameters]\nn = 1.5\n", "p.toml:5:5: error: 'n' must be an integer"},
      {head + "[emit]\nlanguages = \"cpp\"\n", "p.toml:5:13: error: 'languages' must be a list of names"},
      {head + "[emit]\nlanguages = []\n", "p.toml:5:13: error: 'languages' must be a list of names"},
      {head + "[tables]\nt = [1, \"a\"]\n", "p.toml:5:5: error: 't' must be a list of integers"},
      {head + "[verify]\nexhaustive = 1\n", "p.toml:5:14: error: 'exhaustive' is true or false"},
      {head + "verify = 3\n[x", "p.toml:5:"},
  };
  for (const auto& [text, message] : cases) {
    const auto problem = parse_problem(text, "p.toml");
    ASSERT_FALSE(problem) << text;
    EXPECT_THAT(problem.error().format(), HasSubstr(message)) << text;
    EXPECT_EQ(problem.error().kind, ErrorKind::input);
  }
}

} // namespace
} // namespace mapwright::cli
