// Circuit, stencil and pennant: tasks give what the same computation gives without them.
#include "mapper/apps/mesh_difference.hpp"
#include "mapper/random_programs.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

/// Runs tasks and reference, and expects all results within the tolerance. Gives the largest difference.
double expect_like_reference(const std::string& specification) {
  const OpenedMesh opened(specification);
  const double apart = difference_from_reference(opened, opened.run());
  EXPECT_LE(apart, opened.application.tolerance) << specification;
  return apart;
}

TEST(MeshApplications, StencilIsExact) {
  for (const char* size :
       {"stencil", "stencil,tiles_x=1,tiles_y=1,n=9", "stencil,tiles_x=3,tiles_y=2,n=7,short_by=3,steps=4",
        "stencil,tiles_x=1,tiles_y=4,n=5,short_by=2,steps=3,radius=1",
        "stencil,tiles_x=5,tiles_y=3,n=8,short_by=5,steps=2,radius=3", "stencil,tiles_x=4,tiles_y=4,n=2,steps=6",
        "stencil,tiles_x=2,tiles_y=1,n=1,radius=1,steps=1"}) {
    EXPECT_EQ(expect_like_reference(size), 0);
  }
}

TEST(MeshApplications, StencilLeavesNoTrivialValues) {
  const OpenedMesh opened("stencil,tiles_x=3,tiles_y=2,n=7,short_by=3");
  const RegionData data = opened.run();
  const std::span<const double> output = data.values<double>("points", "output");
  EXPECT_GT(std::set<double>(output.begin(), output.end()).size(), 50U);
}

TEST(MeshApplications, CircuitAgreesUpToTheOrderOfSums) {
  double largest = 0;
  for (const char* size :
       {"circuit", "circuit,pieces=1", "circuit,pieces=2,window=4,percent_inside=0",
        "circuit,pieces=7,window=1,nodes_per_piece=31,wires_per_piece=57,percent_shared=20,loops=9,seed=5",
        "circuit,pieces=3,percent_shared=100,nodes_per_piece=12,wires_per_piece=20", "circuit,percent_inside=100",
        "circuit,pieces=9,window=4,nodes_per_piece=40,wires_per_piece=60,percent_shared=30,steps=3",
        "circuit,pieces=2,nodes_per_piece=1,wires_per_piece=1,seed=3"}) {
    largest = std::max(largest, expect_like_reference(size));
  }
  EXPECT_GT(largest, 0) << "sums in another order that agree to the last bit are the same sums";
}

TEST(MeshApplications, PennantAgreesUpToTheOrderOfSums) {
  double largest = 0;
  for (const char* size :
       {"pennant", "pennant,pieces=1,zones_y=9", "pennant,pieces=5,zones_x=7,zones_y=13,cycles=20",
        "pennant,pieces=4,zones_x=3,zones_y=4,cycles=12", "pennant,pieces=2,zones_x=1,zones_y=6,cycles=8",
        "pennant,pieces=6,zones_x=16,zones_y=48,cycles=60"}) {
    largest = std::max(largest, expect_like_reference(size));
  }
  EXPECT_GT(largest, 0) << "sums in another order that agree to the last bit are the same sums";
}

RC_GTEST_PROP(MeshApplications, AnySizeAgrees, ()) {
  const auto any = [](int low, int high) { return any_of_range(low, high + 1); };
  std::string size;
  switch (any(0, 2)) {
  case 0:
    size = fmt::format("circuit,pieces={},nodes_per_piece={},wires_per_piece={},percent_shared={},percent_inside={},"
                       "window={},steps={},loops={},seed={}",
                       any(1, 9), any(1, 30), any(1, 50), any(1, 100), any(0, 100), any(1, 4), any(1, 4), any(1, 4),
                       any(0, 1000));
    break;
  case 1: {
    const int radius = any(1, 3);
    const int n = any(radius, 9);
    size = fmt::format("stencil,n={},radius={},short_by={},tiles_x={},tiles_y={},steps={}", n, radius,
                       any(0, n - radius), any(1, 4), any(1, 4), any(1, 4));
    break;
  }
  default: {
    const int rows = any(1, 14);
    size = fmt::format("pennant,zones_x={},zones_y={},pieces={},cycles={}", any(1, 6), rows, any(1, rows), any(1, 6));
  }
  }
  expect_like_reference(size);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(MeshApplications, AMissingContributionIsSeen) {
  // The tolerance tells a wrong result from another order of sums: leave one task out.
  for (const char* size : {"circuit", "pennant", "stencil"}) {
    OpenedMesh opened(size);
    RegionData got = opened.data();
    const std::string left_out = std::string(size) == "circuit"   ? "distribute_charge"
                                 : std::string(size) == "pennant" ? "calc_everything"
                                                                  : "stencil";
    KernelTable kernels = opened.application.kernels;
    static mapwright_kernel original = nullptr;
    original = kernels.at(left_out).host;
    kernels.at(left_out).host = [](const mapwright_task* task) {
      if (task->point[0] != 1) {
        original(task);
      }
    };
    ASSERT_TRUE(run_sequentially(opened.program(), opened.graph, kernels, got));
    EXPECT_GT(difference_from_reference(opened, got), 10 * opened.application.tolerance) << size;
  }
}

TEST(MeshApplications, CircuitGhostsAreWhatWiresReach) {
  for (const char* size : {"circuit,pieces=6,window=2,percent_shared=10,wires_per_piece=100,nodes_per_piece=200",
                           "circuit,pieces=5,window=4,percent_shared=40,wires_per_piece=300,nodes_per_piece=100",
                           "circuit,pieces=8,window=3,wires_per_piece=20000,nodes_per_piece=5000"}) {
    const OpenedMesh opened(size);
    const RegionData data = opened.data();
    const std::span<const std::int32_t> out = data.values<std::int32_t>("wires", "out_ptr");
    const auto size_named = [&](const std::string& name) {
      const auto& sizes = opened.program().sizes;
      return std::find_if(sizes.begin(), sizes.end(), [&](const auto& item) { return item.first == name; })->second;
    };
    const std::int64_t nodes = size_named("nodes_per_piece");
    const std::int64_t wires = size_named("wires_per_piece");
    const Partition& ghosts = opened.partition("rp_ghost");
    for (std::size_t p = 0; p < ghosts.sets.size(); ++p) {
      std::uint64_t points = 0;
      for (const Rectangle& part : ghosts.sets[p]) {
        points += part.volume();
      }
      EXPECT_LE(ghosts.sets[p].size(), 8U << 7U);
      std::set<std::int64_t> reached;
      for (std::int64_t w = 0; w < wires; ++w) {
        const std::int64_t node = out[p * static_cast<std::size_t>(wires) + static_cast<std::size_t>(w)];
        if (node >= nodes) {
          reached.insert(node - nodes);
        }
      }
      EXPECT_EQ(reached.size(), points) << size << ", piece " << p;
      EXPECT_EQ(*reached.rbegin(), static_cast<std::int64_t>(points) - 1);
    }
  }
}

TEST(MeshApplications, PennantKeepsMassAndEnergy) {
  const OpenedMesh opened("pennant,pieces=3,zones_x=12,zones_y=36,cycles=80");
  const auto energy = [](const RegionData& data, bool begun) {
    double sum = 0;
    const std::span<const double> mass = data.values<double>("rz_all", "zm");
    const std::span<const double> inner = data.values<double>("rz_all", begun ? "zetot" : "ze");
    for (std::size_t z = 0; z < mass.size(); ++z) {
      sum += begun ? inner[z] : mass[z] * inner[z];
    }
    const std::span<const double> u = data.values<double>("rp_all", "pu_x");
    const std::span<const double> v = data.values<double>("rp_all", "pu_y");
    const std::span<const double> point_mass = data.values<double>("rp_all", "pmaswt");
    for (std::size_t p = 0; p < u.size(); ++p) {
      sum += 0.5 * point_mass[p] * (u[p] * u[p] + v[p] * v[p]);
    }
    return sum;
  };
  const RegionData before = opened.data();
  const RegionData after = opened.run();
  EXPECT_NEAR(energy(after, true), energy(before, false), 1e-13 * energy(before, false));
  const auto total = [](std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); };
  const double mass = total(before.values<double>("rz_all", "zm"));
  EXPECT_NEAR(total(after.values<double>("rp_all", "pmaswt")), mass, 1e-12 * mass);
  // It moves: the gas below has pushed what is above it.
  const std::span<const double> v = after.values<double>("rp_all", "pu_y");
  EXPECT_GT(*std::max_element(v.begin(), v.end()), 0.05);
  const std::span<const double> area = after.values<double>("rz_all", "zvol");
  EXPECT_GT(*std::min_element(area.begin(), area.end()), 0);
}

TEST(MeshApplications, RefuseWhatDoesNotGoTogether) {
  const auto message = [](const char* specification) {
    const auto opened = open_application(specification);
    return opened ? "opened" : opened.error().message;
  };
  EXPECT_EQ(message("stencil,n=4,short_by=3"),
            "application stencil: the last tiles have 1 points, less than the radius 2");
  EXPECT_EQ(message("pennant,pieces=9,zones_y=8"),
            "application pennant: 9 pieces need as many rows of zones, zones_y=8");
  EXPECT_EQ(message("circuit,pieces=4096,wires_per_piece=10000000"),
            "application circuit: 4096 pieces have 40960000000 wires and 20480 shared nodes; at most 268435456 and "
            "16777216 will do");
  EXPECT_EQ(message("circuit,window=9"), "application circuit: window=9 is outside 1 to 4");
}

/// The shape of the round machine is that of random_plan; layouts are what the kernels ask for.
Plan legal_random_plan(const OpenedMesh& opened, std::uint32_t nodes) {
  Plan plan = random_plan(opened.program(), opened.graph, nodes);
  for (std::uint32_t& limit : plan.limits) {
    limit = limit == 0 ? 0 : limit + 2;
  }
  if (opened.application.name == "stencil") {
    for (ArgumentDecision& argument : plan.arguments) {
      argument.layout = DataLayout{};
    }
  }
  return plan;
}

RC_GTEST_PROP(MeshApplications, RandomPlansSimulate, ()) {
  static const std::vector<OpenedMesh> all{
      OpenedMesh("circuit,pieces=6,nodes_per_piece=20,wires_per_piece=60,percent_shared=20,loops=2"),
      OpenedMesh("stencil,tiles_x=3,tiles_y=2,n=6,short_by=2,steps=2"),
      OpenedMesh("pennant,pieces=5,zones_x=4,zones_y=12,cycles=2")};
  const OpenedMesh& opened = all[static_cast<std::size_t>(any_of_range(0, 3))];
  const Machine machine = round_machine(2);
  const Plan plan = legal_random_plan(opened, 2);
  const auto run = Simulator(opened.program(), opened.graph, machine).run(plan);
  RC_ASSERT(run);
  RC_ASSERT(run->status == SimulationStatus::done);
  RC_ASSERT(run->makespan >= run->bounds.highest() * (1 - 1e-12));
}

} // namespace
} // namespace mapwright::mapper
