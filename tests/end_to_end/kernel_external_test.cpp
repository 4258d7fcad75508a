// `kernel bench --command`, evaluators and `kernel import` from outside: answers, documents, wrong input.
#include "end_to_end/command.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExternalCommand : public ::testing::Test {
protected:
  std::string file(const std::string& name, const std::string& text) const {
    write_text(directory_.path() / name, text);
    return (directory_.path() / name).string();
  }

  /// A script that can be run.
  std::string script(const std::string& name, const std::string& text) const {
    const std::string path = file(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  TemporaryDirectory directory_;
};

TEST_F(ExternalCommand, CommandsAgainstEachOther) {
  const std::vector<std::string> arguments{"kernel",         "bench",
                                           "--command",      "old=echo took 3 ms",
                                           "--command",      "new=echo took 2 ms",
                                           "--time-from",    "took ([0-9]+) (ms)",
                                           "--check-output", "--no-contention-check"};
  const auto with = [&](const char* option) {
    std::vector<std::string> all = arguments;
    all.emplace_back(option);
    return mapwright(all);
  };
  const Ran ran = with("--json");
  ASSERT_EQ(ran.code, 0) << ran.err << ran.out;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("baseline").at("command"), "echo took 3 ms");
  const json& command = document.at("commands").at(0);
  EXPECT_EQ(command.at("name"), "new");
  EXPECT_EQ(command.at("verdict"), "FASTER");
  EXPECT_NEAR(command.at("ratio").get<double>(), 2.0 / 3, 1e-12);
  EXPECT_EQ(command.at("samples").size(), command.at("pairs").get<std::size_t>());
  EXPECT_THAT(with("--csv").out, StartsWith("command,baseline,pair,baseline_seconds,seconds\nnew,old,1,0.003,0.002\n"));
  const Ran text = mapwright(arguments);
  EXPECT_THAT(text.out, AllOf(HasSubstr("the time that the program prints"), HasSubstr("1.500"), HasSubstr("FASTER")));
}

TEST_F(ExternalCommand, ACommandThatFails) {
  const Ran ran = mapwright({"kernel", "bench", "--command", "a=true", "--command", "b=sh -c 'echo lost >&2; exit 5'"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("NOT TIMED"), HasSubstr("b ended with exit code 5: lost")));
  const Ran base = mapwright({"kernel", "bench", "--command", "b=false", "--command", "a=true"});
  EXPECT_EQ(base.code, 2);
  EXPECT_THAT(base.err, HasSubstr("the baseline 'b' ended with exit code 1"));
}

/// Seconds of all shapes together follow from the tunable.
constexpr const char* by_tuning = R"(
x=$(tr -dc 0-9 < "$2")
case $x in
  1) echo '{"seconds": 0.004}';;
  2) echo '{"verdict": "wrong", "message": "y[0] is off"}';;
  *) echo '{"seconds": 0.001}';;
esac
)";

constexpr const char* tunable_kernel = "/*mapwright\n[tunables]\nX = [1, 2, 3]\n*/\n__global__ void f() {}\n";

TEST_F(ExternalCommand, AnEvaluatorIsTheOnlyJudgeOfATuning) {
  const std::string evaluator = script("evaluate", by_tuning) + " {candidate} {tuning}";
  const std::string kernel = file("k.hip", tunable_kernel);
  const std::string record = (directory_.path() / "times.json").string();
  const Ran ran = mapwright({"kernel", "tune", "row_sum", kernel, "--evaluator", evaluator, "--strategy", "exhaustive",
                             "--record", record, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err << ran.out;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("evaluator"), evaluator);
  EXPECT_EQ(document.at("trials").at(1).at("seconds"), nullptr);
  EXPECT_EQ(document.at("best").at("X"), 3);
  EXPECT_EQ(document.at("race").at("judged"), false);
  EXPECT_EQ(document.at("race").at("kernels").at(0).at("verdict"), "FASTER");
  EXPECT_EQ(document.at("race").at("kernels").at(0).at("says"), "unchecked");
  EXPECT_EQ(document.at("race").at("rounds"), 20);
  EXPECT_EQ(json::parse(read_text(record)).at("results").at(1).at("invalidity"), "correctness");
}

TEST_F(ExternalCommand, WhatWasMeasuredOutlivesAnEvaluatorThatBreaks) {
  const std::string evaluator =
      script("evaluate", "grep -q 3 \"$1\" && exit 6\necho '{\"seconds\": 1}'\n") + " {tuning}";
  const std::string record = (directory_.path() / "times.json").string();
  const Ran ran = mapwright({"kernel", "tune", "row_sum", file("k.hip", tunable_kernel), "--evaluator", evaluator,
                             "--strategy", "exhaustive", "--record", record});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("ended with exit code 6"));
  EXPECT_EQ(json::parse(read_text(record)).at("results").size(), 2U);
}

TEST_F(ExternalCommand, ATaskMayNameItsEvaluator) {
  const std::string folder = (directory_.path() / "task").string();
  std::filesystem::create_directory(folder);
  script("task/evaluate", "echo '{\"verdict\": \"valid\", \"times\": [{\"shape\": {\"n\": 8}, \"seconds\": 0.5}]}'\n");
  file("task/task.toml", "name = \"t\"\nsummary = \"s\"\nsizes = [\"n\"]\n"
                         "[[argument]]\nname = \"y\"\ntype = \"f32\"\nshape = [\"n\"]\nintent = \"out\"\n"
                         "[shapes]\ntest = [[1]]\nbenchmark = [[8]]\n[[inputs]]\nname = \"none\"\n"
                         "[evaluator]\ncommand = \"./evaluate {candidate}\"\n");
  const std::string kernel = file("task/t.cu", "__global__ void f() {}\n");
  const Ran ran = mapwright({"kernel", "bench", folder, kernel, "--external"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("by './evaluate {candidate}'; the judge has checked nothing"), HasSubstr("SAME")));
  const Ran judged = mapwright({"kernel", "bench", folder, kernel});
  EXPECT_EQ(judged.code, 2); // never run unasked; and the judge misses the reference
  EXPECT_THAT(judged.err, HasSubstr("reference.cpp"));
}

TEST_F(ExternalCommand, ATuningProblemBecomesAFolder) {
  const std::string out = (directory_.path() / "new").string();
  const std::string example = (source_dir() / "examples" / "t1" / "scale_add.json").string();
  const Ran ran = mapwright({"kernel", "import", example, "--output", out, "--name", "axpy", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("files").dump(), R"(["task.toml","axpy.cl"])");
  EXPECT_THAT(document.at("missing").at(0).get<std::string>(),
              StartsWith("reference.cpp: extern \"C\" void reference("));
  EXPECT_THAT(read_text(std::filesystem::path(out) / "axpy.cl"), StartsWith("/*mapwright\nconstraints = "));
  const Ran again = mapwright({"kernel", "import", example, "--output", out});
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("is not empty"));
}

TEST_F(ExternalCommand, WrongInputOfEveryKind) {
  const auto expect = [](std::vector<std::string> arguments, int code, const std::string& message) {
    arguments.insert(arguments.begin(), "kernel");
    const Ran ran = mapwright(arguments);
    EXPECT_EQ(ran.code, code) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
  };
  expect({"bench", "--command", "true"}, 2, "one command alone cannot be compared");
  expect({"bench", "--command", "a=true", "--command", "a=false"}, 2, "two commands are called 'a'");
  expect({"bench", "--command", "true", "--command", "no-such-program-here"}, 3, "no program 'no-such-program-here'");
  expect({"bench", "--command", "true", "--command", "./absent"}, 2, "there is no program ./absent");
  expect({"bench", "--command", "true", "--command", "A=1 true"}, 3, "a variable is set by `env A=...`");
  expect({"bench", "--command", "true", "--command", "echo 'x"}, 2, "not closed");
  expect({"bench", "--command", "a=true", "--command", "b=true", "--time-from", "("}, 2, "no regular expression");
  expect({"bench", "--command", "a=true", "--command", "b=true", "--csv", "--json"}, 2, "exclude each other");
  expect({"bench", "gemm", "k.cl", "--command", "true"}, 2, "excludes --command");
  expect({"bench", "gemm", "k.cl", "--csv"}, 2, "--command");
  const std::string kernel = file("k.hip", tunable_kernel);
  expect({"bench", "row_sum", kernel, "--baseline", kernel, "--external"}, 2, "names no evaluator");
  expect({"bench", "row_sum", kernel, "--baseline", kernel, "--evaluator", "true"}, 2, "is empty");
  expect({"bench", "row_sum", kernel, "--baseline", kernel, "--evaluator", "false"}, 3, "exit code 1");
  expect({"bench", "row_sum", kernel, "--evaluator", "true", "--calls", "3"}, 2, "--calls");
  expect({"tune", "row_sum", kernel, "--evaluator", "echo {}"}, 2, "neither 'seconds' nor 'times'");
  expect({"import", file("p.json", "{"), "--output", "x"}, 2, "p.json:1:2: error: this is no JSON");
  expect({"import", "absent.json", "--output", "x"}, 2, "absent.json");
}

} // namespace
} // namespace mapwright::test
