// The commands on mappers, as a user runs them: exit codes, streams, JSON keys.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string block = "m = Machine(CPU).merge(0, 1);\n"
                          "def f(Task t) { return m[(t.ipoint[0] + t.ipoint[1] * t.ispace[0]) / 3]; }\n"
                          "Task t GPU, CPU;\n"
                          "IndexTaskMap t f;\n";

TEST(MapperPlace, PrintsTheFirstDimensionFastest) {
  const Ran ran = mapwright(
      {"mapper", "place", "-", "--machine", "nodes=1,cpus=8", "--kind", "CPU", "--task", "t", "--domain", "4,6"},
      block);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  std::string expected = "point,node,processor\n";
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 4; ++x) {
      expected += "\"" + std::to_string(x) + "," + std::to_string(y) + "\",0," + std::to_string((x + 4 * y) / 3) + "\n";
    }
  }
  EXPECT_EQ(ran.out, expected);
}

TEST(MapperPlace, TakesTheKindOfTheTaskStatement) {
  const Ran ran = mapwright(
      {"mapper", "place", "-", "--machine", "nodes=2,cpus=4", "--task", "t", "--domain", "2:4,1:2", "--json"}, block);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("kind"), "CPU");
  EXPECT_EQ(document.at("function"), "f");
  EXPECT_EQ(document.at("proved"), true);
  EXPECT_EQ(document.at("obstacle"), nullptr);
  EXPECT_EQ(document.at("expressions").size(), 1U);
  EXPECT_EQ(document.at("points").size(), 6U);
  EXPECT_EQ(document.at("points")[1].at("point"), json({3, 1}));
  EXPECT_EQ(document.at("points")[1].at("processors"), json({{{"node", 0}, {"processor", 2}}}));
}

TEST(MapperPlace, SaysWhichPointHasNoProcessor) {
  const std::vector<std::string> command{"mapper", "place",  "-", "--machine", "cpus=2", "--kind",
                                         "CPU",    "--task", "t", "--domain",  "4,6"};
  const Ran ran = mapwright(command, block);
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("MAPPER:2:26: error: index 2 of dimension 0 is outside [0, 2), at point (2, 1)"));
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  EXPECT_EQ(json::parse(mapwright(as_json, block).out).at("error").at("where").at("line"), 2);
}

TEST(MapperPlace, RefusesBadOptionsInWords) {
  const struct {
    std::vector<std::string> options;
    const char* message;
  } cases[] = {
      {{"--machine", "cpu=2", "--task", "t", "--domain", "4"}, "did you mean 'cpus'?"},
      {{"--machine", "cpus", "--task", "t", "--domain", "4"}, "--machine expects NAME=NUMBER"},
      {{"--machine", "nodes=0,cpus=1", "--task", "t", "--domain", "4"}, "--machine nodes must be from 1"},
      {{"--machine", "cpus=2", "--task", "t", "--domain", "0"}, "is no range of coordinates"},
      {{"--machine", "cpus=2", "--task", "t", "--domain", "4,x"}, "--domain is not an integer"},
      {{"--machine", "cpus=2", "--task", "u", "--domain", "4,4"}, "no Task statement sends 'u'"},
      {{"--machine", "cpus=2", "--task", "u", "--kind", "CPU", "--domain", "4,4"}, "no IndexTaskMap for 'u' on CPU"},
      {{"--machine", "cpus=2", "--task", "t", "--kind", "CPUS", "--domain", "4,4"}, "did you mean 'CPU'?"},
      {{"--machine", "gpus=2", "--task", "t", "--domain", "4,4"}, "the machine has no CPU processors"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> arguments{"mapper", "place", "-"};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Ran ran = mapwright(arguments, block);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(c.message));
  }
}

TEST(MapperCheck, FindsAllAndFailsForErrorsOnly) {
  const Ran good = mapwright({"mapper", "check", "-"}, block + "Task t CPU;\n");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out, "MAPPER: 0 errors, 1 warning\n");
  EXPECT_THAT(good.err, HasSubstr("MAPPER:5:6: warning: the processor of 't' is decided in line 3 already"));
  const Ran bad = mapwright({"mapper", "check", "-", "--json"}, "Task a GPUS;\nx = 1\ny = z;\n");
  EXPECT_EQ(bad.code, 2);
  const json document = json::parse(bad.out);
  EXPECT_EQ(document.at("errors"), 3);
  EXPECT_EQ(document.at("error").at("where").at("line"), 1);
  EXPECT_EQ(document.at("diagnostics").size(), 3U);
  EXPECT_EQ(document.at("diagnostics")[0].at("fix"),
            json({{"line", 1}, {"column", 8}, {"length", 4}, {"text", "GPU"}}));
  EXPECT_EQ(document.at("diagnostics")[2].at("fix"), nullptr);
  const Ran text = mapwright({"mapper", "check", "-"}, "x = y;\n");
  EXPECT_EQ(text.code, 2);
  EXPECT_EQ(text.out, "");
  EXPECT_THAT(text.err, HasSubstr("MAPPER:1:5: error: 'y' is not defined\n  x = y;\n      ^"));
  EXPECT_EQ(mapwright({"mapper", "check", "no such file"}).code, 2);
}

TEST(MapperDecompose, PrintsBothGrids) {
  const Ran ran = mapwright({"mapper", "decompose", "12", "16,9,4", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("auto_split"), json({4, 3, 1}));
  EXPECT_EQ(document.at("greedy_split"), json({6, 2, 1}));
  EXPECT_NEAR(document.at("auto_surface").get<double>(), 0.8333, 1e-4);
  EXPECT_NEAR(document.at("greedy_surface").get<double>(), 0.8472, 1e-4);
  EXPECT_EQ(mapwright({"mapper", "decompose", "0", "16"}).code, 2);
  EXPECT_EQ(mapwright({"mapper", "decompose", "4", "16,0"}).code, 2);
  EXPECT_EQ(mapwright({"mapper", "decompose", "4,4", "16"}).code, 2);
}

TEST(MapperFormat, PrintsTheCanonicalForm) {
  const Ran ran = mapwright({"mapper", "format", "-"}, "x=( 1 );# one\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "x = 1; # one\n");
  const Ran bad = mapwright({"mapper", "format", "-"}, "x = ;\n");
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, HasSubstr("MAPPER:1:5: error: expected a value, found ';'"));
}

/// Two halves of an array, written and then summed; `sum` runs on CPUs.
const std::string halves = R"toml(name = "halves"
[sizes]
n = 1000
[[region]]
name = "a"
extents = ["n"]
fields = ["x:8"]
[[partition]]
name = "half"
region = "a"
blocks = [2]
[[task]]
name = "fill"
[[task.parameter]]
name = "to"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
layouts = ["F_order"]
[[task]]
name = "sum"
flops = "all"
[[task.parameter]]
name = "all"
[[task.variant]]
processor = "CPU"
[[step]]
task = "fill"
domain = [2]
point = ["i"]
[[step.argument]]
data = "half"
colour = ["i"]
privilege = "W"
[[step]]
task = "sum"
[[step.argument]]
data = "a"
privilege = "RW"
)toml";

/// A directory with halves.toml, and `mapwright mapper ...` in it.
class MapperSubject : public testing::Test {
protected:
  MapperSubject() { write_text(directory_.path() / "halves.toml", halves); }

  [[nodiscard]] Ran run(const std::string& command, const std::string& mapper,
                        const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"mapper", command, "-", "--program", "halves.toml", "--machine", "p100x4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return mapwright(arguments, mapper, directory_.path());
  }

  TemporaryDirectory directory_;
};

TEST_F(MapperSubject, IsCheckedWithTheText) {
  const Ran good = run("check", "Task * GPU, CPU;\n");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.out, "MAPPER: 0 errors, 0 warnings\n");
  const Ran bad = run("check", "Task * GPU;\nTask sum CPU;\nLayout * * * C_order;\nTask filll CPU;\n", {"--json"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, HasSubstr("MAPPER:3:14: error: the layout SOA C_order is not what the variant for GPU needs"));
  const json document = json::parse(bad.out);
  EXPECT_EQ(document.at("errors"), 1);
  EXPECT_EQ(document.at("warnings"), 1);
  EXPECT_EQ(document.at("diagnostics")[0].at("fix").at("text"), "SOA F_order");
  EXPECT_EQ(document.at("diagnostics")[1].at("fix").at("text"), "fill");
}

TEST_F(MapperSubject, IsSimulated) {
  const Ran text = run("simulate", "Task * GPU, CPU;\nTask nothing CPU;\n");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.err, "MAPPER: 0 errors, 1 warning\n");
  EXPECT_THAT(text.out, HasSubstr("program      halves, 3 tasks\n"));
  const Ran ran = run("simulate", "Task * GPU, CPU;\n", {"--json", "--set", "n=2000"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("status"), "done");
  EXPECT_EQ(document.at("tasks"), 3);
  EXPECT_EQ(document.at("messages"), 2);
  EXPECT_EQ(document.at("out_of_memory"), nullptr);
  EXPECT_GE(document.at("gap").get<double>(), 0);
  std::uint64_t bytes = 0;
  for (const json& pair : document.at("traffic")) {
    EXPECT_EQ(pair.at("to"), "SYSMEM 0 of node 0");
    bytes += pair.at("bytes").get<std::uint64_t>();
  }
  EXPECT_EQ(bytes, 16000U);
  double chain = 0;
  for (const json& part : document.at("chain")) {
    chain += part.at("seconds").get<double>();
  }
  EXPECT_NEAR(chain, document.at("makespan_seconds").get<double>(), 1e-12);
}

TEST_F(MapperSubject, PlansAreWrittenAndRunAgain) {
  const Ran written = run("simulate", "Task * CPU;\n", {"--plan", "plan.json", "--json"});
  ASSERT_EQ(written.code, 0) << written.err;
  const std::vector<std::string> again{"mapper",      "simulate",  "--from-plan", "plan.json", "--program",
                                       "halves.toml", "--machine", "p100x4",      "--json"};
  const Ran ran = mapwright(again, "", directory_.path());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, written.out);
}

TEST_F(MapperSubject, RefusedMappersEndWith2AndFullMemoriesWith1) {
  const Ran refused = run("simulate", "Task * GPU;\nRegion fill * * SYSMEM;\n", {"--json"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("MAPPER: 2 errors, 0 warnings\n"));
  EXPECT_EQ(json::parse(refused.out).at("error").at("exit_code"), 2);
  // Each half has 10 GB, a device 16 GB.
  const std::vector<std::string> large{"--set", "n=2500000000"};
  const Ran spread = run("simulate", "Task * GPU, CPU;\n", large);
  EXPECT_EQ(spread.code, 0) << spread.err;
  const std::string one_device = "m = Machine(GPU);\ndef f(Task t) { return m[0, 0]; }\nIndexTaskMap fill f;\n"
                                 "Region fill * GPU FBMEM;\n";
  const Ran full = run("simulate", one_device, large);
  EXPECT_EQ(full.code, 1);
  EXPECT_EQ(full.out, "");
  EXPECT_THAT(full.err, HasSubstr("MAPPER:4:1: error: out of memory: fill (1) on GPU 0 of node 0 needs 10 GB more"));
  const json document = json::parse(run("simulate", one_device, {"--set", "n=2500000000", "--json"}).out);
  EXPECT_EQ(document.at("status"), "out_of_memory");
  EXPECT_EQ(document.at("gap"), nullptr);
  EXPECT_EQ(document.at("out_of_memory").at("memory"), "FBMEM 0 of node 0");
  EXPECT_EQ(document.at("out_of_memory").at("needed_bytes"), 10'000'000'000U);
}

TEST_F(MapperSubject, OptionsAreRefusedInWords) {
  const struct {
    std::vector<std::string> options;
    const char* message;
  } cases[] = {
      {{"--program", "halves.toml"}, "--machine is missing"},
      {{"--machine", "p100x4"}, "give one of --program and --app"},
      {{"--program", "halves.toml", "--app", "x", "--machine", "p100x4"}, "give one of --program and --app"},
      {{"--program", "halves.toml", "--machine", "p100x5"}, "p100x4"},
      {{"--program", "halves.toml", "--machine", "p100x4", "--set", "n"}, "--set expects SIZE=VALUE"},
      {{"--program", "halves.toml", "--machine", "p100x4", "--set", "n=x"}, "--set n"},
      {{"--program", "halves.toml", "--machine", "p100x4", "--set", "m=1"}, "'m'"},
      {{"--program", "nowhere.toml", "--machine", "p100x4"}, "nowhere.toml"},
      {{"--app", "nothing", "--machine", "p100x4"}, "there is no application 'nothing'"},
  };
  for (const auto& each : cases) {
    std::vector<std::string> arguments{"mapper", "check", "-"};
    arguments.insert(arguments.end(), each.options.begin(), each.options.end());
    const Ran ran = mapwright(arguments, "Task * CPU;\n", directory_.path());
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr(each.message));
  }
  const Ran nothing =
      mapwright({"mapper", "simulate", "--program", "halves.toml", "--machine", "p100x4"}, "", directory_.path());
  EXPECT_EQ(nothing.code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("give one of a mapper and --from-plan"));
}

TEST(MapperSimulate, TakesDataFromIdleOrFromQueuedSources) {
  const auto makespan = [](const std::string& sources) {
    const Ran ran = mapwright({"mapper", "simulate", "expert", "--app", "summa,n=16000,nodes=8", "--machine",
                               "lassen,nodes=8", "--sources", sources, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out).at("makespan_seconds").get<double>();
  };
  EXPECT_LT(makespan("queued"), makespan("idle")) << "blocks that many want are passed on";
  EXPECT_EQ(
      mapwright({"mapper", "simulate", "expert", "--app", "summa", "--machine", "p100x4", "--sources", "any"}).code, 2);
}

TEST(MapperRun, GivesTheReferencesNumbersOnADevice) {
  const Ran ran =
      mapwright({"mapper", "run", "expert", "--app", "stencil", "--machine", "box,cpus=1,devices=1", "--json"});
  if (ran.code == 3) {
    GTEST_SKIP() << ran.err;
  }
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("tasks"), 44);
  EXPECT_EQ(document.at("check").at("agrees"), true);
  EXPECT_EQ(document.at("runs_seconds").size(), 3U);
}

TEST(MapperRun, RunsTasksOneAfterAnother) {
  const Ran ran = mapwright({"mapper", "run", "--engine", "sequential", "--app", "stencil", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("check").at("deviation"), 0.0);
}

TEST(MapperRun, RefusesSeveralNodes) {
  const Ran ran = mapwright({"mapper", "run", "expert", "--app", "stencil", "--machine", "lassen,nodes=2"});
  if (ran.code == 3) {
    GTEST_SKIP() << ran.err;
  }
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("is not on this node"));
}

} // namespace
} // namespace mapwright::test
