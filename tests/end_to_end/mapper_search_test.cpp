// Searches for mappers as a user runs them: offline, with a scripted server, with answers in files, killed and resumed.
#include "end_to_end/command.hpp"
#include "end_to_end/files_person.hpp"
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
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string statements(const std::vector<std::string>& list) {
  return json{{"reason", "a test"}, {"statements", list}}.dump();
}

/// A reply of /v1/chat/completions.
json chat_completion(const std::string& text) {
  const json body{{"model", "m"},
                  {"choices", {{{"index", 0}, {"message", {{"content", text}}}, {"finish_reason", "stop"}}}},
                  {"usage", {{"prompt_tokens", 1000}, {"completion_tokens", 50}, {"total_tokens", 1050}}}};
  return {{"status", 200}, {"body", body.dump()}};
}

class MapperSearchCommand : public ::testing::Test {
protected:
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }
  [[nodiscard]] Ran run(const std::vector<std::string>& arguments) const {
    return mapwright(arguments, "", directory_.path());
  }
  [[nodiscard]] Ran search(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"mapper", "search", "--app", "circuit,loops=2", "--machine", "p100x4"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  [[nodiscard]] json report() const { return json::parse(run({"report", "--json"}).out); }
  [[nodiscard]] json steps_of(const std::string& archive) const {
    json steps = json::parse(run({"report", "--json", "--archive", archive}).out).at("steps");
    for (json& step : steps) {
      step.erase("used");
    }
    return steps;
  }
  void write_models(const std::string& more) const {
    write_text(path("p.toml"), "[problem]\nkind = \"mapper\"\napp = \"circuit,loops=2\"\nmachine = \"p100x4\"\n"
                               "[search]\nsearchers = [\"agent\"]\ngap = 0\n[budget]\nevaluations = 3\n[[model]]\n" +
                                   more + "fixture = true\n");
  }

  TemporaryDirectory directory_;
};

TEST_F(MapperSearchCommand, FindsAMapperOffline) {
  const Ran ran = search({"--budget", "evaluations=12", "--gap", "0", "--out", "best.mapper"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, AllOf(StartsWith("evaluation 1  "), HasSubstr("x the default"), HasSubstr("x the expert")));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\nmakespan     "), HasSubstr("\nbound        "),
                             HasSubstr("\nwritten      best.mapper"), HasSubstr("12 evaluations")));
  const Ran again =
      run({"mapper", "simulate", "best.mapper", "--app", "circuit,loops=2", "--machine", "p100x4", "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(json::parse(again.out).at("makespan_seconds"), report().at("best").at("score"));
  const Ran replayed = run({"replay", "--verify"});
  EXPECT_EQ(replayed.code, 0) << replayed.out << replayed.err;
  EXPECT_THAT(run({"report"}).out, HasSubstr("run          1: mapper circuit,loops=2 on p100x4\n"));
}

TEST_F(MapperSearchCommand, APolicyGoesToAnotherMachineAndIsKeptWithTheRun) {
  const std::vector<std::string> rl{"--searcher", "rl", "--side", "300", "--gap", "0"};
  const auto search_by = [&](std::vector<std::string> more) {
    more.insert(more.begin(), rl.begin(), rl.end());
    return search(more);
  };
  const Ran trained = search_by({"--budget", "evaluations=2", "--policy-out", "learnt.json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_THAT(trained.out, HasSubstr("\npolicy       learnt.json"));
  const std::string learnt = read_text(path("learnt.json"));
  const Ran moved =
      run({"mapper", "search", "--app", "cannon", "--machine", "lassen,nodes=2", "--searcher", "rl", "--side", "100",
           "--budget", "evaluations=2", "--policy", "learnt.json", "--policy-out", "more.json"});
  ASSERT_EQ(moved.code, 0) << moved.err;
  const std::string before = read_text(path("more.json"));
  EXPECT_NE(before, learnt);
  write_text(path("learnt.json"), "changed since");
  const Ran resumed = run({"resume", "--budget", "evaluations=3"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  const Ran replayed = run({"replay", "--verify"});
  EXPECT_EQ(replayed.code, 0) << replayed.out << replayed.err;

  const Ran broken = search_by({"--policy", "learnt.json"});
  EXPECT_EQ(broken.code, 2);
  EXPECT_THAT(broken.err, HasSubstr("learnt.json:1:1: error: the policy is no JSON document"));
  const Ran unused = search({"--searcher", "random", "--policy", "more.json"});
  EXPECT_EQ(unused.code, 2);
  EXPECT_THAT(unused.err, HasSubstr("a policy is given, but random would not use it"));
  const Ran untrained = search({"--searcher", "random", "--policy-out", "none.json"});
  EXPECT_EQ(untrained.code, 2);
  EXPECT_THAT(untrained.err, HasSubstr("none of the searchers is certain to train a policy"));
}

TEST_F(MapperSearchCommand, PrintsOneDocument) {
  const Ran ran = search({"--budget", "evaluations=5", "--searcher", "random", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("kind"), "mapper");
  EXPECT_EQ(document.at("verdict"), "found");
  EXPECT_EQ(document.at("form"), "mapper");
  EXPECT_EQ(document.at("found_by"), "random");
  EXPECT_EQ(document.at("evaluations"), 5);
  EXPECT_EQ(document.at("invalid"), 0);
  EXPECT_GT(document.at("makespan_seconds").get<double>(), document.at("bound_seconds").get<double>());
  EXPECT_GT(document.at("default_seconds").get<double>(), 0);
  EXPECT_GT(document.at("expert_seconds").get<double>(), 0);
  EXPECT_EQ(document.at("run").at("kind"), "mapper");
}

TEST_F(MapperSearchCommand, AScriptedServerDrivesTheAgent) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const ScriptedServer server(
      json::array({chat_completion(statements({"Task * GPUS;"})), chat_completion(statements({"Task * GPU, CPU;"})),
                   chat_completion(statements(
                       {"Region * rp_shared GPU ZCMEM;", "Region * * GPU FBMEM;", "Region * * CPU SYSMEM;"}))}));
  write_models("model = \"m\"\nbase_url = \"" + server.url() + "\"\nstream = false\nmax_retries = 0\n");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("no model's performance"));
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 3U);
  const json first = json::parse(requests[0].at("body").get<std::string>());
  EXPECT_EQ(first.at("response_format").at("type"), "json_schema") << "the server is asked to keep to the form";
  EXPECT_THAT(requests[0].at("body").get<std::string>(), HasSubstr("Revise the part `task`"));
  EXPECT_THAT(requests[1].at("body").get<std::string>(), HasSubstr("expected a kind of processor, found 'GPUS'"));
  EXPECT_THAT(requests[2].at("body").get<std::string>(),
              AllOf(HasSubstr("Revise the part `region`"), HasSubstr("critical path:")));
  EXPECT_THAT(run({"report", "--format", "jsonl"}).out, HasSubstr("critical path:")) << "what it was told is on record";
  const json found = report();
  ASSERT_EQ(found.at("steps").size(), 3U);
  EXPECT_EQ(found.at("steps").at(2).at("proposer"), "agent:m");
  EXPECT_EQ(found.at("steps").at(2).at("verdict"), "legal");
  EXPECT_EQ(found.at("used").at("tokens"), 3150);
}

TEST_F(MapperSearchCommand, ReplayAndResumeNeedNoServer) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  {
    const ScriptedServer server(json::array(
        {chat_completion(statements({"Task * GPU, CPU;"})), chat_completion(statements({"Region * * GPU ZCMEM;"}))}));
    write_models("model = \"m\"\nbase_url = \"" + server.url() + "\"\nstream = false\nmax_retries = 0\n");
    ASSERT_EQ(run({"run", "p.toml"}).code, 0);
  }
  const Ran replayed = run({"replay", "--verify", "--json"});
  EXPECT_EQ(replayed.code, 0) << replayed.out << replayed.err;
  EXPECT_EQ(json::parse(replayed.out).at("steps"), 3);
  EXPECT_EQ(run({"resume"}).code, 0) << "there is nothing to ask";
  const Ran more = run({"resume", "--budget", "evaluations=4"});
  EXPECT_EQ(more.code, 3) << more.out;
  EXPECT_THAT(more.err, HasSubstr("127.0.0.1"));
}

TEST_F(MapperSearchCommand, APersonAnswersThroughFiles) {
  write_models("provider = \"files\"\ndirectory = \"talk\"\n");
  const std::jthread person = person_at(path("talk"), [](const std::string& prompt) {
    return prompt.find("Revise the part `task`") != std::string::npos ? "Like this:\n```mapper\nTask * GPU, CPU;\n```\n"
                                                                      : statements({"Region * * GPU ZCMEM, FBMEM;"});
  });
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("talk"));
  EXPECT_THAT(read_text(path("talk") / "0001.prompt.md"),
              AllOf(HasSubstr("calculate_new_currents"), HasSubstr("4 GPU: ")));
  EXPECT_EQ(report().at("steps").size(), 3U);
}

TEST_F(MapperSearchCommand, KilledAndResumedItDecidesTheSame) {
  const std::vector<std::string> searching{"--searcher", "random,descent", "--budget", "evaluations=60", "--gap", "0"};
  std::vector<std::string> whole = searching;
  whole.insert(whole.end(), {"--archive", "whole.db"});
  ASSERT_EQ(search(whole).code, 0);
  const json expected = steps_of("whole.db");
  bool over = false;
  int kills = 0;
  for (bool begun = false; !over;) {
    const pid_t child = fork();
    if (child == 0) {
      if (chdir(directory_.path().c_str()) != 0 || freopen("/dev/null", "w", stdout) == nullptr ||
          freopen("/dev/null", "w", stderr) == nullptr) {
        _exit(126);
      }
      const std::string program = binary().string();
      if (begun) {
        execl(program.c_str(), "mapwright", "resume", "--archive", "killed.db", nullptr);
      } else {
        execl(program.c_str(), "mapwright", "mapper", "search", "--app", "circuit,loops=2", "--machine", "p100x4",
              "--searcher", "random,descent", "--budget", "evaluations=60", "--gap", "0", "--archive", "killed.db",
              nullptr);
      }
      _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kills < 5 ? 60 + 40 * kills : 20'000));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    over = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    kills += over ? 0 : 1;
    ASSERT_LT(kills, 20);
    begun = begun || run({"report", "--archive", "killed.db"}).code == 0;
  }
  EXPECT_EQ(steps_of("killed.db"), expected);
}

TEST_F(MapperSearchCommand, ProgramsAndMachinesFromFilesAreKept) {
  write_text(path("two.toml"), "name = \"two\"\n[sizes]\nn = 100\n[[region]]\nname = \"r\"\nextents = [\"n\"]\n"
                               "fields = [\"x:8\"]\n[[partition]]\nname = \"p\"\nregion = \"r\"\nblocks = [4]\n"
                               "[[task]]\nname = \"t\"\nflops = \"100*a\"\n[[task.parameter]]\nname = \"a\"\n"
                               "[[task.variant]]\nprocessor = \"CPU\"\n[[task.variant]]\nprocessor = \"GPU\"\n"
                               "[[step]]\ntask = \"t\"\ndomain = [4]\npoint = [\"i\"]\n[[step.argument]]\n"
                               "data = \"p\"\ncolour = [\"i\"]\nprivilege = \"RW\"\n");
  const Ran ran = run({"mapper", "search", "--program", "two.toml", "--set", "n=400", "--machine", "lassen,nodes=2",
                       "--searcher", "random", "--budget", "evaluations=4", "--gap", "0", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("subject"), "two on lassen");
  EXPECT_TRUE(json::parse(ran.out).at("expert_seconds").is_null());
  std::filesystem::remove(path("two.toml"));
  EXPECT_EQ(run({"replay", "--verify"}).code, 0);
  EXPECT_EQ(run({"resume", "--budget", "evaluations=6"}).code, 0);
}

TEST_F(MapperSearchCommand, WordsBecomeAMapper) {
  write_text(path("agent.sh"), "cat > asked.txt\n"
                               "if grep -q 'could not be used' asked.txt; then\n"
                               "printf '%s' '" +
                                   statements({"Task * GPU, CPU;", "Region * rp_shared GPU ZCMEM;"}) +
                                   "'\n"
                                   "else\nprintf '%s' '" +
                                   statements({"Task * GPU CPU;"}) + "'\nfi\n");
  write_text(path("m.toml"),
             "[[model]]\nname = \"script\"\nprovider = \"command\"\ncommand = \"sh agent.sh\"\nfixture = true\n");
  const Ran ran = run({"mapper", "write", "shared nodes in pinned memory", "--app", "circuit", "--machine", "p100x4",
                       "--models", "m.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "Task * GPU, CPU;\nRegion * rp_shared GPU ZCMEM;\n");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("written by script with 1 repair question; its replies were written for a test"),
                             HasSubstr("makespan "), HasSubstr("x the default")));
  EXPECT_THAT(read_text(path("asked.txt")), AllOf(HasSubstr("shared nodes in pinned memory"), HasSubstr("rp_shared")));
  const Ran document = run({"mapper", "write", "pinned", "--app", "circuit", "--machine", "p100x4", "--models",
                            "m.toml", "--json", "--out", "w.mapper"});
  EXPECT_EQ(json::parse(document.out).at("written"), "w.mapper");
  EXPECT_EQ(json::parse(document.out).at("mapper"), read_text(path("w.mapper")));
}

TEST_F(MapperSearchCommand, WordsNeedAModel) {
  const Ran ran = run({"mapper", "write", "all on GPUs", "--app", "circuit", "--machine", "p100x4"});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("none was named"), HasSubstr("--model"), HasSubstr("docs/models.md")));
  write_text(path("no.sh"), "cat > /dev/null\necho 'I cannot.'\n");
  const Ran refused = run({"mapper", "write", "x", "--app", "circuit", "--machine", "p100x4", "--repairs", "1",
                           "--model", "command:sh no.sh"});
  EXPECT_EQ(refused.code, 1) << refused.out;
  EXPECT_THAT(refused.err, HasSubstr("no mapper that runs after 2 questions"));
}

TEST_F(MapperSearchCommand, TheBestRunForRealAlsoAfterAKill) {
  if (!std::filesystem::exists(binary().replace_filename("mapwright-starpu-engine"))) {
    GTEST_SKIP() << "the engine for StarPU was not built";
  }
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(directory_.path().c_str()) != 0 || freopen("/dev/null", "w", stdout) == nullptr ||
        freopen("/dev/null", "w", stderr) == nullptr) {
      _exit(126);
    }
    execl(binary().c_str(), "mapwright", "mapper", "search", "--app", "stencil,n=32,steps=1", "--machine",
          "box,cpus=1,devices=1", "--searcher", "random", "--budget", "evaluations=4", "--gap", "0", "--confirm",
          "starpu", "--confirm-seconds", "1", "--confirm-top", "2", "--recalibrated", "after.toml", "--out",
          "best.mapper", nullptr);
    _exit(127);
  }
  int status = 0;
  for (int looks = 0; looks < 300 && waitpid(child, &status, WNOHANG) == 0; ++looks) {
    const Ran ran = run({"report", "--json"});
    if (ran.code == 0 && !json::parse(ran.out).at("confirmed").is_null()) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  const Ran ran = run({"resume", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  const json& confirmed = document.at("confirmed");
  EXPECT_EQ(confirmed.at("engine"), "starpu");
  EXPECT_GT(confirmed.at("default").at("measured_seconds").get<double>(), 0);
  ASSERT_EQ(confirmed.at("plans").size(), 2U);
  for (const json& plan : confirmed.at("plans")) {
    EXPECT_TRUE(plan.at("flaw").is_null()) << plan;
    EXPECT_EQ(plan.at("same_plan").get<bool>(), plan.at("screened").is_null() && plan.at("fresh").is_null()) << plan;
  }
  EXPECT_EQ(read_text(path("best.mapper")), document.at("mapper"));
  EXPECT_EQ(confirmed.at("recalibrated").at("file"), "after.toml");
  EXPECT_EQ(run({"mapper", "simulate", "default", "--app", "stencil,n=32,steps=1", "--machine", "after.toml"}).code, 0);
  json archived = report().at("confirmed");
  archived["recalibrated"] = confirmed.at("recalibrated");
  EXPECT_EQ(archived, confirmed);
  EXPECT_THAT(run({"report"}).out, AllOf(HasSubstr("\nfor real     on starpu, "), HasSubstr("\nstep ")));
  EXPECT_EQ(json::parse(run({"resume", "--json"}).out).at("confirmed"), confirmed) << "nothing runs again";
}

TEST_F(MapperSearchCommand, AStudyFillsItsTable) {
  const std::vector<std::string> small{"mapper",         "study",     "--app", "stencil,steps=2", "--searcher",
                                       "random,descent", "--repeats", "2",     "--evaluations",   "4"};
  const Ran text = run(small);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(StartsWith("study        4 evaluations, 2 repeats from seed 1, on p100x4"),
                              HasSubstr("\nstencil,steps=2  expert "), HasSubstr("\nstencil,steps=2  descent ")));
  std::vector<std::string> with = small;
  with.emplace_back("--json");
  const json document = json::parse(run(with).out);
  EXPECT_EQ(document.at("rows").size(), 4U);
  EXPECT_EQ(document.at("cells").size(), 4U);
  EXPECT_EQ(document.at("complete"), true);
  EXPECT_EQ(document.at("cells").at(0).at("best_after").size(), 4U);
  with.back() = "--csv";
  EXPECT_THAT(run(with).out, StartsWith("application,searcher,repeats,mean,"));
  with.back() = "--markdown";
  EXPECT_THAT(run(with).out, HasSubstr("| application | searcher |"));
}

TEST_F(MapperSearchCommand, LevelsOfGuidanceAreRowsOfAStudy) {
  const Ran ran = run({"mapper", "study", "--app", "cosma", "--searcher", "guided:raw,guided:suggest", "--repeats", "1",
                       "--evaluations", "3", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json cells = json::parse(ran.out).at("cells");
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(cells[0].at("searcher"), "guided:raw");
  EXPECT_EQ(cells[0].at("side_simulations"), 0);
  EXPECT_GT(cells[1].at("side_simulations"), 0);
  EXPECT_LT(cells[1].at("best_after").at(1), cells[1].at("best_after").at(0)) << "the first suggestion helps";
  const Ran wrong = run({"mapper", "study", "--app", "cosma", "--searcher", "guided:loud"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("there is no level 'loud'\nhint: levels are raw, explain and suggest"));
}

TEST_F(MapperSearchCommand, WrongInputIsOneClearMessage) {
  const std::string head = "[problem]\nkind = \"mapper\"\n";
  const std::string whole = head + "app = \"circuit\"\nmachine = \"p100x4\"\n";
  const std::vector<std::pair<std::string, std::string>> files{
      {head, "p.toml:1:1: error: on which machine?"},
      {head + "machine = \"p100x4\"\n", "p.toml: the problem has no program"},
      {head + "app = \"circus\"\nmachine = \"p100x4\"\n", "there is no application 'circus'"},
      {whole + "program = \"x.toml\"\n", "p.toml:5:11: error: 'app' and 'program' are both given"},
      {whole + "[sizes]\nn = 3\n", "[sizes] is for the sizes of a program"},
      {whole + "[search]\nsearchers = [\"randon\"]\n", "p.toml:6:15: error: there is no searcher 'randon'"},
      {whole + "[search]\nsearchers = [\"rl:raw\"]\n", "p.toml:6:15: error: the searcher 'rl' is told nothing"},
      {whole + "[search]\nsearchers = [\"agent\"]\n", "the searcher 'agent' needs a model"},
      {whole + "[search]\nfeedback = [\"loud\"]\n", "'loud' is none of the feedback"},
      {whole + "[search]\ngap = -1\n", "p.toml:6:7: error: 'gap'"},
      {whole + "[search]\nconfirm = \"starpu\"\nconfirm_top = 0\n", "p.toml:7:15: error: 'confirm_top'"},
      {whole + "[emit]\nrecalibrated = \"x.toml\"\n", "p.toml:6:16: error: a machine is recalibrated by real runs"},
      {whole + "[machine]\nnodes = 0\n", "nodes"},
      {head + "program = \"no.toml\"\nmachine = \"p100x4\"\n", "no.toml"},
  };
  for (const auto& [text, message] : files) {
    write_text(path("p.toml"), text);
    const Ran ran = run({"run", "p.toml"});
    EXPECT_EQ(ran.code, 2) << text << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(path("mapwright.db"))) << "nothing is begun";
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines{
      {{"mapper", "search", "--app", "circuit"}, "--machine is missing"},
      {{"mapper", "search", "--machine", "p100x4"}, "give one of --program and --app"},
      {{"mapper", "search", "--app", "circuit", "--machine", "p100x4", "--searcher", "randon"},
       "did you mean 'random'?"},
      {{"mapper", "search", "--app", "circuit", "--machine", "p100x4", "--budget", "hope=1"}, "unknown budget 'hope'"},
      {{"mapper", "study", "--app", "circus"}, "there is no application 'circus'"},
      {{"mapper", "study", "--searcher", "x", "--app", "stencil"}, "there is no searcher 'x'"},
      {{"mapper", "study", "--feedback", "loud"}, "'loud' is no level of feedback"},
  };
  for (const auto& [words, message] : lines) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code, 2) << words[1] << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
}

} // namespace
} // namespace mapwright::test
