// `mapper explain`, and the pictures of `mapper simulate`, as a user runs them.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Four parts of an array, each written, then read by the task of the next part; 256 MB each.
const std::string ring = R"toml(name = "ring"
[sizes]
n = 128000000
[[region]]
name = "a"
extents = ["n"]
fields = ["x:8"]
[[partition]]
name = "part"
region = "a"
blocks = [4]
[[task]]
name = "fill"
[[task.parameter]]
name = "to"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
[[task]]
name = "sum"
[[task.parameter]]
name = "from"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
[[step]]
task = "fill"
domain = [4]
point = ["i"]
[[step.argument]]
data = "part"
colour = ["i"]
privilege = "W"
[[step]]
task = "sum"
domain = [4]
point = ["i"]
[[step.argument]]
data = "part"
colour = ["mod(i + 1, 4)"]
privilege = "R"
)toml";

class MapperExplain : public testing::Test {
protected:
  MapperExplain() {
    write_text(directory_.path() / "ring.toml", ring);
    write_text(directory_.path() / "apart.mapper", "Task * GPU;\nm = Machine(GPU);\n"
                                                   "def f(Task t) { return m[0, t.ipoint[0]]; }\n"
                                                   "IndexTaskMap fill f;\nIndexTaskMap sum f;\n");
    write_text(directory_.path() / "near.mapper", "Task * GPU;\nm = Machine(GPU);\n"
                                                  "def f(Task t) { return m[0, t.ipoint[0]]; }\n"
                                                  "def next(Task t) { return m[0, (t.ipoint[0] + 1) % 4]; }\n"
                                                  "IndexTaskMap fill f;\nIndexTaskMap sum next;\n");
    write_text(directory_.path() / "wrong.mapper", "Task * OMP;\nTask nothing CPU;\n");
  }

  [[nodiscard]] Ran run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "mapper");
    arguments.insert(arguments.end(), {"--program", "ring.toml", "--machine", "p100x4"});
    return mapwright(arguments, "", directory_.path());
  }

  TemporaryDirectory directory_;
};

TEST_F(MapperExplain, NamesTheStatementThatPays) {
  const Ran ran = run({"explain", "apart.mapper", "near.mapper", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("program"), "ring");
  EXPECT_EQ(document.at("before").at("copies")[0].at("bytes"), 4 * 256'000'000);
  EXPECT_EQ(document.at("before").at("bounds").at("bytes_between_memories"), 4 * 256'000'000);
  EXPECT_TRUE(document.at("after").at("copies").empty());
  EXPECT_EQ(document.at("after").at("bounds").at("bytes_between_memories"), 0);
  ASSERT_EQ(document.at("changes").size(), 1U);
  const json& change = document.at("changes")[0];
  EXPECT_EQ(change.at("before"), "apart.mapper:5: IndexTaskMap sum f;");
  EXPECT_EQ(change.at("after"), "near.mapper:6: IndexTaskMap sum next;");
  EXPECT_LT(change.at("alone").at("change").get<double>(), -0.5);
  EXPECT_EQ(change.at("alone").at("makespan_seconds"), document.at("after").at("makespan_seconds"));
  EXPECT_EQ(change.at("differences")[0].at("points"), 4);
}

TEST_F(MapperExplain, GuidesOneMapper) {
  const Ran raw = run({"explain", "apart.mapper", "--level", "raw"});
  ASSERT_EQ(raw.code, 0) << raw.err;
  EXPECT_THAT(raw.out, StartsWith("makespan "));
  write_text(directory_.path() / "one.mapper", "Task * GPU;\nInstanceLimit fill 1;\n");
  const Ran all = run({"explain", "one.mapper", "--json"});
  ASSERT_EQ(all.code, 0) << all.err;
  const json document = json::parse(all.out);
  EXPECT_EQ(document.at("status"), "done");
  EXPECT_FALSE(document.at("explain").empty());
  EXPECT_LT(document.at("changes")[0].at("makespan_change").get<double>(), 0.0);
  EXPECT_EQ(json::parse(run({"explain", "apart.mapper", "--json", "--simulations", "2"}).out).at("simulations"), 2);
  EXPECT_EQ(run({"explain", "apart.mapper", "--level", "loud"}).code, 2);
  EXPECT_EQ(run({"explain", "apart.mapper", "near.mapper", "--level", "raw"}).code, 2);
}

TEST_F(MapperExplain, RepairsWhatIsRefused) {
  const Ran ran = run({"explain", "wrong.mapper"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("wrong.mapper:1:8: error: "));
  EXPECT_THAT(ran.out, HasSubstr("with these edits, made one after the other, it runs"));
  const json document = json::parse(run({"explain", "wrong.mapper", "--json"}).out);
  EXPECT_EQ(document.at("status"), "refused");
  EXPECT_EQ(document.at("error").at("where").at("line"), 1);
  write_text(directory_.path() / "repaired.mapper", document.at("repair").at("text"));
  EXPECT_EQ(run({"check", "repaired.mapper"}).code, 0);
}

TEST_F(MapperExplain, TakesAwayWhatIsNotNeeded) {
  const Ran ran = run({"minimise", "near.mapper", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_FALSE(document.at("removed").empty());
  EXPECT_LE(document.at("makespan_seconds"), document.at("makespan_before_seconds"));
  EXPECT_EQ(document.at("shares").at("baseline"), "no statements");
  EXPECT_EQ(run({"minimise", "wrong.mapper"}).code, 2);
  EXPECT_THAT(run({"minimise", "wrong.mapper"}).err, HasSubstr("wrong.mapper:1:8: error: "));
  EXPECT_EQ(run({"minimise", "near.mapper", "--tolerance", "-1"}).code, 2);
}

TEST_F(MapperExplain, MapsWhereAMapperIsGood) {
  const auto robustness = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"mapper", "robustness", "expert", "--machine", "p100x4"});
    return mapwright(arguments, "", directory_.path());
  };
  const Ran ran = robustness({"--app", "circuit", "--machine", "lassen", "--set", "pieces=4,8", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json cells = json::parse(ran.out).at("cells");
  ASSERT_EQ(cells.size(), 4U);
  EXPECT_EQ(cells[3].at("size"), "pieces=8");
  EXPECT_EQ(cells[3].at("machine"), "lassen");
  EXPECT_EQ(cells[3].at("over_expert"), 1.0);
  EXPECT_EQ(robustness({"--app", "circuit", "--set", "pieces"}).code, 2);
  EXPECT_EQ(robustness({"--app", "circuit", "--set", "pieces=x"}).code, 2);
  EXPECT_EQ(robustness({"--app", "nothing"}).code, 2);
  EXPECT_THAT(robustness({}).err, HasSubstr("give one of --program and --app"));
}

TEST_F(MapperExplain, MapsWhereAMapperOfAProgramIsGood) {
  const Ran ran = run({"robustness", "near.mapper", "--set", "n=4000,128000000", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json cells = json::parse(ran.out).at("cells");
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].at("size"), "n=4000");
  EXPECT_EQ(cells[1].at("size"), "n=128000000");
  EXPECT_LT(cells[0].at("makespan_seconds"), cells[1].at("makespan_seconds"));
  EXPECT_TRUE(cells[0].at("over_default").is_number());
  EXPECT_TRUE(cells[0].at("over_expert").is_null());
  EXPECT_THAT(run({"robustness", "near.mapper", "--set", "m=4"}).err, HasSubstr("'m'"));
}

TEST_F(MapperExplain, TellsAllThatIsWrongWithAMapper) {
  const Ran ran = run({"explain", "apart.mapper", "wrong.mapper"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("wrong.mapper:1:8: error: "));
  EXPECT_THAT(ran.err, HasSubstr("wrong.mapper:2:6: warning: "));
  const Ran as_json = run({"explain", "wrong.mapper", "apart.mapper", "--json"});
  EXPECT_EQ(as_json.code, 2);
  EXPECT_EQ(json::parse(as_json.out).at("file"), "wrong.mapper");
  EXPECT_EQ(run({"explain", "none.mapper"}).code, 2);
  EXPECT_EQ(mapwright({"mapper", "explain", "apart.mapper"}, "", directory_.path()).code, 2);
}

TEST_F(MapperExplain, RunsAreMeasuredByWhatMustBeCopied) {
  const Ran ran = run({"simulate", "apart.mapper", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("bounds").at("bytes_between_memories"), 4 * 256'000'000);
  EXPECT_EQ(document.at("bounds").at("bytes_between_nodes"), 0);
}

TEST_F(MapperExplain, RunsCanBeSeen) {
  const Ran ran = run({"simulate", "apart.mapper", "--trace", "run.json", "--graph", "tasks.dot"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json trace = json::parse(read_text(directory_.path() / "run.json"));
  EXPECT_GT(trace.at("traceEvents").size(), 8U);
  EXPECT_THAT(read_text(directory_.path() / "tasks.dot"), StartsWith("digraph \"ring\" {\n"));
  EXPECT_EQ(run({"simulate", "apart.mapper", "--trace", "no/such/folder/run.json"}).code, 2);
}

} // namespace
} // namespace mapwright::test
