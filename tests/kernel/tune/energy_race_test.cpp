// Energies of real kernels by a meter that counts seconds of processor time of the machine, and the rule of verdicts.
#include "kernel/tune/energy_race.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

TEST(EnergyPairsTest, AreEnoughForAllChallengersTogether) {
  EXPECT_EQ(energy_pairs(0.998, 1), 10U); // 2^-9 < 0.002
  EXPECT_EQ(energy_pairs(0.998, 4), 12U);
  EXPECT_EQ(energy_pairs(0.5, 1), 2U);
}

TEST(EnergyResultTest, IsAVerdictOnlyWhenAllPairsAgree) {
  const auto verdict = [](const std::vector<double>& ratios) { return energy_result("k", ratios, 0.02).verdict; };
  EXPECT_EQ(verdict({0.8, 0.9, 0.97}), SpeedVerdict::faster);
  EXPECT_EQ(verdict({0.8, 0.9, 1.01}), SpeedVerdict::unclear);
  EXPECT_EQ(verdict({1.1, 1.3}), SpeedVerdict::slower);
  EXPECT_EQ(verdict({0.99, 1.01, 1}), SpeedVerdict::same);
  const EnergyResult result = energy_result("k", std::vector<double>{0.8, 0.95, 0.9}, 0.02);
  EXPECT_EQ(result.name, "k");
  EXPECT_EQ(result.pairs, 3U);
  EXPECT_DOUBLE_EQ(result.ratio, 0.9);
  EXPECT_EQ(result.ratio_interval, (Interval{0.8, 0.95}));
  EXPECT_EQ(energy_text(result.verdict), "LESS");
}

} // namespace
} // namespace mapwright::kernel
