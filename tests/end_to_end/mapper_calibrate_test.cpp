// mapwright mapper calibrate, as a user runs it.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(MapperCalibrate, WritesAMachineThatSimulationsUse) {
  const TemporaryDirectory folder;
  const Ran ran =
      mapwright({"mapper", "calibrate", "--app", "stencil,n=24,steps=3", "--machine", "box,cpus=1,devices=1", "--runs",
                 "3", "--repeat", "1", "--mappings", "3", "--out", "here.toml", "--json"},
                "", folder.path());
  if (ran.code == 3) {
    GTEST_SKIP() << ran.err;
  }
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_LE(document.at("runs"), 3);
  EXPECT_GE(document.at("runs"), 1);
  EXPECT_FALSE(document.at("factors").empty());
  for (const json& factor : document.at("factors")) {
    EXPECT_EQ(factor.at("program"), "stencil");
    EXPECT_LE(factor.at("least"), factor.at("value"));
    EXPECT_GE(factor.at("most"), factor.at("value"));
    EXPECT_GT(factor.at("value"), 0);
  }
  const std::string text = read_text(folder.path() / "here.toml");
  EXPECT_THAT(text, HasSubstr("source = \"measured 20"));
  EXPECT_THAT(text, HasSubstr("[[work]]\nprogram = \"stencil\""));
  const Ran simulated =
      mapwright({"mapper", "simulate", "-", "--app", "stencil,n=24,steps=3", "--machine", "here.toml", "--json"},
                "Task * CPU;\nRegion * * CPU SYSMEM;\n", folder.path());
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  const json run = json::parse(simulated.out);
  ASSERT_TRUE(run.at("makespan_range_seconds").is_array());
  EXPECT_LE(run.at("makespan_range_seconds")[0], run.at("makespan_seconds"));
  EXPECT_GE(run.at("makespan_range_seconds")[1], run.at("makespan_seconds"));
}

TEST(MapperCalibrate, RefusesWhatItCannotRun) {
  EXPECT_EQ(mapwright({"mapper", "calibrate"}).code, 2); // no --out
  const Ran lonely = mapwright({"mapper", "calibrate", "--program", "x.toml", "--out", "y.toml"});
  EXPECT_EQ(lonely.code, 2);
  EXPECT_THAT(lonely.err, HasSubstr("--program and --kernels go together"));
  const Ran unknown = mapwright({"mapper", "calibrate", "--app", "stensil", "--out", "y.toml"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no application 'stensil'"));
  EXPECT_EQ(mapwright({"mapper", "calibrate", "--machine", "boks", "--out", "y.toml"}).code, 2);
}

} // namespace
} // namespace mapwright::test
