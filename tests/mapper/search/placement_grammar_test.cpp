// Index functions of the grammar against what they are meant to be, point by point.
#include "mapper/search/placement_tables.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Ge;

/// "0.1 0.2": node and processor of each point, by the formula of this label; "none" when there is no such formula.
std::string placed(const GrammarScene& scene, const std::string& label, std::int64_t low = 0) {
  language::MachineShape shape;
  shape.nodes = scene.nodes;
  shape.processors[static_cast<std::size_t>(scene.processor)] = scene.processors;
  Rectangle domain{scene.extents.size(), {}, {}};
  for (std::size_t d = 0; d < domain.axes; ++d) {
    domain.low[d] = low;
    domain.high[d] = low + scene.extents[d];
  }
  PlacementTables tables(shape);
  for (const PlacementFormula& formula : placement_formulas(scene)) {
    if (formula.label != label) {
      continue;
    }
    const auto& table =
        tables.of(scene.processor, formula.name, formula.body(own_words(domain.axes, domain.low)), domain);
    std::string text = table ? "" : "nowhere";
    for (std::size_t i = 0; table && i < table->size(); ++i) {
      text += fmt::format("{}{}.{}", i == 0 ? "" : " ", (*table)[i].node, (*table)[i].processor);
    }
    return text;
  }
  return "none";
}

constexpr auto gpu = ProcessorKind::gpu;

TEST(PlacementGrammar, Rows) {
  const GrammarScene row{gpu, 2, 2, false, {8}};
  EXPECT_EQ(placed(row, "blocks of GPUs"), "0.0 0.0 0.1 0.1 1.0 1.0 1.1 1.1");
  EXPECT_EQ(placed(row, "GPUs in turn"), "0.0 0.1 1.0 1.1 0.0 0.1 1.0 1.1");
  EXPECT_EQ(placed(row, "nodes in turn, then their GPUs"), "0.0 1.0 0.1 1.1 0.0 1.0 0.1 1.1");
  EXPECT_EQ(placed(row, "blocks of nodes, in turn over their GPUs"), "0.0 0.1 0.0 0.1 1.0 1.1 1.0 1.1");
  EXPECT_EQ(placed(row, "nodes in turn, blocks of their GPUs"), "0.0 1.0 0.0 1.0 0.1 1.1 0.1 1.1");
  EXPECT_EQ(placed(row, "blocks of nodes, the first GPU of each"), "0.0 0.0 0.0 0.0 1.0 1.0 1.0 1.0");
  EXPECT_EQ(placed(row, "GPUs of one node in turn"), "0.0 0.1 0.0 0.1 0.0 0.1 0.0 0.1");
  EXPECT_EQ(placed(row, "one GPU"), "0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0");
}

TEST(PlacementGrammar, OrdersOfDimensions) {
  const GrammarScene plane{gpu, 1, 4, false, {2, 2}};
  EXPECT_EQ(placed(plane, "GPUs in turn"), "0.0 0.1 0.2 0.3");
  EXPECT_EQ(placed(plane, "GPUs in turn, dimensions 1 0"), "0.0 0.2 0.1 0.3");
}

TEST(PlacementGrammar, Grids) {
  const GrammarScene plane{gpu, 1, 4, false, {4, 2}};
  EXPECT_EQ(placed(plane, "blocks of the auto_split grid of GPUs"), "0.0 0.0 0.1 0.1 0.2 0.2 0.3 0.3");
  EXPECT_EQ(placed(plane, "the auto_split grid of GPUs in turn"), "0.0 0.1 0.0 0.1 0.2 0.3 0.2 0.3");
  EXPECT_EQ(placed(plane, "turns x blocks on the auto_split grid of GPUs"), "0.0 0.1 0.0 0.1 0.2 0.3 0.2 0.3");
  EXPECT_EQ(placed(plane, "blocks of a 4 x 1 grid of GPUs"), "0.0 0.1 0.2 0.3 0.0 0.1 0.2 0.3");
  EXPECT_EQ(placed(plane, "blocks of a 2 x 2 grid of GPUs, dimensions 1 0"), "0.0 0.0 0.2 0.2 0.1 0.1 0.3 0.3");
}

TEST(PlacementGrammar, GridsOfNodesFirst) {
  const GrammarScene plane{gpu, 2, 2, false, {4, 2}};
  EXPECT_EQ(placed(plane, "blocks of the auto_split grid of nodes, in turn over their GPUs"),
            "0.0 0.1 1.0 1.1 0.0 0.1 1.0 1.1");
  EXPECT_EQ(placed(plane, "blocks of a 1 x 2 grid of nodes, blocks of their GPUs"), "0.0 0.0 0.1 0.1 1.0 1.0 1.1 1.1");
  EXPECT_EQ(placed(plane, "blocks of a 1 x 2 grid of nodes, the first GPU of each"), "0.0 0.0 0.0 0.0 1.0 1.0 1.0 1.0");
}

TEST(PlacementGrammar, InsideATaskOnlyTheProcessorsOfANode) {
  const GrammarScene nested{gpu, 3, 4, true, {2, 2}};
  EXPECT_EQ(placed(nested, "GPUs of the node in turn"), "0.0 0.1 0.2 0.3");
  EXPECT_EQ(placed(nested, "blocks of the auto_split grid of GPUs of the node"), "0.0 0.1 0.2 0.3");
  EXPECT_EQ(placed(nested, "blocks of nodes, in turn over their GPUs"), "none");
}

TEST(PlacementGrammar, PointsCountFromTheBeginOfTheLaunch) {
  EXPECT_EQ(placed({gpu, 1, 2, false, {4}}, "blocks of GPUs", 3), "0.0 0.0 0.1 0.1");
  EXPECT_EQ(placed({gpu, 1, 2, false, {4}}, "GPUs in turn", -3), "0.0 0.1 0.0 0.1");
}

TEST(PlacementGrammar, EveryFormulaPlacesEveryPoint) {
  for (const std::int64_t nodes : {1, 2, 3, 6}) {
    for (const std::int64_t count : {1, 2, 4, 6}) {
      for (const std::vector<std::int64_t>& extents : std::vector<std::vector<std::int64_t>>{
               {1}, {5}, {12}, {1, 1}, {3, 5}, {8, 2}, {2, 3, 4}, {5, 1, 2}, {2, 1, 3, 2}}) {
        for (const bool nested : {false, true}) {
          const GrammarScene scene{gpu, nodes, count, nested, extents};
          for (const PlacementFormula& formula : placement_formulas(scene)) {
            EXPECT_NE(placed(scene, formula.label), "nowhere") << formula.label << " of " << nodes << " x " << count;
          }
        }
      }
    }
  }
}

} // namespace
} // namespace mapwright::mapper
