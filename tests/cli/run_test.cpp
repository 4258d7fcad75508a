// The command line in this process, with strings for streams.
#include "cli/run.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mapwright::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

Outcome run_with(const std::vector<std::string>& arguments, const std::string& input = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Terminal terminal{in, out, err};
  const int code = run(arguments, terminal);
  return {code, out.str(), err.str()};
}

TEST(CommandLine, UsageErrorsAreInOurWords) {
  EXPECT_EQ(run_with({"maps"}).err, "error: 'mapwright' has no command 'maps'\nhint: did you mean 'map'?\n");
  EXPECT_EQ(run_with({"map", "eval", "triangle", "--cvs"}).err,
            "error: 'mapwright map eval' has no option --cvs\nhint: did you mean '--csv'?\n");
  EXPECT_EQ(run_with({"map"}).err, "error: 'mapwright map' needs a command: list, derive, eval, rank, verify, audit, "
                                   "bench, emit, chunk, study, account, tiles\n"
                                   "hint: `mapwright map --help` lists what it takes\n");
  EXPECT_EQ(run_with({"map", "eval"}).code, 2);
  EXPECT_EQ(run_with({"map", "eval", "triangle", "--param"}).code, 2);
}

TEST(CommandLine, NoProgressWithoutATerminal) {
  const Outcome outcome = run_with({"map", "verify", "triangle", "--param", "n=50"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
}

TEST(CommandLine, OptionsMayStandBeforeTheDomain) {
  const Outcome outcome = run_with({"map", "eval", "--param", "n=2", "--csv", "triangle"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "index,i,j\n0,0,0\n1,1,0\n2,1,1\n");
}

TEST(CommandLine, NegativeCoordinatesAreNotOptions) {
  const Outcome outcome = run_with({"map", "rank", "disk", "--param", "r=1", "--point", "-1,0"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "0\n");
}

TEST(CommandLine, ErrorsAreJsonWhereJsonIsAskedFor) {
  const Outcome outcome = run_with({"map", "derive", "[n] -> { [i : 0 <= i < n }", "--json"});
  EXPECT_EQ(outcome.code, 2);
  const auto document = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(document.at("error").at("where").at("file"), "DOMAIN");
  EXPECT_EQ(document.at("error").at("where").at("line"), 1);
  EXPECT_GT(document.at("error").at("where").at("column"), 1);
}

TEST(CommandLine, TextThatIsNotUtf8IsStillReported) {
  const Outcome outcome = run_with({"map", "derive", "\xff\xfe", "--json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(nlohmann::json::accept(outcome.out)) << outcome.out;
}

} // namespace
} // namespace mapwright::cli
