// Changes of layout: as few as can be, and never a wrong value.
#include "mapper/engine/conversions.hpp"
#include "starpu_engine/engine_scene.hpp"
#include "starpu_engine/scene.hpp"

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

using mapper::Conversion;
using mapper::Conversions;
using mapper::Privilege;

/// A row of four blocks, each of them a view, and halves of two blocks each.
struct Row {
  Row() {
    mapper::ProgramBuilder b("row");
    b.region({"line", {"16"}, {"u:8"}});
    b.blocks({"quarter", "line", {"4"}});
    b.blocks({"half", "line", {"2"}});
    b.kind({"k", {{"a"}, {"b"}}, {{mapper::ProcessorKind::cpu}}});
    for (const int half : {0, 1}) {
      const std::string first = std::to_string(2 * (1 - half)); // a quarter of the other half
      b.launch(
          {fmt::format("k{}", half), "k", {}, {}, {{"half", {std::to_string(half)}, "R"}, {"quarter", {first}, "R"}}});
    }
    b.kind({"q", {{"a"}}, {{mapper::ProcessorKind::cpu}}});
    b.launch({"q", "q", {"4"}, {"i"}, {{"quarter", {"i"}, "R"}}});
    program = sure(b.build());
    graph = sure(expand(program));
  }

  /// The view with these points.
  [[nodiscard]] std::uint32_t view(std::uint64_t points, std::uint32_t colour) const {
    for (std::uint32_t v = 0; v < graph.views.size(); ++v) {
      if (graph.views[v].points == points && graph.views[v].colour == colour) {
        return v;
      }
    }
    return mapper::none;
  }

  mapper::Program program;
  mapper::TaskGraph graph;
};

const mapper::DataLayout other{mapper::DimensionOrder::c_order, mapper::FieldOrder::aos};

TEST(Conversions, HappenOnceUntilSomebodyWrites) {
  const Row row;
  Conversions conversions(row.graph.atoms.size());
  const std::uint32_t quarter = row.view(4, 0);
  const std::uint32_t copy = conversions.copy_for(row.graph, quarter, other, true);
  using Made = std::vector<Conversion>;
  EXPECT_EQ(conversions.copy_for(row.graph, quarter, other, true), copy);
  EXPECT_EQ(conversions.use(copy, Privilege::read), (Made{{copy, false}}));
  EXPECT_EQ(conversions.use(copy, Privilege::read), Made{});
  const auto atoms = row.graph.atoms_of(quarter);
  EXPECT_EQ(conversions.use_at_home(atoms, Privilege::read), Made{});
  EXPECT_EQ(conversions.use_at_home(atoms, Privilege::read_write), Made{});
  EXPECT_EQ(conversions.use(copy, Privilege::read), (Made{{copy, false}}));
  EXPECT_EQ(conversions.use(copy, Privilege::reduce), Made{});
  EXPECT_EQ(conversions.use(copy, Privilege::read), Made{});
  EXPECT_EQ(conversions.use_at_home(atoms, Privilege::read), (Made{{copy, true}}));
  EXPECT_EQ(conversions.use(copy, Privilege::read), Made{});
  EXPECT_EQ(conversions.use(copy, Privilege::write), Made{});
  EXPECT_EQ(conversions.use_at_home(atoms, Privilege::write), Made{}); // nobody wants what was there
  EXPECT_EQ(conversions.all_home(), Made{});
}

TEST(Conversions, OfAHalfBringTheNewestOfEachQuarter) {
  const Row row;
  Conversions conversions(row.graph.atoms.size());
  const std::uint32_t quarter = conversions.copy_for(row.graph, row.view(4, 0), other, true);
  const std::uint32_t half = conversions.copy_for(row.graph, row.view(8, 0), other, true);
  using Made = std::vector<Conversion>;
  EXPECT_EQ(conversions.use(quarter, Privilege::write), Made{});
  EXPECT_EQ(conversions.use(half, Privilege::read), (Made{{quarter, true}, {half, false}}));
  EXPECT_EQ(conversions.use(half, Privilege::read_write), Made{});
  EXPECT_EQ(conversions.use(quarter, Privilege::write), (Made{{half, true}})); // the other quarter's values are in it
  EXPECT_EQ(conversions.all_home(), (Made{{quarter, true}}));
}

/// All uses of views in two layouts in every order of four steps: whoever reads, reads what was written last.
TEST(Conversions, NeverLeaveAnOldValue) {
  const Row row;
  const std::vector<std::uint32_t> views{row.view(4, 0), row.view(4, 1), row.view(8, 0), row.view(8, 1)};
  constexpr unsigned choices = 4 * 2 * 3; // view, at home or not, privilege
  for (unsigned code = 0; code < choices * choices * choices * choices; code += 7) {
    Conversions conversions(row.graph.atoms.size());
    std::vector<unsigned> truth(row.graph.atoms.size());
    std::vector<unsigned> home(row.graph.atoms.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> held; // of a copy and atom
    const auto apply = [&](const std::vector<Conversion>& made) {
      for (const Conversion& conversion : made) {
        for (const std::uint32_t atom : conversions.copies()[conversion.copy].atoms) {
          unsigned& in_copy = held[{conversion.copy, atom}];
          conversion.back ? home[atom] = in_copy : in_copy = home[atom];
        }
      }
    };
    unsigned rest = code;
    for (unsigned step = 1; step <= 4; ++step, rest /= choices) {
      const unsigned choice = rest % choices;
      const std::uint32_t view = views[choice % 4];
      const Privilege privilege = std::array{Privilege::read, Privilege::write, Privilege::read_write}[choice / 8];
      const bool at_home = choice / 4 % 2 == 0;
      const std::uint32_t copy = at_home ? mapper::none : conversions.copy_for(row.graph, view, other, true);
      apply(at_home ? conversions.use_at_home(row.graph.atoms_of(view), privilege) : conversions.use(copy, privilege));
      for (const std::uint32_t atom : row.graph.atoms_of(view)) {
        unsigned& value = at_home ? home[atom] : held[{copy, atom}];
        if (privilege != Privilege::write) {
          ASSERT_EQ(value, truth[atom]) << code << " step " << step;
        }
        if (privilege != Privilege::read) {
          truth[atom] = value = 100 * step + atom;
        }
      }
    }
    apply(conversions.all_home());
    ASSERT_EQ(home, truth) << code;
  }
}

/// Blocks of a plane that one task writes and others read, three times, by columns where they lie by rows.
TEST(Conversions, AreMadeOnceForAllReadersOnStarPu) {
  mapper::ProgramBuilder b("plane");
  b.size("n", 6);
  b.region({"plane", {"n", "n"}, {"u:8"}});
  b.region({"sums", {"n", "n"}, {"v:8"}});
  const std::vector<mapper::VariantSpec> variants{{mapper::ProcessorKind::cpu}, {mapper::ProcessorKind::gpu}};
  b.kind({"w1", {{"a"}}, variants});
  b.kind({"u1", {{"a"}, {"b"}}, variants});
  b.launch({"begin", "w1", {}, {}, {{"plane", {}, "W"}}});
  b.loop({"t", "t", "3", ""});
  b.launch({"step", "u1", {}, {}, {{"sums", {}, "RW"}, {"plane", {}, "R"}}, "t"});
  const mapper::Program program = sure(b.build());
  const mapper::TaskGraph graph = sure(expand(program));
  for (const bool device : {false, true}) {
    mapper::Plan plan = blank_plan(program, graph);
    for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
      plan.tasks[slot].processor = {device ? mapper::ProcessorKind::gpu : mapper::ProcessorKind::cpu, 0, 0};
    }
    for (mapper::ArgumentDecision& decision : plan.arguments) {
      decision.memory = {device ? mapper::MemoryKind::fbmem : mapper::MemoryKind::sysmem, 0, 0};
    }
    plan.arguments[2].layout.dimensions = mapper::DimensionOrder::c_order; // plane, as the steps want it
    mapper::RegionData expected = numbered_data(program);
    mapper::RegionData got = expected;
    const mapper::KernelTable kernels = mapper::mixed_kernels();
    sure(run_sequentially(program, graph, kernels, expected).map([] { return 0; }));
    Engine engine(runtime(), program, graph, kernels);
    const RunRecord record = sure(engine.run(plan, got));
    EXPECT_EQ(mapper::agreement_of(program, {"plane", "sums"}, got, expected).deviation, 0);
    ASSERT_FALSE(record.timed.empty());
    EXPECT_EQ(record.timed.front().task, "");
    EXPECT_EQ(record.timed.front().count, 1U);
    EXPECT_EQ(record.timed.front().bytes, 6U * 6 * 8);
    EXPECT_EQ(record.tasks, 4U);
  }
}

} // namespace
} // namespace mapwright::starpu_engine
