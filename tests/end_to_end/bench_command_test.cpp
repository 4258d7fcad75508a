// `map bench` from outside: the table, the JSON document, wrong input.
#include "device/opencl.hpp"
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Short, and whatever else the machine does: the times do not matter here.
Ran bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"map", "bench"});
  arguments.insert(arguments.end(), {"--seconds", "1", "--no-contention-check"});
  return mapwright(arguments);
}

TEST(MapBench, PrintsATableAVerdictAndAPrediction) {
  const Ran ran = bench({"triangle", "--param", "n=300", "--only", "fold"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("domain       triangle at n = 300: 45 150 points\n"
                                  "box          90 000 points, waste ratio 1.993\n"));
  for (const char* part : {"\nbox ", "\nmap ", "\nfold ", "\nverdict ", "\npredicted ", "\nbreak-even ", "\nenergy "}) {
    EXPECT_THAT(ran.out, HasSubstr(part));
  }
  EXPECT_THAT(ran.out, Not(HasSubstr("binary search")));
  EXPECT_THAT(ran.out, HasSubstr("caution      runs disturbed by other work"));
}

TEST(MapBench, PrintsOneDocument) {
  const Ran ran = bench({"carpet", "--param", "level=3", "--fix", "--body", "stencil", "--threads", "1", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("points"), 512);
  EXPECT_EQ(document.at("box"), 729);
  EXPECT_EQ(document.at("body"), "stencil");
  EXPECT_EQ(document.at("threads"), 1);
  EXPECT_EQ(document.at("device").at("api"), "host");
  ASSERT_EQ(document.at("strategies").size(), 8U);
  for (const json& row : document.at("strategies")) {
    const bool missing = row.at("state") == "missing";
    EXPECT_EQ(row.at("seconds").is_null(), missing) << row;
    EXPECT_EQ(row.at("reason").is_null(), !missing) << row;
    EXPECT_NE(row.at("state"), "wrong") << row;
  }
  const json& prediction = document.at("prediction");
  EXPECT_GT(prediction.at("speedup"), 0);
  EXPECT_EQ(prediction.at("costs").at("work_sizes"), json::parse(R"({"level": 2})"));
  EXPECT_NE(document.at("energy_meter").is_null(), document.at("no_energy").is_null());
}

TEST(MapBench, RunsOnOpenCl) {
  if (const auto devices = device::list_opencl_devices(); !devices) {
    GTEST_SKIP() << devices.error().format();
  }
  const Ran ran = bench({"ragged-causal", "--table", "cu_seqlens=0,30,90", "--device", "opencl", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("device").at("api"), "opencl");
  EXPECT_EQ(document.at("threads"), nullptr);
  EXPECT_EQ(document.at("points"), 30 * 31 / 2 + 60 * 61 / 2);
}

TEST(MapBench, WrongInputIsOneClearMessage) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"triangle"}, "error: map bench needs a value for the parameter n\n"},
      {{"triangle", "--param", "n=9", "--body", "paint"}, "error: there is no body 'paint'\n"},
      {{"triangle", "--param", "n=9", "--device", "abacus"}, "error: there is no kind of device 'abacus'\n"},
      {{"triangle", "--param", "n=9", "--only", "luck"}, "error: there is no strategy 'luck'\n"},
      {{"triangle", "--param", "n=9", "--threads", "0"}, "error: --threads must be from 1 to 4096\n"},
      {{"triangle", "--param", "n=0"}, "error: the domain is empty at this size\n"},
      {{"cantor-set", "--param", "level=3", "--body", "pairs"},
       "error: the body 'pairs' needs two coordinates, the domain has one\n"},
      {{"triangle", "--param", "n=9000000"}, "error: the arrays over the bounding box need "},
  };
  for (const auto& [arguments, message] : cases) {
    const Ran ran = bench(arguments);
    EXPECT_EQ(ran.code, 2) << message;
    EXPECT_THAT(ran.err, StartsWith(message));
    EXPECT_EQ(ran.out, "");
  }
}

TEST(MapBench, AMissingDeviceIsAMatterOfTheMachine) {
  const Ran ran = bench({"triangle", "--param", "n=9", "--device", "opencl:99"});
  EXPECT_EQ(ran.code, 3) << ran.err;
}

} // namespace
} // namespace mapwright::test
