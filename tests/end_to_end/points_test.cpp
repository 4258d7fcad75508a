// points:FILE.csv in every command, as a user would use it.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class PointsFile : public testing::Test {
protected:
  /// Writes the first points of a domain as `map eval --csv` prints them.
  void write(const std::string& domain, const std::string& sizes, int count) const {
    const Ran ran = mapwright({"map", "eval", domain, "--param", sizes, "--count", std::to_string(count), "--csv"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    write_text(file(), ran.out);
  }
  [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "p.csv"; }
  [[nodiscard]] Ran run(std::vector<std::string> arguments, const std::string& input = {}) const {
    return mapwright(arguments, input, directory_.path());
  }
  TemporaryDirectory directory_;
};

TEST_F(PointsFile, DeriveSaysWhatWasInferred) {
  write("carpet", "level=5", 300);
  const Ran ran = run({"map", "derive", "points:p.csv", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document["domain"], "carpet");
  EXPECT_EQ(document["certificate"]["status"], "proved");
  const auto& inferred = document["inferred"];
  EXPECT_EQ(inferred["domain"], "carpet");
  EXPECT_EQ(inferred["points"], 300);
  EXPECT_GE(inferred["held_back"], 75);
  EXPECT_EQ(inferred["sizes"][0]["name"], "level");
  EXPECT_EQ(inferred["sizes"][0]["grows"], true);
}

TEST_F(PointsFile, EvalGoesOnBeyondThePoints) {
  write("[n] -> { [i, j] : 0 <= i < n and i <= j <= 2i + 1 }", "n=60", 300);
  const Ran truth = mapwright({"map", "eval", "[n] -> { [i, j] : 0 <= i < n and i <= j <= 2i + 1 }", "--param", "n=200",
                               "--from", "10000", "--count", "20", "--csv"});
  const Ran ran = run({"map", "eval", "points:p.csv", "--from", "10000", "--count", "20", "--csv"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, truth.out);
  const Ran given = run({"map", "eval", "points:p.csv", "--csv"});
  EXPECT_EQ(given.out, read_text(file())) << "without --count: as many points as the file has";
}

// The last rows of a band of n rows are cut off: where the points grow on, an index must not meet them, whichever range
// is asked for.
TEST_F(PointsFile, AnIndexHasOnePointWhateverElseIsAsked) {
  write("band(a=3,b=2)", "n=300", 300);
  const Ran truth =
      mapwright({"map", "eval", "band(a=3,b=2)", "--param", "n=300", "--from", "300", "--count", "200", "--csv"});
  const Ran range = run({"map", "eval", "points:p.csv", "--from", "300", "--count", "200", "--csv"});
  EXPECT_EQ(range.out, truth.out);
  const Ran one = run({"map", "eval", "points:p.csv", "--from", "497", "--count", "1", "--csv"});
  EXPECT_EQ(one.out, "index,i,j\n497,83,85\n");
  const Ran index = mapwright({"map", "rank", "band(a=3,b=2)", "--param", "n=300", "--point", "85,83"});
  EXPECT_EQ(run({"map", "rank", "points:p.csv", "--point", "85,83"}).out, index.out);
}

TEST_F(PointsFile, APointOutsideDoesNotHideOthers) {
  write("triangle", "n=60", 300);
  const Ran ran = run({"map", "rank", "points:p.csv", "--point", "700,3", "--point", "2,4"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("245353  700  3\n     -    2  4\n"));
  EXPECT_THAT(ran.err, HasSubstr("(2, 4) is not a point"));
}

TEST_F(PointsFile, RankVerifyEmitAndRunTakeIt) {
  write("tetrahedron", "n=30", 300);
  const Ran ranked = run({"map", "rank", "points:p.csv", "--point", "700,400,30"});
  EXPECT_EQ(ranked.code, 0) << ranked.err;
  EXPECT_EQ(ranked.out, "57492130\n");
  EXPECT_EQ(run({"map", "rank", "points:p.csv", "--point", "1,2,3"}).code, 1);
  EXPECT_THAT(run({"map", "verify", "points:p.csv"}).out, HasSubstr("VERIFIED"));
  EXPECT_THAT(run({"map", "emit", "points:p.csv", "--lang", "cuda"}).out, StartsWith("// tetrahedron"));
  write_text(directory_.path() / "problem.toml", "[problem]\nkind = \"index-map\"\ndomain = \"points:p.csv\"\n");
  const Ran problem = run({"run", "problem.toml"});
  EXPECT_EQ(problem.code, 0) << problem.err;
  EXPECT_THAT(problem.out, StartsWith("inferred "));
}

TEST_F(PointsFile, ComesFromStandardInputToo) {
  write("gasket", "level=6", 200);
  const Ran ran = run({"map", "derive", "points:-"}, read_text(file()));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("domain       gasket"));
}

TEST_F(PointsFile, SizesThatWereSeenNeedNotBeGiven) {
  write("hexagon", "R=6", 127);
  EXPECT_EQ(run({"map", "eval", "points:p.csv", "--csv"}).out, read_text(file()));
  EXPECT_EQ(run({"map", "rank", "points:p.csv", "--point", "-6,0"}).out, "0\n");
  EXPECT_EQ(run({"map", "eval", "points:p.csv", "--param", "R=9", "--count", "1", "--csv"}).out, "index,x,y\n0,-9,0\n");
}

TEST_F(PointsFile, AFaultIsAnAnswerNoAtItsLine) {
  write("triangle", "n=40", 300);
  std::string text = read_text(file());
  std::string points;
  int line = 0;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = text.find('\n', begin);
    const std::string row = text.substr(begin, end - begin);
    if (line != 101) {
      points += row.substr(row.find(',') + 1) + "\n";
    }
    begin = end + 1;
  }
  write_text(file(), points);
  const Ran ran = run({"map", "derive", "points:p.csv", "--json"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, StartsWith("p.csv:102:1: error: a point is missing before this line: (13, 9) at index 100"));
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document["error"]["kind"], "answer_no");
  EXPECT_EQ(document["error"]["where"]["line"], 102);
}

TEST_F(PointsFile, TooFewPointsAreUndetermined) {
  write_text(file(), "0,0\n1,0\n1,1\n");
  const Ran ran = run({"map", "derive", "points:p.csv"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.err, HasSubstr("tells them apart"));
}

TEST_F(PointsFile, BadInputHasItsOwnExitCode) {
  EXPECT_EQ(run({"map", "derive", "points:"}).code, 2);
  EXPECT_EQ(run({"map", "derive", "points:absent.csv"}).code, 2);
  EXPECT_EQ(run({"map", "derive", "pairs(points:p.csv)"}).code, 2);
  write_text(file(), "0,0\n0,one\n");
  const Ran malformed = run({"map", "derive", "points:p.csv"});
  EXPECT_EQ(malformed.code, 2);
  EXPECT_THAT(malformed.err, StartsWith("p.csv:2:3: error: expected an integer, found 'one'"));
  write_text(file(), "index,i,j\n0,0,0\n1,1,0\n1,1,1\n");
  EXPECT_EQ(run({"map", "derive", "points:p.csv"}).code, 2);
}

} // namespace
} // namespace mapwright::test
