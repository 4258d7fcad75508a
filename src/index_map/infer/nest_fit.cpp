// Nests through example points.
#include "index_map/infer/bound_fit.hpp"
#include "index_map/infer/nest.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace mapwright::index_map::infer {

namespace {

constexpr std::size_t most_gaps = 2;
constexpr std::size_t most_residues = 5'000;
constexpr std::size_t most_rivals = 6;

/// The values of one coordinate under one prefix.
struct Node {
  Row outer;
  std::vector<std::int64_t> values;
  bool whole_low = true;  ///< no value below the first can be missing
  bool whole_high = true; ///< no value above the last
};

/// Scan coordinates of the points of a lesson.
PointList scanned(const Lesson& lesson, const ScanOrder& order) {
  const std::size_t n = lesson.all.dimensions();
  PointList keys(n);
  std::vector<std::int64_t> key(n);
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    for (std::size_t r = 0; r < n; ++r) {
      key[r] = 0;
      for (std::size_t c = 0; c < n; ++c) {
        key[r] += order.key_of_point[r][c] * lesson.all[i][c];
      }
    }
    keys.push(key);
  }
  return keys;
}

std::vector<Node> nodes_of(const PointList& keys, std::size_t depth, bool from_start) {
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Row outer = keys[i].first(depth);
    if (nodes.empty() || !same_point(nodes.back().outer, outer)) {
      nodes.push_back({outer, {}});
    }
    if (nodes.back().values.empty() || nodes.back().values.back() != keys[i][depth]) {
      nodes.back().values.push_back(keys[i][depth]);
    }
  }
  nodes.front().whole_low = from_start;
  nodes.back().whole_high = false;
  return nodes;
}

std::int64_t common_step(const std::vector<Node>& nodes) {
  std::int64_t step = 0;
  for (const Node& node : nodes) {
    for (std::size_t i = 1; i < node.values.size(); ++i) {
      step = std::gcd(step, node.values[i] - node.values[i - 1]);
    }
  }
  return std::max<std::int64_t>(step, 1);
}

/// a . outer + c, congruent to the values modulo `step`; the fewest slopes first.
std::optional<Facet> fit_residue(const std::vector<Node>& nodes, std::size_t depth, std::int64_t step) {
  std::vector<Facet> all;
  std::vector<std::int64_t> a(depth);
  for (;;) {
    all.push_back({a, 0, 1});
    std::size_t k = 0;
    while (k < depth && a[k] == step - 1) {
      a[k++] = 0;
    }
    if (k == depth || all.size() > most_residues) {
      break;
    }
    ++a[k];
  }
  std::stable_sort(all.begin(), all.end(), [](const Facet& x, const Facet& y) { return bits_of(x) < bits_of(y); });
  for (Facet& facet : all) {
    const auto residue = [&](const Node& node) {
      return ((node.values[0] - value_of(facet, node.outer)) % step + step) % step;
    };
    const std::int64_t c = residue(nodes[0]);
    if (std::all_of(nodes.begin(), nodes.end(), [&](const Node& node) { return residue(node) == c; })) {
      facet.c = c;
      return facet;
    }
  }
  return std::nullopt;
}

/// All laws of one level, the simplest first in each list.
struct LevelFits {
  Level level; ///< with its bounds not yet chosen
  std::vector<BoundFit> below;
  std::vector<BoundFit> highest;
  bool weak = false; ///< of the gaps
};

/// First and last values left out, for every node with as many gaps as the node with most.
std::optional<std::vector<Gap>> fit_gaps(const std::vector<Node>& nodes, std::size_t depth, bool& weak) {
  std::size_t count = 0;
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> gaps;
  for (const Node& node : nodes) {
    std::vector<std::pair<std::int64_t, std::int64_t>> own;
    for (std::size_t i = 1; i < node.values.size(); ++i) {
      if (node.values[i] != node.values[i - 1] + 1) {
        own.emplace_back(node.values[i - 1] + 1, node.values[i] - 1);
      }
    }
    count = std::max(count, own.size());
    gaps.push_back(std::move(own));
  }
  if (count > most_gaps) {
    return std::nullopt;
  }
  std::vector<Gap> result;
  for (std::size_t g = 0; g < count; ++g) {
    std::vector<Sample> below;
    std::vector<Sample> highest;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (gaps[i].size() == count) {
        below.push_back({nodes[i].outer, -gaps[i][g].first, true});
        highest.push_back({nodes[i].outer, gaps[i][g].second, true});
      }
    }
    const auto first = fit_bound(below, depth);
    const auto last = fit_bound(highest, depth);
    if (first.empty() || last.empty()) {
      return std::nullopt;
    }
    weak = weak || first[0].weak || last[0].weak;
    result.push_back({first[0].bound, last[0].bound});
  }
  return result;
}

std::optional<LevelFits> fit_level(const PointList& keys, std::size_t depth, const Lesson& lesson) {
  std::vector<Node> nodes = nodes_of(keys, depth, lesson.begin == 0);
  const std::int64_t step = common_step(nodes);
  LevelFits fits;
  fits.level.stride = step;
  if (step > 1) {
    auto residue = fit_residue(nodes, depth, step);
    if (!residue) {
      return std::nullopt;
    }
    fits.level.residue = std::move(*residue);
    for (Node& node : nodes) {
      const std::int64_t shift = value_of(fits.level.residue, node.outer);
      for (std::int64_t& value : node.values) {
        value = (value - shift) / step;
      }
    }
  }
  if (lesson.spread && nodes.size() > 3) {
    std::vector<Node> kept;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i % 3 != 2) {
        kept.push_back(std::move(nodes[i]));
      }
    }
    nodes = std::move(kept);
  }
  auto gaps = fit_gaps(nodes, depth, fits.weak);
  if (!gaps || (step > 1 && !gaps->empty())) {
    return std::nullopt;
  }
  fits.level.gaps = std::move(*gaps);
  std::vector<Sample> below;
  std::vector<Sample> highest;
  for (const Node& node : nodes) {
    below.push_back({node.outer, -node.values.front(), node.whole_low});
    highest.push_back({node.outer, node.values.back(), node.whole_high});
  }
  fits.below = fit_bound(below, depth, step);
  fits.highest = fit_bound(highest, depth, step);
  if (fits.below.empty() || fits.highest.empty()) {
    return std::nullopt;
  }
  return fits;
}

/// The outermost level: an arithmetic progression from the first point on.
std::optional<Level> fit_outermost(const PointList& keys, const Lesson& lesson, const ScanOrder& order) {
  const std::vector<Node> nodes = nodes_of(keys, 0, true);
  const std::vector<std::int64_t>& values = nodes[0].values;
  Level level;
  level.stride = common_step(nodes);
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] - values[i - 1] != level.stride) {
      return std::nullopt;
    }
  }
  const Lesson start{lesson.all, 0, 1};
  const std::int64_t first = scanned(start, order)[0][0];
  if ((values[0] - first) % level.stride != 0) {
    return std::nullopt;
  }
  level.residue = {{}, level.stride == 1 ? 0 : first, 1};
  level.below = {{{{}, level.stride == 1 ? -first : 0, 1}}, true};
  return level;
}

std::string free_name(const std::vector<std::string>& taken) {
  for (const char* name : {"n", "size", "n_", "size_"}) {
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) {
      return name;
    }
  }
  return "extent_of_the_outermost_coordinate";
}

Hypothesis hypothesis_of(const Nest& nest, const Lesson& lesson, const std::vector<std::string>& dimensions,
                         bool weak) {
  Hypothesis h;
  h.kind = "nest";
  h.bits = bits_of(nest);
  h.weak = weak;
  h.laws = laws_of(nest, dimensions);
  const NestPoints seen = first_points(nest, lesson.all.size() + 1);
  const bool bounded = seen.ends && seen.points.size() == lesson.all.size();
  // A bounded nest may be longer than the list: what bounds it is found by walking on.
  const NestPoints further = bounded || seen.ends ? seen : first_points(nest, 64 * lesson.all.size() + 4'096);
  if (further.ends && further.points.size() > 0) {
    h.text = text_of(nest, dimensions, "", further.last_outer);
  } else {
    const std::string name = free_name(dimensions);
    h.text = text_of(nest, dimensions, name, 0);
    h.sizes = {{name, first_points(nest, lesson.all.size()).last_outer + 1, true, 1}};
  }
  for (const Level& level : nest.levels) {
    for (const Bound* bound : {&level.below, &level.highest}) {
      for (const Facet& facet : bound->facets) {
        h.constants.push_back(facet.c);
      }
    }
    for (const Gap& gap : level.gaps) {
      h.constants.push_back(gap.below.facets[0].c);
      h.constants.push_back(gap.highest.facets[0].c);
    }
  }
  h.points = [nest](std::size_t count) { return first_points(nest, count).points; };
  return h;
}

void fit_in_order(const Lesson& lesson, const ScanOrder& order, const std::vector<std::string>& dimensions,
                  std::vector<Hypothesis>& found) {
  const PointList keys = scanned(lesson, order);
  const auto outermost = fit_outermost(keys, lesson, order);
  if (!outermost) {
    return;
  }
  std::vector<LevelFits> fits;
  Nest best{order, {*outermost}};
  bool weak = keys.size() < 4;
  for (std::size_t depth = 1; depth < keys.dimensions(); ++depth) {
    auto level = fit_level(keys, depth, lesson);
    if (!level) {
      return;
    }
    best.levels.push_back(level->level);
    best.levels.back().below = level->below[0].bound;
    best.levels.back().highest = level->highest[0].bound;
    weak = weak || level->weak || level->below[0].weak || level->highest[0].weak;
    fits.push_back(std::move(*level));
  }
  found.push_back(hypothesis_of(best, lesson, dimensions, weak));
  std::size_t rivals = 0;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    for (std::size_t a = 1; a < fits[i].below.size() && rivals < most_rivals; ++a, ++rivals) {
      Nest rival = best;
      rival.levels[i + 1].below = fits[i].below[a].bound;
      found.push_back(hypothesis_of(rival, lesson, dimensions, true));
    }
    for (std::size_t a = 1; a < fits[i].highest.size() && rivals < most_rivals; ++a, ++rivals) {
      Nest rival = best;
      rival.levels[i + 1].highest = fits[i].highest[a].bound;
      found.push_back(hypothesis_of(rival, lesson, dimensions, true));
    }
  }
}

} // namespace

std::vector<Hypothesis> fit_nests(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  std::vector<Hypothesis> found;
  if (lesson.end < lesson.begin + 2) {
    return found;
  }
  for (const ScanOrder& order : find_orders(lesson)) {
    fit_in_order(lesson, order, dimensions, found);
  }
  return found;
}

} // namespace mapwright::index_map::infer
