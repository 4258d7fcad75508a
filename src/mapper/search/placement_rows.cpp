#include "mapper/search/placement_families.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// A point's number in a launch, as one word, and the line that defines the word.
struct PointNumber {
  std::string line;
  std::string word;
};

PointNumber number_in(const LaunchOrder& order, const LaunchWords& words) {
  if (order.size() == 1) {
    return {"", words.point[order[0]]};
  }
  std::string sum = words.point[order[0]];
  std::string stride;
  for (std::size_t i = 1; i < order.size(); ++i) {
    stride += " * " + words.extents[order[i - 1]];
    sum += " + " + words.point[order[i]] + stride;
  }
  return {fmt::format("  n = {};\n", sum), "n"};
}

} // namespace

std::string order_suffix(const LaunchOrder& order) {
  if (std::is_sorted(order.begin(), order.end())) {
    return "";
  }
  std::string text = "_";
  for (const std::size_t d : order) {
    text += std::to_string(d);
  }
  return text;
}

std::string order_label(const LaunchOrder& order) {
  if (std::is_sorted(order.begin(), order.end())) {
    return "";
  }
  std::string text = ", dimensions";
  for (const std::size_t d : order) {
    text += fmt::format(" {}", d);
  }
  return text;
}

void add_rows(std::vector<PlacementFormula>& all, const ProcessorRow& row, const LaunchOrder& order) {
  all.push_back({fmt::format("blocks of {}{}", row.label, order_label(order)),
                 row.name + "_blocks" + order_suffix(order), [row, order](const LaunchWords& words) {
                   const PointNumber n = number_in(order, words);
                   return fmt::format("{}  return {}[{}{} * {}.size[{}] / {}];\n", n.line, row.space, row.before,
                                      n.word, row.space, row.dimension, words.volume);
                 }});
  all.push_back({fmt::format("{} in turn{}", row.label, order_label(order)), row.name + "_cyclic" + order_suffix(order),
                 [row, order](const LaunchWords& words) {
                   const PointNumber n = number_in(order, words);
                   return fmt::format("{}  return {}[{}{} % {}.size[{}]];\n", n.line, row.space, row.before, n.word,
                                      row.space, row.dimension);
                 }});
}

void add_node_rows(std::vector<PlacementFormula>& all, const NodeSpace& nodes, const LaunchOrder& order) {
  // {0}: the space, {1}: the number of the point, {2}: the number of points.
  struct Family {
    std::string label;
    std::string name;
    std::string node;
    std::string processor;
  };
  const std::string block = "{1} * {0}.size[0] / {2}";
  const std::string turn = "{1} % {0}.size[0]";
  const std::vector<Family> families{
      {"nodes in turn, then their {}s", "nodes_cyclic", turn, "{1} / {0}.size[0] % {0}.size[1]"},
      {"blocks of nodes, in turn over their {}s", "node_blocks_cyclic", block, "{1} % {0}.size[1]"},
      {"nodes in turn, blocks of their {}s", "nodes_cyclic_blocks", turn,
       "{1} / {0}.size[0] * {0}.size[1] / (({2} + {0}.size[0] - 1) / {0}.size[0])"},
      {"blocks of nodes, the first {} of each", "leader_blocks", block, "0"},
      {"nodes in turn, the first {} of each", "leader_cyclic", turn, "0"},
      {"{}s of one node in turn", "first_node", "0", "{1} % {0}.size[1]"},
  };
  for (const Family& family : families) {
    const std::string indices = family.node + ", " + family.processor;
    all.push_back({fmt::format(fmt::runtime(family.label), nodes.kind) + order_label(order),
                   fmt::format("{}_{}{}", nodes.name, family.name, order_suffix(order)),
                   [space = nodes.space, indices, order](const LaunchWords& words) {
                     const PointNumber n = number_in(order, words);
                     return fmt::format("{}  return {}[{}];\n", n.line, space,
                                        fmt::format(fmt::runtime(indices), space, n.word, words.volume));
                   }});
  }
}

} // namespace mapwright::mapper
