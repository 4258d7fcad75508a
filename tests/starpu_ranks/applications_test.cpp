// Every application over several ranks gives what its reference gives, and sends what the simulator sends.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/engine/agreement.hpp"
#include "starpu_ranks/world_scene.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using mapper::sure;

/// One run on all ranks; rank 0 has the results.
struct RanksRun {
  RankTransfers transfers;
  std::uint64_t counted = 0; ///< bytes that StarPU-MPI sent on all ranks; on rank 0
  mapper::Agreement agreement;
};

RanksRun run_on_ranks(const mapper::Application& application, const mapper::TaskGraph& graph,
                      const mapper::Plan& plan) {
  const World& world = *the_world();
  sure(workers_for(application.program, graph, plan, world.place()));
  RanksRun run{transfers_between_ranks(application.program, graph, plan), 0, {}};
  Engine engine(rank_runtime(), application.program, graph, application.kernels);
  mapper::RegionData got = sure(mapper::RegionData::make(application.program));
  application.initialise(got);
  mapper::RegionData expected = got;
  sure(world.agree(engine.prepare(plan, run.transfers.transfers)).map([] { return 0; }));
  MpiExchange exchange(run.transfers, world.place());
  sure(engine.run_prepared(got, &exchange));
  for (const std::string& sent : world.to_first(std::to_string(exchange.sent()))) {
    run.counted += std::stoull(sent);
  }
  application.reference(expected);
  run.agreement = agreement_of(application.program, application.results, got, expected);
  return run;
}

/// A mapper for nodes that have devices, for nodes that have none; without CollectMemory, by which the simulator drops
/// copies when no reader runs.
std::string on_cpus(std::string text) {
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"GPU, OMP, CPU", "CPU"},
                                                        {"FBMEM, ZCMEM", "SYSMEM"},
                                                        {"FBMEM", "SYSMEM"},
                                                        {"ZCMEM", "SYSMEM"},
                                                        {"GPU", "CPU"},
                                                        {"CollectMemory", "# CollectMemory"}}) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

const std::vector<std::string> other_applications{
    "cannon,n=24",
    "circuit,nodes_per_piece=20,wires_per_piece=60,percent_shared=20,steps=3,loops=2",
    "cosma,n=24",
    "johnson,n=24",
    "pennant,zones_x=6,zones_y=9,cycles=2",
    "pumma,n=24",
    "solomonik,n=24",
    "summa,n=24"};
const std::string stencil = "stencil,n=10,short_by=3,steps=2";

/// Runs an application under its mappers, on CPUs alone or with a device on each node. Returns the bytes sent.
std::uint64_t check_application(const std::string& specification, bool devices) {
  const World& world = *the_world();
  const mapper::Machine machine =
      devices ? sure(mapper::open_machine("box,cpus=1,devices=1,nodes=" + std::to_string(world.place().ranks)))
              : cluster(world.place().ranks);
  const mapper::Application application = sure(mapper::open_application(specification));
  const mapper::TaskGraph graph = sure(mapper::expand(application.program));
  const mapper::Program ordered = in_order(application.program);
  const mapper::TaskGraph ordered_graph = sure(mapper::expand(ordered));
  std::uint64_t sent = 0;
  for (const mapper::ApplicationMapper& mapper : application.mappers) {
    const std::string which = specification + " under " + mapper.name;
    const std::string text = devices ? mapper.text : on_cpus(mapper.text);
    const mapper::Plan plan = sure(mapper::elaborate({text, "test.mapper"}, application.program, graph, machine)).plan;
    const RanksRun run = run_on_ranks(application, graph, plan);
    const BytesByReceiver bytes = received(traffic_between_ranks(graph, run.transfers.transfers));
    sent += total(bytes);
    if (world.place().rank == 0) {
      EXPECT_LE(run.agreement.deviation, application.tolerance) << which << ": " << run.agreement.field;
      EXPECT_EQ(run.counted, total(bytes)) << which;
    }
    if (world.place().rank == 0 && !devices) { // one memory on each node
      EXPECT_EQ(bytes, simulated_received(ordered, ordered_graph, machine, plan)) << which;
    }
  }
  return sent;
}

TEST(StarPuRanks, GiveTheReferenceOfStencil) {
  EXPECT_GT(check_application(stencil, false), 0U);
}

TEST(StarPuRanksSlow, GiveTheReferencesOfAllApplications) {
  for (const std::string& specification : other_applications) {
    EXPECT_GT(check_application(specification, false), 0U) << specification;
  }
}

/// Many devices that PoCL emulates are slow on few cores.
TEST(StarPuRanksSlow, GiveTheReferencesWithDevices) {
  EXPECT_GT(check_application(stencil, true), 0U);
  for (const std::string& specification : other_applications) {
    if (the_world()->place().ranks == 2) {
      EXPECT_GT(check_application(specification, true), 0U) << specification;
    }
  }
}

/// What one rank cannot do is told on all.
TEST(StarPuRanks, AgreeOnTheFirstError) {
  const World& world = *the_world();
  const Result<void> own =
      world.place().rank == 1 ? Result<void>(fail(ErrorKind::machine, "not here", "go there")) : Result<void>();
  const Result<void> all = world.agree(own);
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().kind, ErrorKind::machine);
  EXPECT_EQ(all.error().message, "not here");
  EXPECT_EQ(all.error().hint, "go there");
  EXPECT_TRUE(world.agree({}));
}

TEST(StarPuRanks, GetTheTextOfTheFirst) {
  const World& world = *the_world();
  const std::string text(100000, 'x');
  EXPECT_EQ(world.from_first(world.place().rank == 0 ? text : "other"), text);
}

} // namespace
} // namespace mapwright::starpu_engine
