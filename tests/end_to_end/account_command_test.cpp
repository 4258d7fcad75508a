// `map account` from outside: what was spent, what a bench says an execution takes, the break-even.
#include "end_to_end/command.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What `map bench --json` prints, as far as the account reads it.
std::string bench_of(double box_seconds, double map_seconds, const json& box_joules = nullptr,
                     const json& map_joules = nullptr) {
  const auto row = [](const char* name, double seconds, const json& joules) {
    return json{{"strategy", name},
                {"seconds", seconds},
                {"energy", {{"state", joules.is_null() ? "none" : "measured"}, {"joules_per_run", joules}}}};
  };
  return json{{"schema_version", 1},
              {"domain", "triangle"},
              {"sizes", {{"n", 300}}},
              {"body", "write"},
              {"device", {{"api", "host"}, {"name", "a processor"}}},
              {"energy_meter", box_joules.is_null() ? json() : json("RAPL package-0")},
              {"strategies", {row("box", box_seconds, box_joules), row("map", map_seconds, map_joules)}}}
      .dump();
}

class AccountCommand : public testing::Test {
protected:
  Ran account(const std::string& bench, std::vector<std::string> arguments) const {
    write_text(directory.path() / "bench.json", bench);
    arguments.insert(arguments.begin(), {"map", "account", "--bench", "bench.json"});
    return mapwright(arguments, {}, directory.path());
  }

  TemporaryDirectory directory;
};

TEST_F(AccountCommand, BreaksEvenAfterWhatWasSpentOverWhatIsSaved) {
  const Ran ran = account(bench_of(0.003, 0.001, 0.3, 0.1), {"--joules", "1000"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "spent        1000 J (estimate) by statement\n"
            "executed     triangle at n = 300, body write, host: a processor\n"
            "\n"
            "per execution  time  energy\n"
            "bounding box   3 ms   0.3 J\n"
            "map            1 ms   0.1 J\n"
            "saved                 0.2 J\n"
            "\n"
            "break-even   after 5 000 executions (estimate)\n"
            "assumed      joules per execution were read from a meter: RAPL package-0\n"
            "             joules spent are an estimate: stated by --joules\n"
            "             every execution is like that of the bench, and would use the bounding box otherwise\n");
}

TEST_F(AccountCommand, EstimatesFromWattsWhereThereWasNoMeter) {
  const Ran ran = account(bench_of(0.003, 0.001), {"--joules", "1000", "--watts", "100", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_DOUBLE_EQ(document.at("saved_per_execution"), 0.2);
  EXPECT_EQ(document.at("break_even"), std::ceil(1000 / (0.3 - 0.1)));
  EXPECT_EQ(document.at("never"), false);
  EXPECT_EQ(document.at("box").at("estimated"), true);
  EXPECT_EQ(document.at("estimated"), true);
  EXPECT_THAT(document.at("assumptions").dump(), HasSubstr("time x 100 W (--watts)"));
}

TEST_F(AccountCommand, SaysNeverWhereTheMapSavesNothing) {
  const Ran ran = account(bench_of(0.001, 0.003), {"--joules", "0", "--watts", "100"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, HasSubstr("break-even   never: the map saves nothing\n"));
  const json document = json::parse(account(bench_of(1, 1), {"--joules", "0", "--watts", "100", "--json"}).out);
  EXPECT_EQ(document.at("break_even"), nullptr);
  EXPECT_EQ(document.at("never"), true);
}

TEST_F(AccountCommand, TakesARunOfAStudyAndARealBench) {
  const Ran study = mapwright(
      {"map", "study", "--domain", "triangle", "--solver", "symbolic", "--points", "20", "--archive", "runs.db"}, {},
      directory.path());
  ASSERT_EQ(study.code, 0) << study.err;
  const Ran bench = mapwright({"map", "bench", "triangle", "--param", "n=300", "--only", "fold", "--seconds", "1",
                               "--no-contention-check", "--json"});
  ASSERT_EQ(bench.code, 0) << bench.err;
  const Ran ran = account(bench.out, {"--run", "1", "--archive", "runs.db", "--watts", "50", "--json"});
  EXPECT_LE(ran.code, 1) << ran.err; // either answer: how fast this machine is does not matter
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("spent").at("source"), "run 1: triangle, 20 points, symbolic");
  EXPECT_EQ(document.at("spent").at("estimated"), true);
  EXPECT_GT(document.at("spent").at("joules"), 0);
  const double saved = document.at("box").at("joules").get<double>() - document.at("map").at("joules").get<double>();
  EXPECT_DOUBLE_EQ(document.at("saved_per_execution"), saved);
  EXPECT_EQ(document.at("never"), saved <= 0);
}

TEST_F(AccountCommand, WrongInputIsOneClearMessage) {
  const std::string bench = bench_of(0.003, 0.001);
  const std::vector<std::pair<std::pair<std::string, std::vector<std::string>>, std::string>> cases{
      {{bench, {"--joules", "1"}}, "error: bench.json has no joules: the bench had no meter\n"},
      {{bench, {"--joules", "x", "--watts", "1"}}, "error: --joules must be a number of at least 0\n"},
      {{bench, {"--joules", "1", "--watts", "-1"}}, "error: --watts must be a number of at least 0\n"},
      {{"[]", {"--joules", "1"}}, "error: bench.json is no document of map bench\n"},
      {{R"({"strategies": [{"strategy": "box", "seconds": null}]})", {"--joules", "1"}},
       "error: bench.json: the bench has no time of the box\n"},
      {{bench, {"--run", "1", "--archive", "none.db", "--watts", "1"}}, "error: "},
      {{bench, {"--run", "1", "--joules", "1"}}, "error: "},
  };
  for (const auto& [input, message] : cases) {
    const Ran ran = account(input.first, input.second);
    EXPECT_EQ(ran.code, 2) << message;
    EXPECT_THAT(ran.err, StartsWith(message));
    EXPECT_EQ(ran.out, "");
  }
}

} // namespace
} // namespace mapwright::test
