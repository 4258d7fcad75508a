// The configurations of a candidate, against three nested loops.
#include "kernel/tune/space.hpp"
#include "kernel/tune/tune_case.hpp"

#include <algorithm>

namespace mapwright::kernel {
namespace {

const std::string constrained = R"(constraints = ["A*B <= 32", "B + C"]
[tunables]
A = {values = [16, 4, 8], default = 8}
B = [1, 2, 4, 8]
C = [0, -1, 3]
)";

TuningSpace random_space_of(const std::string& comment) {
  auto space = TuningSpace::of(tunable_kernel(comment));
  EXPECT_TRUE(space) << space.error().format();
  return *std::move(space);
}

TEST(TuningSpaceTest, HoldsWhatSatisfiesTheConstraintsInOrder) {
  const TuningSpace space = random_space_of(constrained);
  std::size_t index = 0;
  for (const std::int64_t a : {4, 8, 16}) {
    for (const std::int64_t b : {1, 2, 4, 8}) {
      for (const std::int64_t c : {-1, 0, 3}) {
        const Tuning tuning = {{"A", a}, {"B", b}, {"C", c}};
        if (a * b <= 32 && b + c != 0) {
          ASSERT_LT(index, space.size());
          EXPECT_EQ(space.tuning(index), tuning);
          EXPECT_EQ(space.index_of(tuning), index);
          EXPECT_EQ(space.index_at(space.positions(index)), index);
          ++index;
        } else {
          EXPECT_EQ(space.index_of(tuning), std::nullopt);
        }
      }
    }
  }
  EXPECT_EQ(index, space.size());
}

TEST(TuningSpaceTest, NeighboursAreThoseAtDistanceOne) {
  const TuningSpace space = random_space_of(constrained);
  for (std::size_t i = 0; i < space.size(); ++i) {
    std::vector<std::size_t> expected;
    for (std::size_t j = 0; j < space.size(); ++j) {
      EXPECT_EQ(space.distance(i, j), space.distance(j, i));
      if (space.distance(i, j) == 1) {
        expected.push_back(j);
      }
    }
    EXPECT_EQ(space.neighbours(i), expected);
    EXPECT_EQ(space.distance(i, i), 0U);
  }
}

TEST(TuningSpaceTest, KnowsWhatIsNoConfiguration) {
  const TuningSpace space = random_space_of(constrained);
  EXPECT_EQ(space.index_of({{"A", 4}, {"B", 1}}), std::nullopt);
  EXPECT_EQ(space.index_of({{"A", 4}, {"B", 1}, {"C", 7}}), std::nullopt);
  EXPECT_EQ(space.index_of({{"A", 4}, {"B", 1}, {"D", 3}}), std::nullopt);
  EXPECT_EQ(space.index_at(std::vector<Position>{0, 4, 0}), std::nullopt);
}

TEST(TuningSpaceTest, WithoutTunablesThereIsOneConfiguration) {
  const TuningSpace space = random_space_of("");
  EXPECT_EQ(space.size(), 1U);
  EXPECT_EQ(space.tuning(0), Tuning{});
  EXPECT_EQ(space.index_of({}), 0U);
  EXPECT_TRUE(space.neighbours(0).empty());
}

TEST(TuningSpaceTest, RefusesWhatCannotBeListed) {
  KernelCandidate candidate = tunable_kernel("constraints = [\"A <= 2\"]\n[tunables]\nA = [1, 2, 3]\n");
  candidate.tunables.front().values = {3};
  const auto none = TuningSpace::of(candidate);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::input);
  EXPECT_EQ(none.error().message, "none of the 1 combinations of the tunables satisfies the constraints");

  std::string tunables = "[tunables]\n";
  for (char name = 'A'; name <= 'U'; ++name) { // 2^21 products
    tunables += std::string(1, name) + " = [1, 2]\n";
  }
  const auto many = TuningSpace::of(tunable_kernel(tunables));
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().kind, ErrorKind::input);

  const auto undefined =
      TuningSpace::of(tunable_kernel("constraints = [\"floor_div(4, A)\"]\n[tunables]\nA = [1, 0]\n"));
  ASSERT_FALSE(undefined);
  EXPECT_EQ(undefined.error().kind, ErrorKind::input);
}

} // namespace
} // namespace mapwright::kernel
