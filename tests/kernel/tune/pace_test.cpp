// A configuration that is clearly worse costs few samples, and no other is given up.
#include "kernel/tune/pace.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

using Samples = std::vector<double>;

/// After a first configuration that takes 1 s on the first shape and 4 s on the second.
class PaceTest : public ::testing::Test {
protected:
  PaceTest() {
    pace.begin();
    EXPECT_FALSE(pace.spared(Samples{1}));
    pace.add(Samples{1.1, 1, 0.9, 3, 1.05, 9, 9, 9, 9, 9, 9}); // lowest decile 1
    EXPECT_FALSE(pace.lost());
    EXPECT_FALSE(pace.spared(Samples{100, 100, 100}));
    pace.add(Samples{4});
    EXPECT_DOUBLE_EQ(pace.finish(), 2);
    pace.begin();
  }

  Pace pace{2};
};

TEST_F(PaceTest, OneSampleIsEnoughWhenItIsHopeless) {
  EXPECT_FALSE(pace.spared({}));
  EXPECT_TRUE(pace.spared(Samples{30.1}));
  EXPECT_FALSE(pace.spared(Samples{29.9}));
}

TEST_F(PaceTest, SixSamplesAreEnoughWhenAllAreClearlyWorse) {
  EXPECT_FALSE(pace.spared(Samples{1.6, 1.7, 1.8, 1.9, 2}));
  EXPECT_TRUE(pace.spared(Samples{1.6, 1.7, 1.8, 1.6, 2, 2}));
  EXPECT_FALSE(pace.spared(Samples{1.6, 1.4, 1.8, 1.9, 2, 2, 2}));
}

TEST_F(PaceTest, OtherShapesAreSparedWhenTheyCannotMakeUpForIt) {
  pace.add(Samples{2.2, 2.2, 2.2}); // sqrt(2.2 * 4) < 1.5 * 2
  EXPECT_FALSE(pace.lost());
  pace.begin();
  pace.add(Samples{2.4, 2.4}); // sqrt(2.4 * 4) > 1.5 * 2
  EXPECT_TRUE(pace.lost());
  EXPECT_NEAR(pace.finish(), 2.4 * 2, 1e-12); // the second shape is taken to be 2.4 times the best, too
}

TEST_F(PaceTest, TheBestOfEachShapeMayComeFromDifferentConfigurations) {
  pace.add(Samples{0.5});
  pace.add(Samples{8});
  EXPECT_DOUBLE_EQ(pace.finish(), 2);
  pace.begin();
  EXPECT_TRUE(pace.spared(Samples{0.8, 0.8, 0.8, 0.8, 0.8, 0.8}));
  pace.add(Samples{0.5});
  EXPECT_FALSE(pace.spared(Samples{4.5, 4.5, 4.5, 4.5, 4.5, 4.5}));
  pace.add(Samples{4});
  EXPECT_NEAR(pace.finish(), 1.4142135623730951, 1e-12);
}

TEST(PaceOfAllShapesTest, IsNeverLostOnTheLast) {
  Pace pace(1);
  pace.begin();
  pace.add(Samples{1});
  EXPECT_DOUBLE_EQ(pace.finish(), 1);
  pace.begin();
  pace.add(Samples{100});
  EXPECT_FALSE(pace.lost());
  EXPECT_DOUBLE_EQ(pace.finish(), 100);
}

} // namespace
} // namespace mapwright::kernel
