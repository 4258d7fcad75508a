// Index maps by models: every kind of provider, what goes wrong with them, budgets, resume and replay.
#include "end_to_end/command.hpp"
#include "end_to_end/files_person.hpp"
#include "support/scripted_server.hpp"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace mapwright::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* wrong_source =
    "A guess:\n```cpp\n#include <cstdint>\nvoid unrank(std::int64_t w, std::int64_t* p) { p[0] = w; p[1] = 0; }\n```\n";
constexpr const char* right_domain = "The gasket.\n<domain>\nfractal:2:10,11\n</domain>\nlevel = 5\n";

/// A reply of /v1/chat/completions.
json completion(const std::string& text, const char* finish = "stop") {
  const json body{{"model", "m"},
                  {"choices", {{{"index", 0}, {"message", {{"content", text}}}, {"finish_reason", finish}}}},
                  {"usage", {{"prompt_tokens", 1000}, {"completion_tokens", 50}, {"total_tokens", 1050}}}};
  return {{"status", 200}, {"body", body.dump()}};
}

class RunWithModels : public testing::Test {
protected:
  void SetUp() override {
    write_text(path("g.csv"),
               mapwright({"map", "eval", "sierpinski-gasket", "--param", "level=5", "--count", "200", "--csv"}).out);
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  /// A problem that only a model may solve, with what else the file says.
  void write_problem(const std::string& more, const std::string& proposers = "\"model\"") const {
    write_text(path("p.toml"), "[problem]\nkind = \"index-map\"\ndomain = \"points:g.csv\"\n[propose]\nproposers = [" +
                                   proposers + "]\n" + more);
  }

  static std::string server_model(const ScriptedServer& server) {
    return "[[model]]\nmodel = \"m\"\nbase_url = \"" + server.url() +
           "\"\nstream = false\nmax_retries = 0\nfixture = true\n";
  }

  [[nodiscard]] Ran run(const std::vector<std::string>& arguments) const {
    return mapwright(arguments, "", directory_.path());
  }

  [[nodiscard]] json report() const { return json::parse(run({"report", "--json"}).out); }

  TemporaryDirectory directory_;
};

TEST_F(RunWithModels, AServerIsToldItsMistakeAndCorrectsIt) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const ScriptedServer server(json::array({completion(wrong_source), completion(right_domain)}));
  write_problem(server_model(server));
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("VERIFIED"), HasSubstr("fractal:2:10,11"), HasSubstr("no model's performance")));
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_THAT(requests[1].at("body").get<std::string>(),
              HasSubstr("The first wrong index is 2: expected [1,1], got [2,0]"));
  const json found = report();
  EXPECT_EQ(found.at("end").at("kind"), "solved");
  EXPECT_EQ(found.at("used").at("tokens"), 2100);
  EXPECT_EQ(found.at("steps").at(1).at("parents").at(0).at("role"), "refuted");
  EXPECT_EQ(found.at("models").at(0).at("fixture"), true);
}

TEST_F(RunWithModels, ReplayNeedsNoServer) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  {
    const ScriptedServer server(json::array({completion(wrong_source), completion(right_domain)}));
    write_problem(server_model(server));
    ASSERT_EQ(run({"run", "p.toml"}).code, 0);
  }
  std::filesystem::remove(path("g.csv")); // the archive holds the points too
  const Ran replayed = run({"replay", "--verify", "--json"});
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_EQ(json::parse(replayed.out).at("steps"), 2);
  EXPECT_EQ(json::parse(replayed.out).at("same"), true);
}

TEST_F(RunWithModels, AnthropicsInterfaceAnswers) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const json message{{"type", "message"},
                     {"role", "assistant"},
                     {"model", "claude-served"},
                     {"content", {{{"type", "text"}, {"text", right_domain}}}},
                     {"stop_reason", "end_turn"},
                     {"usage", {{"input_tokens", 900}, {"cache_read_input_tokens", 100}, {"output_tokens", 40}}}};
  const ScriptedServer server(json::array({{{"path", "/v1/messages"}, {"body", message.dump()}}}));
  write_problem("[[model]]\nprovider = \"anthropic\"\nmodel = \"claude\"\nbase_url = \"" + server.url() +
                "\"\nkey_variable = \"RUN_TEST_KEY\"\nstream = false\nmax_retries = 0\nfixture = true\n");
  setenv("RUN_TEST_KEY", "sk-ant-test", 1);
  const Ran ran = run({"run", "p.toml"});
  unsetenv("RUN_TEST_KEY");
  EXPECT_EQ(ran.code, 0) << ran.err;
  ASSERT_EQ(server.requests().size(), 1U);
  EXPECT_EQ(server.requests()[0].at("headers").at("x-api-key"), "sk-ant-test");
  EXPECT_EQ(server.requests()[0].at("headers").at("anthropic-version"), "2023-06-01");
  EXPECT_EQ(report().at("used").at("tokens"), 1040);
  EXPECT_EQ(run({"replay"}).code, 0);
}

TEST_F(RunWithModels, SeveralModelsShareTheAttempts) {
  write_text(path("wrong.txt"), wrong_source);
  write_text(path("right.txt"), right_domain);
  // The second is right from its third answer on.
  write_text(path("late.sh"), "cat > /dev/null\necho >> asked\n"
                              "if [ $(wc -l < asked) -ge 3 ]; then cat right.txt; else cat wrong.txt; fi\n");
  write_problem("tries = 20\n"
                "[[model]]\nname = \"never\"\nprovider = \"command\"\ncommand = \"sh -c 'cat > /dev/null; cat "
                "wrong.txt'\"\nfixture = true\n"
                "[[model]]\nname = \"late\"\nprovider = \"command\"\ncommand = \"sh late.sh\"\nfixture = true\n");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  const json found = report();
  ASSERT_EQ(found.at("models").size(), 2U);
  for (const json& model : found.at("models")) {
    EXPECT_GE(model.at("questions"), 1) << model;
    EXPECT_EQ(model.at("fixture"), true);
  }
  EXPECT_EQ(found.at("steps").back().at("proposer"), "model:late");
  EXPECT_EQ(run({"replay"}).code, 0);
}

TEST_F(RunWithModels, ACommandAnswers) {
  write_text(path("agent.sh"), "cat > prompt.txt\ncat reply.txt\n");
  write_text(path("reply.txt"), right_domain);
  write_problem("[[model]]\nprovider = \"command\"\ncommand = \"sh agent.sh\"\nfixture = true\n");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(read_text(path("prompt.txt")), AllOf(HasSubstr("The first 150 points"), HasSubstr("149: (31, 9)")));
  EXPECT_THAT(ran.out, HasSubstr("VERIFIED"));
}

TEST_F(RunWithModels, APersonAnswersThroughFiles) {
  write_problem("[[model]]\nprovider = \"files\"\ndirectory = \"talk\"\nfixture = true\n");
  const std::jthread person = person_at(path("talk"), [](const std::string&) { return right_domain; });
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("talk"));
}

TEST_F(RunWithModels, WithoutAModelTheSymbolsAnswer) {
  write_problem("", "\"symbolic\"");
  EXPECT_EQ(run({"run", "p.toml"}).code, 0);
  EXPECT_EQ(report().at("steps").at(0).at("proposer"), "symbolic");
}

TEST_F(RunWithModels, TheModelIsAskedForWhatSymbolsRefuse) {
  std::string points = "value,ones\n";
  for (unsigned w = 0; w < 200; ++w) {
    points += std::to_string(2 * w + 1) + "," + std::to_string(__builtin_popcount(w)) + "\n";
  }
  write_text(path("g.csv"), points);
  write_text(path("reply.txt"), "```cpp\n#include <cstdint>\nvoid unrank(std::int64_t w, std::int64_t* p) {\n"
                                "  p[0] = 2 * w + 1;\n  p[1] = __builtin_popcountll(w);\n}\n```\n");
  write_problem(
      "[[model]]\nname = \"script\"\nprovider = \"command\"\ncommand = \"sh -c 'cat reply.txt'\"\nfixture = true\n",
      "\"symbolic\", \"model\"");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  const json found = report();
  ASSERT_EQ(found.at("steps").size(), 2U);
  EXPECT_EQ(found.at("steps").at(0).at("proposer"), "symbolic");
  EXPECT_EQ(found.at("steps").at(1).at("verdict"), "predicts");
  EXPECT_EQ(found.at("steps").at(1).at("form"), "c++");
}

TEST_F(RunWithModels, AHostileReplyIsContained) {
  write_text(path("reply.txt"),
             "```cpp\n#include <cstdint>\n#include <cstdlib>\nvoid unrank(std::int64_t w, std::int64_t* p) {\n"
             "  std::system(\"touch " +
                 path("pwned").string() +
                 "\");\n  p[0] = w;\n  p[1] = 0;\n"
                 "  if (w == 5) { std::abort(); }\n}\n```\n");
  write_problem("[[model]]\nprovider = \"command\"\ncommand = \"cat reply.txt\"\nfixture = true\n[propose.x]\n");
  EXPECT_EQ(run({"run", "p.toml"}).code, 2) << "unknown sections of sections are refused too";
  write_problem("tries = 2\n[[model]]\nprovider = \"command\"\ncommand = \"cat reply.txt\"\nfixture = true\n");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("no map was found"));
  EXPECT_FALSE(std::filesystem::exists(path("pwned")));
  EXPECT_EQ(report().at("steps").at(1).at("repeats"), 0) << "the same candidate is not run twice";
}

TEST_F(RunWithModels, FailuresOfServersAreOneClearMessage) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const auto refused = [](int status, const std::string& body) -> json { return {{"status", status}, {"body", body}}; };
  const std::vector<std::pair<json, std::string>> cases{
      {refused(401, R"({"error":{"message":"bad key"}})"), "key"},
      {refused(404, R"({"error":{"message":"no such model","code":"model_not_found"}})"), "model"},
      {refused(429, R"({"error":{"code":"insufficient_quota","message":"no more"}})"), "pay"},
  };
  for (const auto& [reply, word] : cases) {
    const ScriptedServer server(json::array({reply}));
    write_problem(server_model(server));
    const Ran ran = run({"run", "p.toml"});
    EXPECT_EQ(ran.code, 3) << ran.out;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("error: "), HasSubstr(word), HasSubstr("resume")));
  }
}

TEST_F(RunWithModels, NobodyListens) {
  write_problem("[[model]]\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:9\"\nmax_retries = 0\n");
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("127.0.0.1:9"), HasSubstr("resume")));
  write_problem("[[model]]\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:9\"\nmax_retries = 0\n",
                "\"model\", \"symbolic\"");
  const Ran fallback = run({"run", "p.toml", "--fallback"});
  EXPECT_EQ(fallback.code, 0) << fallback.err;
  EXPECT_EQ(report().at("steps").at(0).at("verdict"), "unavailable");
}

TEST_F(RunWithModels, AnEmptyReplyIsRepairedOnceThenGivenUp) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const ScriptedServer server(json::array({completion("")}));
  write_problem("tries = 1\n" + server_model(server));
  const Ran ran = run({"run", "p.toml"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(RunWithModels, TheBudgetOfTokensHolds) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const ScriptedServer server(json::array({completion(wrong_source)}));
  write_problem("tries = 50\n" + server_model(server) + "max_output_tokens = 100\n");
  const Ran ran = run({"run", "p.toml", "--budget", "tokens=9000"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  const json found = report();
  EXPECT_EQ(found.at("end").at("resource"), "tokens");
  EXPECT_LE(found.at("used").at("tokens"), 9000);
  EXPECT_GT(found.at("used").at("tokens"), 0);
  const Ran more = run({"resume", "--budget", "tokens=14000"});
  EXPECT_EQ(more.code, 1) << more.err;
  EXPECT_GT(report().at("used").at("tokens"), found.at("used").at("tokens"));
  // A limit that an earlier resume changed stays, though the next one changes another.
  EXPECT_EQ(run({"resume", "--budget", "evaluations=1000"}).code, 1);
  EXPECT_EQ(report().at("end").at("limit"), 14000);
  EXPECT_EQ(run({"replay"}).code, 0);
}

TEST_F(RunWithModels, KeysAppearNowhere) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no python3 for the scripted server";
  }
  const std::string key = "sk-very-secret-0123456789";
  const ScriptedServer server(
      json::array({completion("your key is {{key}}, is it not?"), completion(right_domain + key)}));
  write_problem(server_model(server) + "key_variable = \"RUN_TEST_KEY\"\n");
  setenv("RUN_TEST_KEY", key.c_str(), 1);
  const Ran ran = run({"run", "p.toml"});
  unsetenv("RUN_TEST_KEY");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(server.requests().at(0).dump(), HasSubstr(key));
  std::string everything = ran.out + ran.err + run({"report", "--format", "jsonl"}).out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_.path())) {
    everything += entry.is_regular_file() ? read_text(entry.path()) : "";
  }
  EXPECT_THAT(everything, Not(HasSubstr("very-secret")));
  EXPECT_THAT(ran.err, HasSubstr("the key in RUN_TEST_KEY is sent to"));
}

TEST_F(RunWithModels, KilledAndResumedItDecidesTheSame) {
  write_text(path("agent.sh"), "sleep 0.0$(wc -c < g.csv | tail -c 2 | head -c 1)5\ncat > last.txt\n"
                               "n=$(grep -c 'is wrong' last.txt)\n"
                               "echo '```cpp'\necho '#include <cstdint>'\n"
                               "echo \"void unrank(std::int64_t w, std::int64_t* p) { p[0] = w + $n; p[1] = $n; }\"\n"
                               "echo '```'\n");
  const std::string model = "tries = 6\n[[model]]\nprovider = \"command\"\ncommand = \"sh agent.sh\"\nfixture = true\n";
  write_problem(model);
  ASSERT_EQ(run({"run", "p.toml", "--archive", "whole.db"}).code, 1);
  const auto steps_of = [this](const std::string& archive) {
    json steps = json::parse(run({"report", "--json", "--archive", archive}).out).at("steps");
    for (json& step : steps) {
      step.erase("used");
    }
    return steps;
  };
  const json expected = steps_of("whole.db");
  std::mt19937 random(3);
  int kills = 0;
  for (int round = 0; kills < 8; ++round) {
    const std::string archive = "k" + std::to_string(round) + ".db";
    bool over = false;
    for (bool begun = false; !over;) {
      const pid_t child = fork();
      if (child == 0) {
        if (chdir(directory_.path().c_str()) != 0 || freopen("/dev/null", "w", stdout) == nullptr ||
            freopen("/dev/null", "w", stderr) == nullptr) {
          _exit(126);
        }
        const std::string program = binary().string();
        if (begun) {
          execl(program.c_str(), "mapwright", "resume", "--archive", archive.c_str(), nullptr);
        } else {
          execl(program.c_str(), "mapwright", "run", "p.toml", "--archive", archive.c_str(), nullptr);
        }
        _exit(127);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50 + random() % 1500));
      kill(child, SIGKILL);
      int status = 0;
      waitpid(child, &status, 0);
      over = WIFEXITED(status);
      kills += over ? 0 : 1;
      begun = begun || run({"report", "--archive", archive}).code == 0;
    }
    EXPECT_EQ(steps_of(archive), expected);
  }
}

TEST_F(RunWithModels, CtrlCEndsCleanly) {
  write_problem("[[model]]\nprovider = \"command\"\ncommand = \"sleep 60\"\nfixture = true\n");
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(directory_.path().c_str()) != 0 || freopen("/dev/null", "w", stdout) == nullptr) {
      _exit(126);
    }
    const std::string program = binary().string();
    execl(program.c_str(), "mapwright", "run", "p.toml", nullptr);
    _exit(127);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(report().at("end").at("kind"), "interrupted");
}

TEST_F(RunWithModels, WrongInputOfEveryKind) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"[[model]]\nprovider = \"opneai\"\n", "did you mean 'openai'"},
      {"[[model]]\nmodle = \"x\"\n", "did you mean 'model'"},
      {"[budget]\ntoken = 5\n", "did you mean 'tokens'"},
      {"[loop]\nparallel = 0\n", "'parallel' must be an integer from 1 to 64"},
      {"", "needs a model"},
  };
  for (const auto& [more, message] : cases) {
    write_problem(more);
    const Ran ran = run({"run", "p.toml"});
    EXPECT_EQ(ran.code, 2) << more;
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(path("mapwright.db"))) << "nothing is begun";
  }
  write_problem("", "\"symbloic\"");
  EXPECT_THAT(run({"run", "p.toml"}).err, HasSubstr("did you mean 'symbolic'?"));
  write_problem("", "\"symbolic\"");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"run", "p.toml", "--model", "gpt"},
           {"run", "p.toml", "--budget", "minutes=3"},
           {"run", "p.toml", "--parallel", "0"},
           {"run", "missing.toml"},
           {"resume"},
           {"report", "7"},
           {"replay", "x"},
       }) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, 2) << arguments[0] << " " << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("error: "));
  }
}

TEST_F(RunWithModels, ArchivesThatAreNotAreRefusedAndStay) {
  write_problem("", "\"symbolic\"");
  ASSERT_EQ(run({"run", "p.toml"}).code, 0);
  std::string bytes = read_text(path("mapwright.db"));
  bytes[60] = 0x7f; // the number of its version
  for (const std::string& content :
       {std::string("not a database\n"), std::string(), bytes.substr(0, bytes.size() / 2)}) {
    write_text(path("other.db"), content);
    for (const char* command : {"report", "resume", "replay"}) {
      const Ran ran = run({command, "--archive", "other.db"});
      EXPECT_EQ(ran.code, 2) << ran.out;
      EXPECT_THAT(ran.err, HasSubstr("other.db"));
      EXPECT_EQ(read_text(path("other.db")), content);
    }
  }
}

} // namespace
} // namespace mapwright::test
