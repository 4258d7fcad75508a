// `map study` from outside: offline, with a command as a model, killed in the middle, wrong input.
#include "end_to_end/command.hpp"
#include "index_map/learn/regression_proposer.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> with_model{"--domain", "triangle", "--domain", "gasket",   "--solver",
                                          "symbolic", "--solver", "model",    "--models", "models.toml"};

/// A model for tests: it counts the questions, waits, and answers with the triangle, whatever is asked.
class StudyCommand : public testing::Test {
protected:
  StudyCommand() {
    write_text(directory.path() / "answer.sh", "cat > question.txt\n"
                                               "echo asked >> questions.log\n"
                                               "sleep \"$(cat wait 2>/dev/null || echo 0)\"\n"
                                               "printf '%s\\n' '```map' 'fn unrank(; w) -> (i, j) {' "
                                               "'  let i = div(isqrt(8*w + 1) - 1, 2);' "
                                               "'  return (i, w - i*(i + 1)/2);' '}' '```'\n");
    write_text(directory.path() / "models.toml", "[[model]]\nname = \"parrot\"\nprovider = \"command\"\n"
                                                 "command = [\"sh\", \"answer.sh\"]\nfixture = true\n");
  }

  [[nodiscard]] static std::vector<std::string> arguments(const std::vector<std::string>& more) {
    std::vector<std::string> all{"map", "study", "--archive", "runs.db", "--listed", "300", "--points", "20"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Ran study(const std::vector<std::string>& more) const { return mapwright(arguments(more), {}, directory.path()); }

  [[nodiscard]] std::size_t questions() const {
    const std::string log = read_text(directory.path() / "questions.log");
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
  }

  /// A study with a model in a process of its own, in the middle of its first question.
  pid_t start_and_wait_for_a_question() const {
    write_text(directory.path() / "wait", "5");
    const pid_t child = fork();
    if (child == 0) {
      if (chdir(directory.path().c_str()) != 0) {
        _exit(126);
      }
      dup2(open("out", O_WRONLY | O_CREAT, 0600), 1);
      std::vector<std::string> words = arguments(with_model);
      std::vector<char*> argv{const_cast<char*>("mapwright")};
      for (std::string& word : words) {
        argv.push_back(word.data());
      }
      argv.push_back(nullptr);
      execv(binary().c_str(), argv.data());
      _exit(127);
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (questions() == 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(questions(), 1U);
    return child;
  }

  TemporaryDirectory directory;
};

TEST_F(StudyCommand, FillsItsTableOffline) {
  const Ran ran = study({"--domain", "triangle", "--domain", "carpet", "--solver", "symbolic"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, StartsWith("study        2 domains, 20 points shown of 300, 1 repeat, 1 attempt of a model, "
                                  "seed 1\n\ndomain "));
  EXPECT_THAT(ran.out, HasSubstr("\ntriangle  dense 2D        20  symbolic    1/1  100.0 %       0 "));
  EXPECT_THAT(ran.out, HasSubstr("exact: the map is proved (digit-bijection)\n"));
  EXPECT_THAT(ran.out, HasSubstr("\nsymbolic     2 of 2 exact\n"));
}

TEST_F(StudyCommand, LabelsFixturesInEveryOutput) {
  const Ran text = study(with_model);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("model:parrot (fixture)"));
  EXPECT_THAT(text.out, HasSubstr("1 of 2 exact"));
  EXPECT_THAT(text.out, HasSubstr("fixture: written for a test, no model's performance"));
  std::vector<std::string> arguments = with_model;
  arguments.emplace_back("--csv");
  const Ran csv = study(arguments);
  EXPECT_THAT(csv.out, StartsWith("domain,class,points,solver,fixture,repeats,exact,partial,wrong,refused,no-answer,"
                                  "skipped,median_share,attempts,tokens,dollars,seconds,joules,energy_source,result\n"
                                  "triangle,dense 2D,20,symbolic,0,1,1,0,0,0,0,0,1,1,0,0,"));
  EXPECT_THAT(csv.out, HasSubstr("\ntriangle,dense 2D,20,model:parrot,1,1,1,0,"));
  arguments.back() = "--json";
  const json document = json::parse(study(arguments).out);
  EXPECT_EQ(document.at("rows").at(1).at("fixture"), true);
  EXPECT_EQ(document.at("cells").at(1).at("fixture"), true);
  EXPECT_EQ(document.at("solvers").at(1).at("fixture"), true);
  EXPECT_EQ(questions(), 2U) << "the second and third study read the archive";
}

TEST_F(StudyCommand, PrintsOneDocument) {
  std::vector<std::string> arguments = with_model;
  arguments.insert(arguments.end(), {"--json", "--watts", "50", "--repeats", "2"});
  const Ran ran = study(arguments);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("points"), json::parse("[20]"));
  EXPECT_EQ(document.at("listed"), 300);
  EXPECT_EQ(document.at("complete"), true);
  ASSERT_EQ(document.at("rows").size(), 4U);
  ASSERT_EQ(document.at("cells").size(), 6U);
  const json& symbolic = document.at("rows").at(0);
  EXPECT_EQ(symbolic.at("class"), "dense 2D");
  EXPECT_EQ(symbolic.at("repeats"), 1);
  EXPECT_EQ(symbolic.at("exact"), 1);
  EXPECT_EQ(symbolic.at("energy").at("source"), "estimated");
  EXPECT_DOUBLE_EQ(symbolic.at("energy").at("joules"), 50 * symbolic.at("seconds").get<double>());
  const json& model = document.at("rows").at(3);
  EXPECT_EQ(model.at("domain"), "gasket");
  EXPECT_EQ(model.at("repeats"), 2);
  EXPECT_EQ(model.at("exact"), 0);
  EXPECT_GT(model.at("tokens"), 0);
  EXPECT_EQ(model.at("energy").at("source"), "none") << "nothing is estimated for a fixture";
  EXPECT_THAT(document.at("energy_methods").dump(), HasSubstr("50 W"));
}

TEST_F(StudyCommand, GoesOnAfterBeingKilled) {
  const pid_t child = start_and_wait_for_a_question();
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  write_text(directory.path() / "wait", "0");
  std::vector<std::string> again = with_model;
  again.emplace_back("--json");
  const Ran ran = study(again);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  std::vector<int> runs;
  for (const json& cell : document.at("cells")) {
    EXPECT_NE(cell.at("outcome"), "skipped");
    runs.push_back(cell.at("run"));
  }
  EXPECT_THAT(runs, testing::ElementsAre(1, 2, 3, 4)) << "the killed run 2 went on, run 1 was not made again";
  EXPECT_EQ(questions(), 3U) << "the interrupted question and the two of this session";
}

TEST_F(StudyCommand, EndsWithItsTableWhenInterrupted) {
  const pid_t child = start_and_wait_for_a_question();
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string table = read_text(directory.path() / "out");
  EXPECT_THAT(table, HasSubstr("exact: the map is proved")) << "the cell before";
  EXPECT_THAT(table, HasSubstr("skipped: interrupted"));
  EXPECT_THAT(table, HasSubstr("the same command goes on\n"));
}

TEST_F(StudyCommand, ACellCanBeReportedAndReplayed) {
  ASSERT_EQ(study(with_model).code, 0);
  const Ran report = mapwright({"report", "2", "--archive", "runs.db"}, {}, directory.path());
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_THAT(report.out, StartsWith("run          2: study triangle, 20 points, model:parrot\n"));
  const Ran replay = mapwright({"replay", "2", "--archive", "runs.db", "--verify"}, {}, directory.path());
  EXPECT_EQ(replay.code, 0) << replay.out << replay.err;
}

TEST_F(StudyCommand, TheBaselineRunsOrIsVisiblySkipped) {
  const Ran ran = study({"--domain", "{ [i, j] : 0 <= i < 100 and 0 <= j < 5 }"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  if (const auto missing = index_map::learn::regression_missing()) {
    EXPECT_THAT(ran.out, HasSubstr("skipped      regression: " + *missing));
  } else {
    EXPECT_THAT(ran.out, HasSubstr("\nregression   1 of 1 exact\n"));
  }
}

TEST_F(StudyCommand, WrongInputIsOneClearMessage) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--domain", "tirangle"}, "DOMAIN:1:1: error: unknown domain 'tirangle'\n"},
      {{"--domain", "points:x.csv"}, "error: 'points:x.csv' has no definition to compare with\n"},
      {{"--points", "20,x"}, "error: --points"},
      {{"--points", "3"}, "error: --points must be from 4 to 100000\n"},
      {{"--points", "250"}, "error: 250 points of 'triangle' cannot be shown"},
      {{"--solver", "oracle"}, "error: unknown solver 'oracle'\n"},
      {{"--solver", "model"}, "error: the solver \"model\" needs a model\n"},
      {{"--repeats", "0"}, "error: --repeats must be from 1 to 1000\n"},
      {{"--budget", "hope=1"}, "error: unknown budget 'hope'\n"},
      {{"--models", "none.toml"}, "error: "},
      {{"--model", "nobody"}, "error: "},
      {{"--watts", "-1"}, "error: --watts"},
  };
  for (const auto& [words, message] : cases) {
    const Ran ran = study(words);
    EXPECT_EQ(ran.code, 2) << words.back();
    EXPECT_THAT(ran.err, StartsWith(message));
    EXPECT_EQ(ran.out, "");
  }
}

} // namespace
} // namespace mapwright::test
