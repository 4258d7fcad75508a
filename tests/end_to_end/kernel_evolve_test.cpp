// `kernel evolve` from outside: a small task made faster without a model, with one in every role, by a person; killed,
// resumed, replayed.
#include "end_to_end/command.hpp"
#include "end_to_end/files_person.hpp"
#include "sandbox/level.hpp"
#include "support/sanitizers.hpp"
#include "support/scripted_server.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

/// Sums of columns, in the order that reads a whole row's length ahead at each step.
constexpr const char* column_sums = R"(/*mapwright-task
[arguments]
a = ["m", "n"]
y = ["n"]
[shapes]
test = [[1, 1], [3, 5], [17, 33]]
benchmark = [[300, 400]]
held_out = [[200, 500]]
*/
#include <cstdint>
extern "C" void column_sums(std::int64_t m, std::int64_t n, const float* a, float* y) {
  for (std::int64_t j = 0; j < n; ++j) {
    float sum = 0;
    for (std::int64_t i = 0; i < m; ++i) {
      sum += a[i * n + j];
    }
    y[j] = sum;
  }
}
)";

/// What a model writes: the same with the loops the other way around.
constexpr const char* by_rows = R"(<account>Rows outside.</account>
```cpp
#include <cstdint>
extern "C" void column_sums(std::int64_t m, std::int64_t n, const float* a, float* y) {
  for (std::int64_t j = 0; j < n; ++j) {
    y[j] = 0;
  }
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      y[j] += a[i * n + j];
    }
  }
}
```
)";

/// An evaluator to which every other version is twice as fast as the start: what it says is the same on every machine.
constexpr const char* judge = R"sh(
case "$(tr -d ' \n' < "$1")" in
*'floatsum=0;for(std::int64_ti=0;i<m;++i){sum+=a[i*n+j];}y[j]=sum;'*) time=1.0 ;;
*) time=0.5 ;;
esac
printf '{"verdict": "valid", "seconds": [%s' "$time"
for sample in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do printf ', %s00%s' "$time" "$sample"; done
printf ']}\n'
)sh";

constexpr const char* selection = R"({"base": 0, "reference": 0, "rationale": "There is nothing else."})";

std::string design() {
  json avenues = json::array();
  for (int i = 0; i < 10; ++i) {
    avenues.push_back({{"title", "avenue " + std::to_string(i)}, {"kind", "memory"}, {"why", "Rows lie together."}});
  }
  json plans = json::array();
  for (int i = 0; i < 5; ++i) {
    plans.push_back({{"name", "rows outside " + std::to_string(i)},
                     {"kind", "memory"},
                     {"description", "Make the loop over `i` the outer one."},
                     {"rubric", {"`y[j] += a[i * n + j]` appears."}},
                     {"gain", {1.5, 10}},
                     {"innovation", 10 * i},
                     {"site", ""},
                     {"cites", json::array()}});
  }
  return json{{"avenues", avenues}, {"plans", plans}}.dump();
}

class KernelEvolveSlow : public ::testing::Test {
protected:
  void SetUp() override {
    if (sanitized()) {
      GTEST_SKIP() << "a sanitizer needs more address space than a worker has";
    }
    if (sandbox::detect_level().level != sandbox::Level::full) {
      GTEST_SKIP() << "this machine cannot contain native code";
    }
    write_text(path("column_sums.cpp"), column_sums);
    ASSERT_EQ(run({"kernel", "init", "column_sums.cpp", "--output", "task"}).code, 0);
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  [[nodiscard]] Ran run(const std::vector<std::string>& arguments) const {
    return mapwright(arguments, "", directory_.path());
  }

  /// A short race is enough: what is found is several times faster.
  void write_problem(const std::string& scientist, const std::string& models, int evaluations) const {
    write_text(path("p.toml"), "[problem]\nkind = \"kernel\"\ntask = \"task\"\n[scientist]\n" + scientist +
                                   "[judge]\nseconds = 1.2\ncontention_check = false\n[emit]\nfile = \"best.cpp\"\n" +
                                   "[budget]\nevaluations = " + std::to_string(evaluations) + "\n" + models);
  }

  /// The patch leads from the start to what was written.
  void expect_patch(const json& evolution) const {
    EXPECT_EQ(read_text(path("best.cpp")), evolution.at("source"));
    if (std::system("command -v patch > /dev/null") == 0) {
      write_text(path("fast.patch"), evolution.at("patch").get<std::string>());
      const std::string apply = "cp task/column_sums.cpp patched.cpp && patch -s patched.cpp fast.patch";
      ASSERT_EQ(std::system(("cd '" + directory_.path().string() + "' && " + apply).c_str()), 0);
      EXPECT_EQ(read_text(path("patched.cpp")), read_text(path("best.cpp")));
    }
  }

  [[nodiscard]] json lineage() const { return json::parse(run({"kernel", "lineage", "--json"}).out); }

  /// Everything that a decision follows from, of all steps.
  [[nodiscard]] json decisions() const {
    json steps = json::parse(run({"report", "--json"}).out).at("steps");
    json kept = json::array();
    for (const json& step : steps) {
      kept.push_back({step.at("step"), step.at("proposer"), step.at("candidate"), step.at("parents")});
    }
    return kept;
  }

  TemporaryDirectory directory_;
};

TEST_F(KernelEvolveSlow, WithoutAModelATaskBecomesFaster) {
  write_text(path("judge.sh"), judge);
  const Ran ran = run({"kernel", "evolve", "task", "--budget", "evaluations=9", "--tune", "1", "--evaluator",
                       "sh judge.sh {candidate}", "--out", "best.cpp", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("generation 1 on version 0: "), HasSubstr("FASTER 2.00x"),
                             HasSubstr("confirmation: promoted")));
  const json document = json::parse(ran.out);
  const json& evolution = document.at("evolution");
  EXPECT_EQ(document.at("verdict"), "promoted");
  EXPECT_EQ(evolution.at("path").back(), evolution.at("winner"));
  EXPECT_EQ(evolution.at("confirmations").back().at("generalisation_gap"), 1);
  expect_patch(evolution);
  EXPECT_THAT(run({"kernel", "lineage"}).out, AllOf(HasSubstr("against its base"), HasSubstr("designer")));
  EXPECT_THAT(run({"kernel", "lineage", "--dot"}).out, AllOf(HasSubstr("digraph lineage {"), HasSubstr("v0 -> v")));
  const Ran findings = run({"kernel", "findings", "1", "--export", "found.json"});
  EXPECT_EQ(findings.code, 0) << findings.err;
  EXPECT_EQ(json::parse(read_text(path("found.json"))).at("findings").size(),
            json::parse(run({"kernel", "findings", "column_sums", "--json"}).out).at("findings").size());

  std::filesystem::remove_all(path("task")); // the archive holds the task too
  const Ran replayed = run({"replay", "--json"});
  EXPECT_EQ(replayed.code, 0) << replayed.out << replayed.err;
  EXPECT_THAT(run({"report"}).out, HasSubstr("kernel-cpp"));
}

TEST_F(KernelEvolveSlow, AKilledRunDecidesAsItWouldHave) {
  write_problem("tune = 1\n", "", 4);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(directory_.path().c_str()) != 0 || freopen("/dev/null", "w", stdout) == nullptr ||
        freopen("/dev/null", "w", stderr) == nullptr) {
      _exit(126);
    }
    const std::string program = binary().string();
    execl(program.c_str(), "mapwright", "run", "p.toml", nullptr);
    _exit(127);
  }
  // In the middle of a generation: after its design, before its experiments.
  for (int waited = 0; waited < 600 && run({"report", "--format", "csv"}).out.find("design") == std::string::npos;
       ++waited) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  const json before = decisions();
  std::filesystem::remove_all(path("task"));
  const Ran resumed = run({"resume"});
  EXPECT_THAT(resumed.code, AnyOf(0, 1)) << resumed.err;
  json after = decisions();
  EXPECT_GT(after.size(), before.size());
  after.erase(after.begin() + static_cast<std::ptrdiff_t>(before.size()), after.end());
  EXPECT_EQ(after, before);
  EXPECT_EQ(run({"replay"}).code, 0);
}

TEST_F(KernelEvolveSlow, AServerPlaysAllThreeRoles) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  json replies = json::array();
  for (const std::string& text : {std::string(selection), design(), std::string(by_rows)}) {
    const json body{{"model", "m"},
                    {"choices", {{{"index", 0}, {"message", {{"content", text}}}, {"finish_reason", "stop"}}}},
                    {"usage", {{"prompt_tokens", 1000}, {"completion_tokens", 50}, {"total_tokens", 1050}}}};
    replies.push_back({{"status", 200}, {"body", body.dump()}});
  }
  const ScriptedServer server(replies);
  write_problem("selector = \"model\"\ndesigner = \"model:m\"\nwriter = \"model\"\n",
                "[[model]]\nmodel = \"m\"\nbase_url = \"" + server.url() +
                    "\"\nstream = false\nmax_retries = 0\nfixture = true\n",
                3);
  const Ran ran = run({"run", "p.toml"});
  ASSERT_THAT(ran.code, AnyOf(0, 1)) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("no model's performance"));
  const json found = lineage();
  SCOPED_TRACE(found.dump(1) + ran.err); // a verdict that is not the usual one says why
  EXPECT_EQ(found.at("generations").at(0).at("rationale"), "There is nothing else.");
  EXPECT_EQ(found.at("generations").at(0).at("designer"), "model:m");
  const json& version = found.at("edges").at(1);
  EXPECT_EQ(version.at("author"), "model:m");
  EXPECT_EQ(version.at("status"), "valid");
  EXPECT_EQ(version.at("account"), "Rows outside.");
  EXPECT_EQ(version.at("rubric_kept"), 1);
  EXPECT_EQ(run({"replay"}).code, 0) << "nobody is asked";
}

TEST_F(KernelEvolveSlow, APersonWritesThroughFiles) {
  write_problem("writer = \"model:reader\"\n",
                "[[model]]\nname = \"reader\"\nprovider = \"files\"\ndirectory = \"talk\"\nfixture = true\n", 3);
  const std::jthread person = person_at(path("talk"), [](const std::string&) { return by_rows; });
  const Ran ran = run({"run", "p.toml"});
  ASSERT_THAT(ran.code, AnyOf(0, 1)) << ran.err;
  EXPECT_EQ(lineage().at("edges").at(1).at("author"), "model:reader");
}

TEST_F(KernelEvolveSlow, WrongInputOfEveryKind) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"nothing"}, "nothing"},
      {{"task", "--backend", "opencl"}, "has no starting kernel for opencl"},
      {{"task", "--backend", "opencls"}, "did you mean 'opencl'?"},
      {{"task", "--writer", "modle"}, "'modle' cannot be the writer"},
      {{"task", "--writer", "model"}, "no model is named"},
      {{"task", "--without", "bandits"}, "did you mean 'bandit'?"},
      {{"task", "--findings", "task/task.toml"}, "holds no findings"},
      {{"task", "--knowledge", "nowhere"}, "nowhere"},
      {{"task", "--start", "task/task.toml"}, "says no back end"},
      {{"task", "--sandbox", "ful"}, "did you mean 'full'?"},
      {{"task", "--tune", "-3"}, "'tune' must be an integer from 1 to 1000"},
      {{"task", "--out", "nowhere/best.cpp"}, "there is no folder"},
  };
  for (const auto& [arguments, message] : cases) {
    std::vector<std::string> all{"kernel", "evolve"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Ran ran = run(all);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(path("mapwright.db"))) << "nothing is begun";
  }
  write_text(path("map.toml"), "[problem]\nkind = \"index-map\"\ndomain = \"triangle\"\n");
  ASSERT_EQ(run({"run", "map.toml"}).code, 0);
  EXPECT_THAT(run({"kernel", "lineage"}).err, HasSubstr("run 1 is of the kind \"index-map\", not \"kernel\""));
  EXPECT_EQ(run({"kernel", "findings"}).code, 1) << "there are none";
}

/// A file as another machine would have exported it.
std::string exported_elsewhere(const std::string& device) {
  const json finding{{"id", "F1"},
                     {"experiment", "unroll"},
                     {"kind", "compute"},
                     {"task", "gemm"},
                     {"backend", "cpp"},
                     {"device", device},
                     {"text", "unroll makes gemm (cpp) on " + device + " 1.50x faster"},
                     {"gain", 1.5},
                     {"gain_interval", {1.4, 1.6}},
                     {"standing", "supported"},
                     {"supported_by", {7}},
                     {"contradicted_by", json::array()}};
  return json{{"schema_version", 1}, {"findings", json::array({finding})}}.dump();
}

TEST(KernelFindings, OfAnotherDeviceComeInAsHypothesesWithTheirOrigin) {
  const TemporaryDirectory directory;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"kernel", "findings"});
    return mapwright(arguments, "", directory.path());
  };
  write_text(directory.path() / "far.json", exported_elsewhere("a GPU"));
  const Ran shown = run({"--import", "far.json", "--export", "all.json"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("## Hypotheses: shown elsewhere, not yet here"),
                               HasSubstr("on a GPU 1.50x faster (1.40x to 1.60x; shown by step 7 of far.json).")));
  const json again = json::parse(read_text(directory.path() / "all.json")).at("findings").at(0);
  EXPECT_EQ(again.at("standing"), "hypothesis");
  EXPECT_EQ(again.at("origin"), "far.json");
  EXPECT_THAT(run({"--import", "all.json"}).out, HasSubstr("of all.json, far.json"));
  EXPECT_EQ(run({"softmax", "--import", "far.json"}).code, 1) << "none is about that task";
  const Ran broken = run({"--import", "nowhere.json"});
  EXPECT_EQ(broken.code, 2);
  EXPECT_THAT(broken.err, HasSubstr("nowhere.json"));
  EXPECT_EQ(run({}).code, 2) << "no archive, and nothing to import";
}

} // namespace
} // namespace mapwright::test
