#include "mapper/search/placement_families.hpp"
#include "mapper/space/factorize.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

using Turns = std::vector<bool>; ///< of each dimension: in turn, otherwise in blocks

LaunchOrder forward_order(std::size_t axes) {
  LaunchOrder order(axes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// The extents in this order, as a tuple.
std::string extents_in(const LaunchOrder& order, const LaunchWords& words) {
  if (std::is_sorted(order.begin(), order.end())) {
    return words.whole;
  }
  std::vector<std::string> extents;
  for (const std::size_t d : order) {
    extents.push_back(words.extents[d]);
  }
  return fmt::format("({})", fmt::join(extents, ", "));
}

/// ".split(0, 2).split(1, 3)": a row as a grid of these sizes, the last one being what remains.
std::string split_text(std::size_t dimension, const std::vector<std::int64_t>& factors) {
  std::string text;
  for (std::size_t i = 0; i + 1 < factors.size(); ++i) {
    text += fmt::format(".split({}, {})", dimension + i, factors[i]);
  }
  return text;
}

/// The point of a grid that stands in the dimensions from `first` on.
std::string grid_point(const LaunchOrder& order, const Turns& turns, std::size_t first, const LaunchWords& words) {
  std::vector<std::string> indices;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string size = fmt::format("grid.size[{}]", first + i);
    const std::string& at = words.point[order[i]];
    indices.push_back(turns[order[i]] ? fmt::format("{} % {}", at, size)
                                      : fmt::format("{} * {} / {}", at, size, words.extents[order[i]]));
  }
  return fmt::format("{}", fmt::join(indices, ", "));
}

/// "blocks", "cyclic", "bc": blocks in dimension 0, turns in dimension 1.
std::string turns_word(const Turns& turns) {
  if (std::all_of(turns.begin(), turns.end(), [](bool turn) { return turn; })) {
    return "cyclic";
  }
  if (std::none_of(turns.begin(), turns.end(), [](bool turn) { return turn; })) {
    return "blocks";
  }
  std::string word;
  for (const bool turn : turns) {
    word += turn ? 'c' : 'b';
  }
  return word;
}

std::string turns_label(const Turns& turns, const std::string& grid) {
  const std::string word = turns_word(turns);
  if (word == "cyclic") {
    return fmt::format("{} in turn", grid);
  }
  if (word == "blocks") {
    return fmt::format("blocks of {}", grid);
  }
  std::vector<std::string> ways;
  for (const bool turn : turns) {
    ways.emplace_back(turn ? "turns" : "blocks");
  }
  return fmt::format("{} on {}", fmt::join(ways, " x "), grid);
}

/// A grid of a row: `split` gives what follows the space.
void add_grid(std::vector<PlacementFormula>& all, const ProcessorRow& row, const std::string& name,
              const std::string& label, const LaunchOrder& order, const Turns& turns,
              std::function<std::string(const LaunchWords&)> split) {
  all.push_back({turns_label(turns, label) + order_label(order),
                 fmt::format("{}_{}_{}{}", row.name, name, turns_word(turns), order_suffix(order)),
                 [row, order, turns, split = std::move(split)](const LaunchWords& words) {
                   return fmt::format("  grid = {}{};\n  return grid[{}{}];\n", row.space, split(words), row.before,
                                      grid_point(order, turns, row.dimension, words));
                 }});
}

std::vector<LaunchOrder> both_orders(std::size_t axes) {
  const LaunchOrder order = forward_order(axes);
  return {order, LaunchOrder(order.rbegin(), order.rend())};
}

} // namespace

std::vector<std::vector<std::int64_t>> ranked_factors(std::int64_t n, const std::vector<std::int64_t>& extents) {
  std::vector<std::vector<std::int64_t>> all;
  std::vector<std::int64_t> factors(extents.size(), 1);
  const auto extend = [&](const auto& self, std::size_t at, std::int64_t left) -> void {
    if (at + 1 == factors.size()) {
      factors[at] = left;
      all.push_back(factors);
      return;
    }
    for (std::int64_t f = 1; f <= left; ++f) {
      if (left % f == 0) {
        factors[at] = f;
        self(self, at + 1, left / f);
      }
    }
  };
  extend(extend, 0, n);
  const auto surface = [&](const std::vector<std::int64_t>& grid) {
    double sum = 0;
    for (std::size_t d = 0; d < grid.size(); ++d) {
      sum += static_cast<double>(grid[d]) / static_cast<double>(extents[d]);
    }
    return sum;
  };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return surface(a) < surface(b); });
  return all;
}

void add_usual_grids(std::vector<PlacementFormula>& all, const ProcessorRow& row,
                     const std::vector<std::int64_t>& extents) {
  const std::size_t axes = extents.size();
  if (axes < 2 || row.count < 2) {
    return;
  }
  const auto add = [&](const std::string& way, const LaunchOrder& order, const Turns& turns) {
    add_grid(all, row, way, fmt::format("the {} grid of {}", way, row.label), order, turns,
             [way, order, row](const LaunchWords& words) {
               return fmt::format(".{}({}, {})", way, row.dimension, extents_in(order, words));
             });
  };
  for (const LaunchOrder& order : both_orders(axes)) {
    add("auto_split", order, Turns(axes, false));
    add("auto_split", order, Turns(axes, true));
  }
  for (std::uint32_t mask = 1; mask + 1 < (1U << axes); ++mask) {
    Turns turns;
    for (std::size_t d = 0; d < axes; ++d) {
      turns.push_back(((mask >> d) & 1U) != 0);
    }
    add("auto_split", forward_order(axes), turns);
  }
  add("greedy_split", forward_order(axes), Turns(axes, false));
  add("greedy_split", forward_order(axes), Turns(axes, true));
}

void add_factor_grids(std::vector<PlacementFormula>& all, const ProcessorRow& row,
                      const std::vector<std::int64_t>& extents) {
  const std::size_t axes = extents.size();
  if (axes < 2 || row.count < 2 || space::factorization_count(row.count, axes) > space::most_factorizations) {
    return;
  }
  std::vector<std::vector<std::int64_t>> grids = ranked_factors(row.count, extents);
  grids.resize(std::min(grids.size(), most_grids));
  for (const std::vector<std::int64_t>& factors : grids) {
    const std::string name = fmt::format("{}", fmt::join(factors, "x"));
    const std::string label = fmt::format("a {} grid of {}", fmt::join(factors, " x "), row.label);
    for (const LaunchOrder& order : both_orders(axes)) {
      std::vector<std::int64_t> sizes;
      for (const std::size_t d : order) {
        sizes.push_back(factors[d]);
      }
      const std::string split = split_text(row.dimension, sizes);
      for (const bool turn : {false, true}) {
        add_grid(all, row, name, label, order, Turns(axes, turn),
                 [split](const LaunchWords& /*words*/) { return split; });
      }
    }
  }
}

void add_node_grids(std::vector<PlacementFormula>& all, const NodeSpace& nodes,
                    const std::vector<std::int64_t>& extents) {
  const std::size_t axes = extents.size();
  if (axes < 2 || space::factorization_count(nodes.nodes, axes) > space::most_factorizations) {
    return;
  }
  // {0}: the coordinate, {1}: its extent, {2}: the dimension of the nodes, {3}: that of their processors.
  struct Family {
    std::string label;
    std::string name;
    std::string outer;
    std::string inner;
  };
  const std::vector<Family> families{
      {"blocks of {} of nodes, in turn over their {}s", "cyclic", "{0} * grid.size[{2}] / {1}", "{0} % grid.size[{3}]"},
      {"blocks of {} of nodes, blocks of their {}s", "blocks", "{0} * grid.size[{2}] / {1}",
       "{0} * grid.size[{2}] * grid.size[{3}] / {1} % grid.size[{3}]"},
      {"{} of nodes in turn, then their {}s", "turns", "{0} % grid.size[{2}]", "{0} / grid.size[{2}] % grid.size[{3}]"},
      {"blocks of {} of nodes, the first {} of each", "leaders", "{0} * grid.size[{2}] / {1}", ""},
  };
  const auto add = [&](const std::string& name, const std::string& label, const std::string& split) {
    for (const Family& family : families) {
      all.push_back(
          {fmt::format(fmt::runtime(family.label), label, nodes.kind),
           fmt::format("{}_{}_{}", nodes.name, name, family.name), [=, space = nodes.space](const LaunchWords& words) {
             const auto indices = [&](const std::string& index) {
               std::vector<std::string> texts;
               for (std::size_t d = 0; d < axes; ++d) {
                 texts.push_back(fmt::format(fmt::runtime(index), words.point[d], words.extents[d], d, axes + d));
               }
               return fmt::format("{}", fmt::join(texts, ", "));
             };
             const std::string grid = space + (split.empty() ? fmt::format(".auto_split(0, {})", words.whole) : split);
             if (family.inner.empty()) {
               return fmt::format("  grid = {};\n  return grid[{}, 0];\n", grid, indices(family.outer));
             }
             const std::vector<std::string> ones(axes, "1");
             return fmt::format("  nodes = {0};\n"
                                "  share = ({1} + nodes.size[:{2}] - ({3})) / nodes.size[:{2}];\n"
                                "  grid = nodes.auto_split({2}, share);\n"
                                "  return grid[{4}, {5}];\n",
                                grid, words.whole, axes, fmt::join(ones, ", "), indices(family.outer),
                                indices(family.inner));
           }});
    }
  };
  add("node_grid", "the auto_split grid", "");
  std::vector<std::vector<std::int64_t>> grids = ranked_factors(nodes.nodes, extents);
  grids.resize(std::min(grids.size(), most_grids));
  for (const std::vector<std::int64_t>& factors : grids) {
    add(fmt::format("node_{}", fmt::join(factors, "x")), fmt::format("a {} grid", fmt::join(factors, " x ")),
        split_text(0, factors));
  }
}

} // namespace mapwright::mapper
