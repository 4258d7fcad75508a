// `kernel list | check | selftest | bench | tune` from outside: answers, documents, wrong input.
#include "device/device.hpp"
#include "end_to_end/command.hpp"
#include "sandbox/level.hpp"
#include "support/sanitizers.hpp"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// y = row sums of x, right or wrong by `last`.
std::string row_sum_source(const std::string& last = {}) {
  return "#include <cstdint>\n"
         "extern \"C\" void row_sum(std::int64_t m, std::int64_t n, const float* x, float* y) {\n"
         "  for (std::int64_t i = 0; i < m; ++i) {\n"
         "    double sum = 0;\n"
         "    for (std::int64_t j = 0; j < n; ++j) { sum += x[i * n + j]; }\n"
         "    y[i] = static_cast<float>(sum);\n"
         "  }\n" +
         last + "}\n";
}

class KernelCommand : public ::testing::Test {
protected:
  void SetUp() override {
    if (sanitized()) {
      GTEST_SKIP() << "a sanitizer needs more address space than a worker has";
    }
    if (sandbox::detect_level().level != sandbox::Level::full) {
      GTEST_SKIP() << "this machine cannot contain native code";
    }
  }

  std::string file(const std::string& name, const std::string& text) const {
    write_text(directory_.path() / name, text);
    return (directory_.path() / name).string();
  }

  TemporaryDirectory directory_;
};

TEST(KernelList, NamesTheShippedTasks) {
  const Ran ran = mapwright({"kernel", "list", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_GE(document.at("tasks").size(), 15U);
  for (const json& task : document.at("tasks")) {
    EXPECT_THAT(task.at("declaration").get<std::string>(), HasSubstr("extern \"C\" void"));
    EXPECT_GE(task.at("starts").size(), 2U) << task;
  }
  EXPECT_THAT(mapwright({"kernel", "list"}).out, AllOf(HasSubstr("\ngemm "), HasSubstr("\nspmv ")));
}

TEST_F(KernelCommand, CheckTellsRightFromWrong) {
  const Ran right = mapwright({"kernel", "check", "row_sum", file("right.cpp", row_sum_source()), "--json"});
  EXPECT_EQ(right.code, 0) << right.err << right.out;
  const json document = json::parse(right.out);
  EXPECT_EQ(document.at("checks").at(0).at("verdict").at("valid"), true);
  EXPECT_GT(document.at("checks").at(0).at("verdict").at("calls"), 20);

  const Ran wrong = mapwright({"kernel", "check", "row_sum", file("wrong.cpp", row_sum_source("  y[m / 2] += 1;\n"))});
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("wrong-output"), HasSubstr("expected")));

  const Ran broken = mapwright({"kernel", "check", "row_sum", file("broken.cpp", "int;;(")});
  EXPECT_EQ(broken.code, 1) << broken.err;
  EXPECT_THAT(broken.out, HasSubstr("not-compiled"));
}

TEST_F(KernelCommand, BenchTimesAgainstTheStartingKernel) {
  const Ran ran = mapwright({"kernel", "bench", "row_sum", file("mine.cpp", row_sum_source()), "--seconds", "0.5",
                             "--no-contention-check", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("disturbed_count"), true);
  const json& kernel = document.at("kernels").at(0);
  EXPECT_EQ(kernel.at("valid"), true);
  for (const json& shape : kernel.at("shapes")) {
    EXPECT_GT(shape.at("pairs"), 0) << shape;
    EXPECT_GT(shape.at("seconds"), 0) << shape;
    EXPECT_GT(shape.at("null_seconds"), 0) << shape;
  }
  const Ran wrong = mapwright({"kernel", "bench", "row_sum", file("bad.cpp", row_sum_source("  y[m - 1] *= 2;\n")),
                               "--seconds", "0.5", "--no-contention-check"});
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  EXPECT_THAT(wrong.out, HasSubstr("NOT VALID (wrong-output)"));
}

TEST_F(KernelCommand, TuneRecordsAndSimulates) {
  const std::string kernel = file(
      "tuned.cpp", "/*mapwright\nconstraints = [\"A != 3\"]\n[tunables]\nA = {values = [1, 2, 3], default = 2}\n*/\n" +
                       row_sum_source("  for (volatile int again = 1; again < 40 * A; ++again) {}\n"));
  const std::string record = (directory_.path() / "times.json").string();
  const Ran ran = mapwright({"kernel", "tune", "row_sum", kernel, "--evaluations", "9", "--record", record, "--seconds",
                             "0.3", "--no-contention-check", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err << ran.out;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("space"), 2); // without the one that the constraint forbids
  EXPECT_EQ(document.at("trials").size(), 2U);
  EXPECT_EQ(document.at("preset").at("A"), 2);
  EXPECT_GT(document.at("best_seconds"), 0);
  EXPECT_EQ(json::parse(read_text(record)).at("results").size(), 2U);
  EXPECT_EQ(json::parse(read_text(record)).at("metadata").at("task"), "row_sum");

  const Ran again = mapwright({"kernel", "tune", "row_sum", kernel, "--simulate", record, "--strategy", "exhaustive"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, AllOf(HasSubstr("from recorded times"), HasSubstr("2 of 2 configurations")));
}

TEST_F(KernelCommand, ADeviceThatIsNotHereIsAMatterOfTheMachine) {
  for (const device::Api api : {device::Api::cuda, device::Api::hip}) {
    if (device::list_devices(api)) {
      continue; // it is here
    }
    const std::string backend(to_string(api));
    const Ran ran = mapwright({"kernel", "check", "row_sum", "--backend", backend});
    EXPECT_EQ(ran.code, 3) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("a worker cannot run " + backend + " kernels here: there is "));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST_F(KernelCommand, TuneGoesOnFromItsCache) {
  const std::string kernel = file("cached.cpp", "/*mapwright\n[tunables]\nA = [1, 2, 3]\n*/\n" + row_sum_source());
  const std::string cache = (directory_.path() / "cache.json").string();
  const auto tuned = [&](const std::string& evaluations) {
    const Ran ran = mapwright({"kernel", "tune", "row_sum", kernel, "--evaluations", evaluations, "--strategy",
                               "exhaustive", "--cache", cache, "--no-race", "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out);
  };
  EXPECT_EQ(tuned("2").at("evaluations"), 2);
  const json before = json::parse(read_text(cache));
  const json all = tuned("9");
  EXPECT_EQ(all.at("evaluations"), 1); // the two others are known
  EXPECT_EQ(all.at("trials").size(), 3U);
  EXPECT_EQ(all.at("race"), nullptr);
  EXPECT_EQ(tuned("9").at("evaluations"), 0);
  const json after = json::parse(read_text(cache));
  ASSERT_EQ(after.at("results").size(), 3U);
  EXPECT_EQ(after.at("results").at(0), before.at("results").at(0));

  file("cached.cpp", "/*mapwright\n[tunables]\nA = [1, 2, 3]\n*/\n// changed\n" + row_sum_source());
  const Ran changed = mapwright({"kernel", "tune", "row_sum", kernel, "--cache", cache});
  EXPECT_EQ(changed.code, 2);
  EXPECT_THAT(changed.err, HasSubstr("cache.json holds results of another kernel"));
}

TEST_F(KernelCommand, TuneFindsAFrontOfTimeAndEnergy) {
  const std::string kernel = file("two.cpp", "/*mapwright\n[tunables]\nA = [1, 2, 3, 4]\n*/\n" + row_sum_source());
  const auto result = [](int a, double milliseconds, double joules) {
    return json{{"configuration", {{"A", a}}},
                {"times", json::object()},
                {"invalidity", "correct"},
                {"correctness", 1},
                {"measurements",
                 {{{"name", "time"}, {"value", milliseconds}, {"unit", "ms"}},
                  {{"name", "energy"}, {"value", joules}, {"unit", "J"}}}}};
  };
  const json results = {result(1, 5, 1), result(2, 4, 2), result(3, 4.5, 3), result(4, 3, 4)};
  const std::string record = file("two.json", json{{"results", results}}.dump());
  const auto simulated = [&](const std::string& objective, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"kernel",     "tune", "row_sum",     kernel,
                                          "--simulate", record, "--objective", objective};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return mapwright(arguments);
  };
  const json both = json::parse(simulated("time,energy", {"--json"}).out);
  std::vector<int> front;
  for (const json& place : both.at("front")) {
    front.push_back(both.at("trials").at(place.get<std::size_t>()).at("tuning").at("A"));
  }
  EXPECT_EQ(front, (std::vector<int>{4, 2, 1}));
  EXPECT_EQ(both.at("best").at("A"), 4);
  EXPECT_EQ(both.at("best_joules"), 4.0);
  EXPECT_EQ(json::parse(simulated("energy", {"--json"}).out).at("best").at("A"), 1);
  EXPECT_THAT(simulated("time,energy").out, AllOf(HasSubstr("beaten by none"), HasSubstr("4 ms"), HasSubstr("2 J")));

  const Ran missing =
      mapwright({"kernel", "tune", "row_sum", kernel, "--objective", "energy", "--rapl", directory_.path().string()});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("energy cannot be measured here: no RAPL package"));
}

TEST_F(KernelCommand, WrongInputOfEveryKind) {
  const auto expect = [](std::vector<std::string> arguments, int code, const std::string& message) {
    arguments.insert(arguments.begin(), "kernel");
    const Ran ran = mapwright(arguments);
    EXPECT_EQ(ran.code, code) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(message));
  };
  expect({"check", "gem"}, 2, "gemm");
  expect({"check", "row_sum", "missing.cpp"}, 2, "missing.cpp");
  expect({"check", "row_sum", file("k.f90", "")}, 2, "k.f90");
  expect({"check", "row_sum", "--backend", "open"}, 2, "unknown back end 'open'");
  expect({"check", "row_sum", "--sandbox", "ful"}, 2, "did you mean 'full'");
  expect({"check", "row_sum", file("a.cpp", row_sum_source()), "--tune", "TS=3"}, 2, "no tunable 'TS'");
  expect({"selftest"}, 2, "either tasks or --all");
  expect({"bench", "row_sum"}, 2, "FILE");
  expect({"tune", "row_sum", file("plain.cpp", row_sum_source())}, 2, "has nothing to tune");
  expect({"tune", "syrk", "--strategy", "bandid"}, 2, "bandit");
  expect({"tune", "syrk", "--simulate", file("no.json", "{")}, 2, "no.json:1:");
  expect({"tune", "syrk", "--objective", "energie"}, 2, "did you mean 'energy'");
  expect({"tune", "syrk", "--objective", "time,time"}, 2, "named twice");
  expect({"tune", "syrk", "--simulate", "a.json", "--cache", "b.json"}, 2, "leave out --record and --cache");
  const std::string folder = (directory_.path() / "task").string();
  std::filesystem::create_directory(folder);
  write_text(std::filesystem::path(folder) / "task.toml", "name = \"t\"\n");
  expect({"check", folder}, 2, "task.toml:1:1: error: 'summary' is missing");
}

} // namespace
} // namespace mapwright::test
