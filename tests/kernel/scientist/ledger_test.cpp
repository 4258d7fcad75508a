// The ledger: how predictions and measurements are compared, and what that says about the next ones.
#include "kernel/scientist/ledger.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

Prediction predicted(const std::string& designer, AvenueKind kind, Interval interval, std::optional<double> gain) {
  Prediction prediction{0, designer, "plan", kind, interval};
  prediction.gain = gain;
  return prediction;
}

Ledger some_ledger() {
  Ledger ledger;
  ledger.add(predicted("a", AvenueKind::memory, {1, 4}, 2), SpeedVerdict::faster);    // inside, as its middle
  ledger.add(predicted("a", AvenueKind::memory, {1, 4}, 0.5), SpeedVerdict::slower);  // below, 4 times too high
  ledger.add(predicted("a", AvenueKind::compute, {1, 1}, 1.5), SpeedVerdict::faster); // above
  ledger.add(predicted("b", AvenueKind::memory, {2, 2}, std::nullopt), SpeedVerdict::unclear);
  return ledger;
}

TEST(Ledger, CountsByDesignerAndKind) {
  const Ledger ledger = some_ledger();
  const Calibration memory = ledger.calibration("a", AvenueKind::memory);
  EXPECT_EQ(memory.predictions, 2U);
  EXPECT_EQ(memory.covered, 1U);
  EXPECT_EQ(memory.below, 1U);
  EXPECT_EQ(memory.above, 0U);
  EXPECT_EQ(memory.faster, 1U);
  EXPECT_DOUBLE_EQ(memory.coverage(), 0.5);
  EXPECT_DOUBLE_EQ(memory.bias, 0.5); // sqrt(1 * 1/4)
  const Calibration all = ledger.calibration(std::nullopt, std::nullopt);
  EXPECT_EQ(all.predictions, 4U);
  EXPECT_EQ(all.valid, 3U);
  EXPECT_EQ(all.above, 1U);
  const Calibration invalid = ledger.calibration("b", std::nullopt);
  EXPECT_EQ(invalid.valid, 0U);
  EXPECT_EQ(invalid.coverage(), 0);
  EXPECT_EQ(invalid.bias, 1);
}

TEST(Ledger, RowsAreGroupsThenDesignersThenAll) {
  const auto rows = some_ledger().calibrations();
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0].designer, "a");
  EXPECT_EQ(rows[0].kind, AvenueKind::memory);
  EXPECT_EQ(rows[2].designer, "b");
  EXPECT_EQ(rows[3].designer, "a");
  EXPECT_FALSE(rows[3].kind);
  EXPECT_EQ(rows[5].designer, "");
  EXPECT_EQ(rows[5].predictions, 4U);
  EXPECT_TRUE(Ledger().calibrations().empty());
}

TEST(Ledger, NothingIsCorrectedWithoutExperience) {
  EXPECT_EQ(Ledger().corrected({1, 2}, "a", AvenueKind::memory), (Interval{1, 2}));
  EXPECT_NEAR(some_ledger().corrected({1, 2}, "b", AvenueKind::memory).high, 2, 1e-12); // none could be measured
}

TEST(Ledger, OtherKindsOfADesignerCorrectANewOne) {
  Ledger ledger;
  for (int i = 0; i < 50; ++i) {
    ledger.add(predicted("a", AvenueKind::memory, {2, 2}, 1), SpeedVerdict::same);
  }
  EXPECT_NEAR(ledger.corrected({2, 2}, "a", AvenueKind::memory).low, 1, 0.1);
  EXPECT_NEAR(ledger.corrected({2, 2}, "a", AvenueKind::work).low, 1, 0.1);
  EXPECT_EQ(ledger.corrected({2, 2}, "b", AvenueKind::memory).low, 2);
}

RC_GTEST_PROP(LedgerProperty, CorrectionsTendToTheBiasAndNeverPassIt, ()) {
  const double bias = *rc::gen::inRange(20, 500) / 100.0;
  const int count = *rc::gen::inRange(0, 60);
  Ledger ledger;
  for (int i = 0; i < count; ++i) {
    ledger.add(predicted("a", AvenueKind::work, {1, 4}, 2 * bias), SpeedVerdict::unclear);
  }
  const Interval corrected = ledger.corrected({3, 6}, "a", AvenueKind::work);
  const double factor = std::log(corrected.low / 3);
  RC_ASSERT(std::abs(corrected.high / corrected.low - 2) < 1e-9);
  RC_ASSERT(std::abs(factor) <= std::abs(std::log(bias)) + 1e-9);
  RC_ASSERT(factor * std::log(bias) >= 0);
  RC_ASSERT((count < 40 || std::abs(factor) >= 0.9 * std::abs(std::log(bias))));
}

RC_GTEST_PROP(LedgerProperty, EveryMeasuredPredictionIsCoveredAboveOrBelow, ()) {
  Ledger ledger;
  const auto gains = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 400));
  for (const int gain : gains) {
    ledger.add(predicted("a", AvenueKind::work, {1, 2}, gain == 0 ? std::nullopt : std::optional(gain / 100.0)),
               SpeedVerdict::unclear);
  }
  const Calibration all = ledger.calibration("a", std::nullopt);
  RC_ASSERT(all.predictions == gains.size());
  RC_ASSERT(all.covered + all.above + all.below == all.valid);
}

} // namespace
} // namespace mapwright::kernel::scientist
