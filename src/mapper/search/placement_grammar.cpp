#include "mapper/search/placement_grammar.hpp"

#include "mapper/search/placement_families.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::array<ProcessorKind, 6> kinds_with_words{ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp,
                                                        ProcessorKind::io,  ProcessorKind::py,  ProcessorKind::proc};

std::string lower_case(ProcessorKind processor) {
  std::string word(to_string(processor));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return word;
}

/// All orders of the dimensions, the usual one first; of more than three the usual one and its reverse.
std::vector<LaunchOrder> launch_orders(std::size_t axes) {
  LaunchOrder order(axes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<LaunchOrder> orders{order};
  if (axes > 3) {
    orders.emplace_back(order.rbegin(), order.rend());
    return orders;
  }
  while (std::next_permutation(order.begin(), order.end())) {
    orders.push_back(order);
  }
  return orders;
}

} // namespace

LaunchWords own_words(std::size_t axes, const Coordinates& low) {
  LaunchWords words{{}, {}, "t.ispace", "t.ispace.volume"};
  for (std::size_t d = 0; d < axes; ++d) {
    words.point.push_back(low[d] == 0  ? fmt::format("t.ipoint[{}]", d)
                          : low[d] > 0 ? fmt::format("(t.ipoint[{}] - {})", d, low[d])
                                       : fmt::format("(t.ipoint[{}] + {})", d, -low[d]));
    words.extents.push_back(fmt::format("t.ispace[{}]", d));
  }
  if (axes == 1) {
    words.volume = words.extents.front();
  }
  return words;
}

std::string space_word(ProcessorKind processor) {
  return lower_case(processor) + "s";
}

std::string function_text(const std::string& name, const std::string& body) {
  return fmt::format("def {}(Task t) {{\n{}}}\n", name, body);
}

std::string spaces_text(const std::string& functions) {
  std::string text;
  for (const ProcessorKind kind : kinds_with_words) {
    const std::string word = space_word(kind);
    if (functions.find(word) == std::string::npos) {
      continue;
    }
    text += fmt::format("{} = Machine({});\n", word, to_string(kind));
    if (functions.find("all_" + word) != std::string::npos) {
      text += fmt::format("all_{0} = {0}.merge(0, 1);\n", word);
    }
  }
  return text;
}

std::string any_of_node_label(ProcessorKind processor) {
  return fmt::format("any {} of the node", to_string(processor));
}

PlacementFormula any_of_node_formula(const GrammarScene& scene) {
  const std::string word = space_word(scene.processor);
  if (scene.nested || scene.nodes == 1) {
    return {any_of_node_label(scene.processor), word + "_of_node",
            [word](const LaunchWords& /*words*/) { return fmt::format("  return {}[0, *];\n", word); }};
  }
  return {fmt::format("blocks of nodes, any {} of each", to_string(scene.processor)), word + "_of_node_blocks",
          [word](const LaunchWords& words) {
            std::string number = words.point.front();
            std::string stride;
            for (std::size_t d = 1; d < words.point.size(); ++d) {
              stride += " * " + words.extents[d - 1];
              number += " + " + words.point[d] + stride;
            }
            return fmt::format("  n = {0};\n  return {1}[n * {1}.size[0] / {2}, *];\n", number, word, words.volume);
          }};
}

std::vector<PlacementFormula> placement_formulas(const GrammarScene& scene) {
  const std::string word = space_word(scene.processor);
  const std::string kind(to_string(scene.processor));
  const std::string name = lower_case(scene.processor);
  const ProcessorRow row = scene.nested
                               ? ProcessorRow{word, 1, scene.processors, "0, ", name + "_own", kind + "s of the node"}
                               : ProcessorRow{"all_" + word, 0, scene.nodes * scene.processors, "", name, kind + "s"};
  const bool levels = !scene.nested && scene.nodes > 1;
  const std::vector<LaunchOrder> orders = launch_orders(scene.extents.size());
  std::vector<PlacementFormula> all;
  add_usual_grids(all, row, scene.extents);
  for (const LaunchOrder& order : orders) {
    add_rows(all, row, order);
  }
  if (levels) {
    const NodeSpace nodes{word, name, kind, scene.nodes};
    add_node_grids(all, nodes, scene.extents);
    for (const LaunchOrder& order : orders) {
      add_node_rows(all, nodes, order);
    }
  }
  add_factor_grids(all, row, scene.extents);
  all.push_back({fmt::format("one {}", kind), name + "_first",
                 [word](const LaunchWords& /*words*/) { return fmt::format("  return {}[0, 0];\n", word); }});
  return all;
}

} // namespace mapwright::mapper
