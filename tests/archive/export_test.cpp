#include "archive/examples.hpp"
#include "archive/export.hpp"
#include "archive/json.hpp"
#include "support/paths.hpp"

#include <cstdlib>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::archive {
namespace {

/// A run with everything in it: measured, failed, refuted, repeated, hard to quote.
void write_run(Archive& archive) {
  auto journal = archive.begin(example_run());
  Step failed;
  failed.number = 1;
  failed.proposer = "model";
  failed.failure = "the reply held no \"program\",\nonly prose";
  failed.used.tokens = 900;
  Step refuted = example_step(2);
  refuted.samples.clear();
  refuted.score.reset();
  refuted.verdict = Verdict{"refuted", false, {{"counterexample", {3, 4}}}};
  Step repeated = example_step(3);
  repeated.candidate = example_candidate(0);
  repeated.verdict.reset();
  repeated.samples.clear();
  repeated.repeats = 0;
  ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(example_exchange(1)));
  ASSERT_TRUE(journal->append(failed) && journal->append(refuted) && journal->append(repeated));
  ASSERT_TRUE(journal->append(example_finding()) && journal->finish(example_end()));
}

class Export : public testing::Test {
protected:
  Export() { write_run(archive_); }

  static void compare(const std::string& text, const std::string& name) {
    const std::filesystem::path path = test::golden_dir() / "archive" / name;
    if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
      overwrite(path, text);
    }
    EXPECT_EQ(text, contents(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  }

  TemporaryDirectory directory_;
  Archive archive_ = Archive::open(directory_ / "a", Access::create).value();
};

TEST_F(Export, JsonLines) {
  std::ostringstream out;
  ASSERT_TRUE(export_jsonl(archive_, RunId(1), out));
  compare(out.str(), "run.jsonl");
}

TEST_F(Export, CommaSeparatedValues) {
  std::ostringstream out;
  ASSERT_TRUE(export_csv(archive_, RunId(1), out));
  compare(out.str(), "run.csv");
}

TEST_F(Export, NoSuchRun) {
  std::ostringstream out;
  EXPECT_EQ(export_jsonl(archive_, RunId(2), out).error().kind, ErrorKind::input);
  EXPECT_EQ(export_csv(archive_, RunId(2), out).error().kind, ErrorKind::input);
  EXPECT_EQ(out.str(), "");
}

TEST_F(Export, AStreamThatFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(export_jsonl(archive_, RunId(1), out).error().kind, ErrorKind::machine);
  EXPECT_EQ(export_csv(archive_, RunId(1), out).error().kind, ErrorKind::machine);
}

TEST_F(Export, TextsThatAreNoUtf8AndNumbersThatAreNotFinite) {
  auto journal = archive_.begin(example_run());
  Step step = example_step(0);
  step.failure = "\xFF\xFE";
  step.samples.front().values = {std::numeric_limits<double>::infinity()};
  ASSERT_TRUE(journal && journal->append(step));
  std::ostringstream out;
  ASSERT_TRUE(export_jsonl(archive_, RunId(2), out));
  EXPECT_THAT(out.str(), testing::HasSubstr("\"failure\":\"\uFFFD\uFFFD\""));
  EXPECT_THAT(out.str(), testing::HasSubstr("\"values\":[null]"));
}

} // namespace
} // namespace mapwright::archive
