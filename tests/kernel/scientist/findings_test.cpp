// Findings: what versions show, what contradicts it, and what is carried from run to run.
#include "kernel/scientist/findings.hpp"
#include "scientist_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using test::start_version;
using test::version_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Findings fresh(const std::string& device = "a machine") {
  return {"twice", Backend::cpp, device};
}

TEST(Findings, AGainIsShownByItsExperiments) {
  Findings findings = fresh();
  findings.learn(version_of(3, start_version(), "tile", {0.5}));
  findings.learn(version_of(7, start_version(), "tile", {0.125}));
  ASSERT_EQ(findings.all().size(), 1U);
  const Finding& finding = findings.all()[0];
  EXPECT_EQ(finding.id, "F1");
  EXPECT_EQ(finding.standing, Standing::supported);
  EXPECT_THAT(finding.supported_by, ElementsAre(3, 7));
  EXPECT_NEAR(finding.gain, 4, 1e-9); // of 2 and 8
  EXPECT_NEAR(finding.gain_interval.low, 2 / 1.05, 1e-9);
  EXPECT_NEAR(finding.gain_interval.high, 8 / 0.95, 1e-9);
  EXPECT_EQ(finding.text, "tile makes twice (cpp) on a machine 4.00x faster");
}

TEST(Findings, LossesAreFindingsTooAndDoubtsAreNone) {
  Findings findings = fresh();
  findings.learn(version_of(3, start_version(), "tile", {2}));
  findings.learn(version_of(4, start_version(), "simd", {1.01}));
  findings.learn(test::failed_version(5, start_version(), "unroll"));
  findings.learn(start_version());
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_THAT(findings.all()[0].text, HasSubstr("2.00x slower"));
}

TEST(Findings, OppositeResultsContradict) {
  Findings findings = fresh();
  findings.learn(version_of(3, start_version(), "tile", {0.5}));
  findings.learn(version_of(4, start_version(), "tile", {2}));
  findings.learn(version_of(5, start_version(), "tile", {0.5}));
  ASSERT_EQ(findings.all().size(), 1U);
  const Finding& finding = findings.all()[0];
  EXPECT_EQ(finding.standing, Standing::contradicted);
  EXPECT_THAT(finding.supported_by, ElementsAre(3, 5));
  EXPECT_THAT(finding.contradicted_by, ElementsAre(4));
  EXPECT_EQ(finding.text, "tile makes twice (cpp) on a machine now faster, now slower: between 0.48x and 2.11x");
}

std::vector<Finding> from_elsewhere(double ratio) {
  Findings there = fresh();
  there.learn(version_of(3, start_version(), "tile", {ratio}));
  return there.all();
}

TEST(Findings, OnAnotherDeviceTheyAreHypotheses) {
  Findings same = fresh();
  same.bring_in(from_elsewhere(0.5));
  EXPECT_EQ(same.all()[0].standing, Standing::supported);
  EXPECT_EQ(same.all()[0].origin, "another run");
  Findings other = fresh("another machine");
  other.bring_in(from_elsewhere(0.5));
  EXPECT_EQ(other.all()[0].standing, Standing::hypothesis);
  EXPECT_EQ(other.all()[0].device, "a machine");
}

TEST(Findings, WhatIsShownHereReplacesTheHypothesis) {
  Findings findings = fresh("another machine");
  findings.bring_in(from_elsewhere(0.5));
  findings.learn(version_of(9, start_version(), "tile", {0.8}));
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.all()[0].id, "F2");
  EXPECT_EQ(findings.all()[0].origin, "");
  EXPECT_EQ(findings.all()[0].standing, Standing::supported);
}

TEST(Findings, WhatIsRefutedHereIsKeptAsContradicted) {
  Findings findings = fresh("another machine");
  findings.bring_in(from_elsewhere(0.5));
  findings.learn(version_of(9, start_version(), "tile", {1.5}));
  ASSERT_EQ(findings.all().size(), 2U);
  EXPECT_EQ(findings.all()[0].standing, Standing::contradicted);
  EXPECT_THAT(findings.all()[0].contradicted_by, ElementsAre(9));
  EXPECT_THAT(findings.all()[1].text, HasSubstr("1.50x slower"));
}

TEST(Findings, AsADocument) {
  Findings findings = fresh("another machine");
  findings.bring_in(from_elsewhere(0.5));
  findings.learn(version_of(9, start_version(), "simd", {0.5}));
  EXPECT_EQ(
      to_markdown(findings.all()),
      "# Findings\n"
      "\n## Supported by experiments on this device\n\n"
      "- **F2** simd makes twice (cpp) on another machine 2.00x faster (1.90x to 2.11x; shown by step 9).\n"
      "\n## Hypotheses: shown elsewhere, not yet here\n\n"
      "- **F1** tile makes twice (cpp) on a machine 2.00x faster (1.90x to 2.11x; shown by step 3 of another run).\n");
  EXPECT_THAT(to_markdown({}), HasSubstr("Nothing is known yet"));
}

TEST(Findings, InTheArchiveWithTheStepsOfThisRunAlone) {
  Findings findings = fresh("another machine");
  findings.bring_in(from_elsewhere(0.5));
  findings.learn(version_of(9, start_version(), "simd", {0.5}));
  EXPECT_THAT(archived(findings.all()[0]).steps, IsEmpty());
  EXPECT_THAT(archived(findings.all()[1]).steps, ElementsAre(9));
  EXPECT_EQ(archived(findings.all()[1]).data["gain"], findings.all()[1].gain);
}

TEST(Findings, JsonSaysWhatIsWrong) {
  nlohmann::json value = to_json(from_elsewhere(0.5)[0]);
  value["gain"] = -1;
  EXPECT_THAT(finding_from_json(value).error().message, HasSubstr("above 0"));
  value.erase("device");
  EXPECT_THAT(finding_from_json(value).error().message, HasSubstr("device"));
}

RC_GTEST_PROP(FindingsProperty, ContradictedExactlyWhenBothWereShown, ()) {
  Findings findings = fresh();
  const auto percents = *rc::gen::container<std::vector<int>>(rc::gen::inRange(50, 151));
  bool gains = false;
  bool losses = false;
  std::uint64_t step = 0;
  for (const int percent : percents) {
    const Version version = version_of(++step, start_version(), "tile", {percent / 100.0});
    findings.learn(version);
    gains = gains || version.measured->verdict == SpeedVerdict::faster;
    losses = losses || version.measured->verdict == SpeedVerdict::slower;
  }
  RC_ASSERT(findings.all().empty() == (!gains && !losses));
  if (!findings.all().empty()) {
    const Finding& finding = findings.all()[0];
    RC_ASSERT((finding.standing == Standing::contradicted) == (gains && losses));
    RC_ASSERT(finding.gain_interval.low <= finding.gain && finding.gain <= finding.gain_interval.high);
    RC_ASSERT(*finding_from_json(nlohmann::json::parse(to_json(finding).dump())) == finding);
  }
}

} // namespace
} // namespace mapwright::kernel::scientist
