// The simulator against SimGrid (docs/benchmarks.md). Where copies do not meet on a link the two must agree; where they
// do, one serves them in order and the other lets them share.
#include "mapper/machine/read_machine.hpp"
#include "simgrid/compared_graph.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

constexpr double agreement = 1e-6; ///< relative; the two compute the same sums in another order
constexpr double tolerance = 0.15; ///< where copies share links
constexpr std::uint64_t megabyte = 1'000'000;

class SimGridComparison : public testing::Test {
protected:
  void SetUp() override {
    if (!has_simgrid()) {
      GTEST_SKIP() << "SimGrid (libsimgrid-dev) is not installed";
    }
  }

  static Machine nodes(int count) {
    auto machine = open_machine("lassen,nodes=" + std::to_string(count));
    if (!machine) {
      throw std::runtime_error(machine.error().format());
    }
    return std::move(*machine);
  }

  /// Both makespans, and that they differ by at most this part of SimGrid's.
  static ComparedRun expect_near(const ComparedGraph& graph, const Machine& machine, double part) {
    const ComparedRun ours = our_run(graph, machine);
    const double theirs = simgrid_makespan(graph, machine);
    EXPECT_LE(std::abs(ours.makespan - theirs), part * theirs)
        << graph.name << ": " << ours.makespan << " s, SimGrid " << theirs << " s; " << ours.waited << " of "
        << ours.copies << " copies waited";
    return ours;
  }
};

TEST_F(SimGridComparison, ChainsAgree) {
  for (const int count : {1, 2}) {
    const Machine machine = nodes(count);
    const auto gpus = static_cast<std::uint32_t>(4 * count);
    for (const std::uint64_t bytes : {megabyte, 100 * megabyte}) {
      const ComparedRun run = expect_near(chain_graph(gpus, 24, 1e-3, bytes), machine, agreement);
      EXPECT_EQ(run.copies, 23U);
      EXPECT_EQ(run.waited, 0U);
    }
  }
}

TEST_F(SimGridComparison, RingShiftsAgree) {
  for (const int count : {1, 2}) {
    const auto gpus = static_cast<std::uint32_t>(4 * count);
    const ComparedRun run = expect_near(halo_graph(gpus, 10, {1}, 1e-3, 10 * megabyte), nodes(count), agreement);
    EXPECT_EQ(run.waited, 0U);
  }
}

TEST_F(SimGridComparison, ForksAndJoinsStayClose) {
  expect_near(fork_join_graph(4, 5, 5e-3, 10 * megabyte), nodes(1), tolerance);
  expect_near(fork_join_graph(8, 5, 20e-3, 10 * megabyte), nodes(2), tolerance);
}

TEST_F(SimGridComparison, HaloExchangesStayClose) {
  for (const int count : {1, 2}) {
    const auto gpus = static_cast<std::uint32_t>(4 * count);
    expect_near(halo_graph(gpus, 10, {1, gpus - 1}, 2e-3, megabyte), nodes(count), tolerance);
    expect_near(halo_graph(gpus, 10, {1, gpus - 1}, 2e-3, 20 * megabyte), nodes(count), tolerance);
  }
}

TEST_F(SimGridComparison, RandomGraphsStayClose) {
  for (const int count : {1, 2}) {
    const Machine machine = nodes(count);
    const auto gpus = static_cast<std::uint32_t>(4 * count);
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      expect_near(random_graph(seed, gpus, 80, 16, 2e-3, 10 * megabyte), machine, tolerance);
    }
  }
}

TEST_F(SimGridComparison, RandomGraphsWithoutQueuesAgree) {
  const Machine machine = nodes(2);
  int without_queues = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const ComparedGraph graph = random_graph(seed, 8, 10, 6, 2e-3, 1000);
    const bool queues = our_run(graph, machine).waited > 0;
    without_queues += queues ? 0 : 1;
    expect_near(graph, machine, queues ? 1e-3 : agreement);
  }
  EXPECT_GT(without_queues, 0);
}

} // namespace
} // namespace mapwright::mapper
