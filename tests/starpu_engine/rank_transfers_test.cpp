// What goes from rank to rank is what the simulator sends from node to node.
#include "mapper/random_programs.hpp"
#include "starpu_engine/rank_scene.hpp"

#include <algorithm>

#include <rapidcheck/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using mapper::sure;

/// Tasks on the CPUs of these nodes, launch after launch, all points alike.
mapper::Plan plan_on(const mapper::Program& program, const mapper::TaskGraph& graph,
                     const std::vector<std::uint32_t>& nodes) {
  mapper::Plan plan = blank_plan(program, graph);
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const std::uint32_t node = nodes[graph.slots[slot].launch];
    plan.tasks[slot].processor = {mapper::ProcessorKind::cpu, node, 0};
    for (std::size_t i = 0; i < program.launches[graph.slots[slot].launch].arguments.size(); ++i) {
      plan.arguments[graph.slots[slot].first_argument + i].memory = {mapper::MemoryKind::sysmem, node, 0};
    }
  }
  return plan;
}

/// `make` writes ten numbers, `look` and `again` read them, `change` changes them, `end` reads them.
mapper::Program steps_of_ten() {
  mapper::ProgramBuilder b("ten");
  b.region({"line", {"10"}, {"u:8"}});
  const std::vector<mapper::VariantSpec> variants{{mapper::ProcessorKind::cpu}};
  b.kind({"t", {{"a"}}, variants, "10"});
  for (const auto& [name, privilege] : std::vector<std::pair<std::string, std::string>>{
           {"make", "W"}, {"look", "R"}, {"again", "R"}, {"change", "RW"}, {"end", "R"}}) {
    b.launch({name, "t", {}, {}, {{"line", {}, privilege}}});
  }
  return sure(b.build());
}

TEST(RankTransfers, FollowTheLastWriter) {
  const mapper::Program program = steps_of_ten();
  const mapper::TaskGraph graph = sure(expand(program));
  const mapper::Plan plan = plan_on(program, graph, {0, 1, 1, 1, 2});
  const RankTransfers made = transfers_between_ranks(program, graph, plan);
  EXPECT_EQ(made.transfers, (std::vector<RankTransfer>{{1, 1, 0, 0, 1}, {4, 4, 0, 1, 2}}));
  EXPECT_EQ(made.holder, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(traffic_between_ranks(graph, made.transfers), (std::vector<RankTraffic>{{0, 1, 80, 1}, {1, 2, 80, 1}}));
}

TEST(RankTransfers, OfCollectedCopiesAreMadeAgain) {
  const mapper::Program program = steps_of_ten();
  const mapper::TaskGraph graph = sure(expand(program));
  mapper::Plan plan = plan_on(program, graph, {0, 1, 1, 1, 2});
  plan.arguments[1].collect = true;
  plan.arguments[2].collect = true;
  const RankTransfers made = transfers_between_ranks(program, graph, plan);
  EXPECT_EQ(made.transfers, (std::vector<RankTransfer>{{1, 1, 0, 0, 1}, {3, 3, 0, 0, 1}, {4, 4, 0, 1, 2}}));
}

TEST(RankTransfers, AreNoneOfDataThatNobodyWrote) {
  mapper::ProgramBuilder b("ten");
  b.region({"line", {"10"}, {"u:8"}});
  b.kind({"t", {{"a"}}, {{mapper::ProcessorKind::cpu}}, "10"});
  b.launch({"look", "t", {}, {}, {{"line", {}, "R"}}});
  b.launch({"again", "t", {}, {}, {{"line", {}, "R"}}});
  const mapper::Program program = sure(b.build());
  const mapper::TaskGraph graph = sure(expand(program));
  const RankTransfers made = transfers_between_ranks(program, graph, plan_on(program, graph, {2, 0}));
  EXPECT_EQ(made.transfers, (std::vector<RankTransfer>{{1, 1, 0, 2, 0}})); // as for the simulator
}

/// Whether some atom goes to another rank before a task has written it.
bool sends_unwritten(const mapper::Program& program, const mapper::TaskGraph& graph,
                     const std::vector<RankTransfer>& transfers) {
  std::vector<std::uint32_t> first_writer(graph.atoms.size(), mapper::none);
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    const mapper::PointTask& point = graph.tasks[task];
    for (std::uint32_t i = 0; i < point.accesses && !program.only_launches(graph.slots[point.slot].launch); ++i) {
      const mapper::Access& access = graph.accesses[point.first_access + i];
      for (const std::uint32_t atom : graph.atoms_of(access.view)) {
        first_writer[atom] =
            access.privilege != mapper::Privilege::read ? std::min(first_writer[atom], task) : first_writer[atom];
      }
    }
  }
  return std::any_of(transfers.begin(), transfers.end(),
                     [&](const RankTransfer& transfer) { return transfer.task <= first_writer[transfer.atom]; });
}

RC_GTEST_PROP(RankTransfersProperty, BringAsManyBytesAsTheSimulatorDoes, ()) {
  const mapper::Program drawn = mapper::random_program();
  const mapper::Program program = in_order(drawn);
  const auto graph = mapper::expand(program);
  RC_PRE(graph.has_value());
  const auto nodes = static_cast<std::uint32_t>(mapper::any_of_range(2, 5));
  mapper::Plan plan = blank_plan(program, *graph);
  for (std::uint32_t slot = 0; slot < graph->slots.size(); ++slot) {
    const auto node = static_cast<std::uint32_t>(mapper::any_of_range(0, static_cast<int>(nodes)));
    plan.tasks[slot].processor = {mapper::ProcessorKind::cpu, node, 0};
    for (std::size_t i = 0; i < program.launches[graph->slots[slot].launch].arguments.size(); ++i) {
      plan.arguments[graph->slots[slot].first_argument + i].memory = {mapper::MemoryKind::sysmem, node, 0};
    }
  }
  const RankTransfers made = transfers_between_ranks(program, *graph, plan);
  const BytesByReceiver bytes = received(traffic_between_ranks(*graph, made.transfers));
  const BytesByReceiver simulated = simulated_received(program, *graph, cluster(nodes), plan);
  RC_ASSERT(total(bytes) == total(simulated));
  if (!sends_unwritten(program, *graph, made.transfers)) { // of those the simulator takes who is first by time
    RC_ASSERT(bytes == simulated);
  }
  const mapper::TaskGraph as_drawn = sure(mapper::expand(drawn));
  RC_ASSERT(transfers_between_ranks(drawn, as_drawn, plan).transfers == made.transfers);
}

} // namespace
} // namespace mapwright::starpu_engine
