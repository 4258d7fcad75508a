// Choice between weighted descent and bit fields, and the tables of both.
#include "index_map/nodes.hpp"
#include "index_map/substitution/substitution.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace mapwright::index_map {

using expr::Int;

namespace {

constexpr std::int64_t value_limit = std::int64_t{1} << 61;
constexpr std::int64_t narrow_limit = (std::int64_t{1} << 31) - 1; // tables a 32-bit variant can hold
constexpr std::int64_t transducer_budget = 4096; // entries: what an L1 or constant cache holds beside other data
constexpr std::int64_t prefix_limit = std::int64_t{1} << 17;
constexpr std::int64_t single_limit = std::int64_t{1} << 20;

Result<SubstitutionPlan> plan_of_shape(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::SubstitutionShape>(&domain.shape);
  if (shape == nullptr || domain.parameters.size() != 1 || domain.dimensions.empty()) {
    return fail(ErrorKind::input, "a substitution map needs a substitution system with one parameter, its level");
  }
  SubstitutionPlan plan;
  plan.shape = *shape;
  plan.dimensions = domain.dimensions.size();
  const auto types = static_cast<int>(shape->tiles.size());
  if (shape->scale < 2 || shape->scale > 64 || types == 0 || types > 4096 || shape->start < 0 ||
      shape->start >= types || plan.dimensions > 8) {
    return fail(ErrorKind::input, "a substitution system needs 1 to 4096 tiles, a start tile and a scale of 2 to 64");
  }
  for (const auto& tile : shape->tiles) {
    std::set<std::vector<int>> seen;
    for (const auto& child : tile.children) {
      const bool inside =
          child.offset.size() == plan.dimensions && child.type >= 0 && child.type < types &&
          std::all_of(child.offset.begin(), child.offset.end(), [&](int c) { return c >= 0 && c < shape->scale; });
      if (!inside || !seen.insert(child.offset).second) {
        return fail(ErrorKind::input, "children of tile '" + tile.name + "' must lie in distinct cells of the tile");
      }
    }
  }
  if (plan.types() * plan.box() > single_limit ||
      plan.field_bits() * static_cast<int>(plan.dimensions) + plan.type_bits() > 31) {
    return fail(ErrorKind::input, "the substitution system is too large for tables",
                "use fewer tiles, a smaller scale or fewer dimensions");
  }
  return plan;
}

/// N[t][0 .. level] as long as all counts and s^level stay below the limit; ends the plan's levels there.
void fill_counts(SubstitutionPlan& plan, int wanted, std::int64_t limit) {
  const auto types = static_cast<std::size_t>(plan.types());
  std::vector<std::int64_t> row(types, 1);
  plan.counts = row;
  plan.largest_level = 0;
  while (plan.largest_level < wanted) {
    std::vector<std::int64_t> next(types, 0);
    bool fits = capped(plan.shape.scale, plan.largest_level + 1, limit) <= limit &&
                (plan.largest_level + 1) * plan.types() * plan.arity() <= prefix_limit;
    for (std::size_t t = 0; t < types; ++t) {
      for (const auto& child : plan.shape.tiles[t].children) {
        next[t] += row[static_cast<std::size_t>(child.type)];
        fits = fits && next[t] <= limit;
        next[t] = std::min(next[t], limit); // the row is dropped then; keeps the sums in range
      }
    }
    if (!fits) {
      return;
    }
    row = next;
    plan.counts.insert(plan.counts.end(), row.begin(), row.end());
    ++plan.largest_level;
  }
}

void fill_prefix(SubstitutionPlan& plan) {
  plan.prefix.clear();
  const auto types = static_cast<std::size_t>(plan.types());
  for (std::size_t l = 0; l < static_cast<std::size_t>(plan.largest_level); ++l) {
    for (const auto& tile : plan.shape.tiles) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(plan.arity()); ++i) {
        plan.prefix.push_back(sum);
        if (i < tile.children.size()) {
          sum += plan.counts[l * types + static_cast<std::size_t>(tile.children[i].type)];
        }
      }
      // From the last child on the entries are the total, which no index reaches.
    }
  }
}

struct Path {
  std::vector<std::int64_t> offset;
  int type = 0;
};

/// All descents of `digits` digits from a type, in order of their digits.
std::vector<Path> descents(const SubstitutionPlan& plan, int type, int digits) {
  std::vector<Path> paths{{std::vector<std::int64_t>(plan.dimensions, 0), type}};
  for (int i = 0; i < digits; ++i) {
    std::vector<Path> longer;
    for (const Path& path : paths) {
      for (const auto& child : plan.shape.tiles[static_cast<std::size_t>(path.type)].children) {
        Path next = path;
        next.type = child.type;
        for (std::size_t d = 0; d < plan.dimensions; ++d) {
          next.offset[d] = next.offset[d] * plan.shape.scale + child.offset[d];
        }
        longer.push_back(std::move(next));
      }
    }
    paths = std::move(longer);
  }
  return paths;
}

void fill_transitions(SubstitutionPlan& plan) {
  plan.forward.assign(static_cast<std::size_t>(plan.types() * plan.entries()), 0);
  plan.inverse.assign(static_cast<std::size_t>(plan.types() * plan.box()), -1);
  const std::int64_t side = capped(plan.shape.scale, plan.inverse_group, value_limit);
  for (int type = 0; type < static_cast<int>(plan.types()); ++type) {
    std::size_t at = static_cast<std::size_t>(type * plan.entries());
    for (const Path& path : descents(plan, type, plan.group)) {
      std::int64_t word = path.type;
      for (const std::int64_t c : path.offset) {
        word = (word << plan.field_bits()) | c;
      }
      plan.forward[at++] = word;
    }
    std::int64_t digits = 0;
    for (const Path& path : descents(plan, type, plan.inverse_group)) {
      std::int64_t position = 0;
      for (const std::int64_t c : path.offset) {
        position = position * side + c;
      }
      plan.inverse[static_cast<std::size_t>(type * plan.box() + position)] = (digits++ << plan.type_bits()) | path.type;
    }
  }
}

/// Why bit fields cannot serve this system; empty when they can.
std::string against_bit_fields(const SubstitutionPlan& plan) {
  for (const auto& tile : plan.shape.tiles) {
    if (static_cast<std::int64_t>(tile.children.size()) != plan.arity()) {
      return "tiles differ in their number of children";
    }
  }
  if (nodes::log2_exact(plan.arity()) < 0 || nodes::log2_exact(plan.shape.scale) < 0) {
    return "the number of children or the scale is not a power of two";
  }
  return {};
}

void choose_groups(SubstitutionPlan& plan, std::optional<Int> fixed) {
  const bool full = plan.arity() == capped(plan.shape.scale, static_cast<std::int64_t>(plan.dimensions), value_limit);
  const auto useful = [&](int digits) { return !fixed || digits <= std::max<Int>(*fixed, 1); };
  for (int g = 2; g <= 12; ++g) {
    SubstitutionPlan trial = plan;
    trial.group = g;
    trial.inverse_group = g;
    const int bits = trial.field_bits() * static_cast<int>(plan.dimensions) + plan.type_bits();
    if (useful(g) && trial.types() * trial.entries() <= transducer_budget && bits <= 31) {
      plan.group = g;
    }
    if (useful(g) && full && trial.types() * trial.box() <= transducer_budget) {
      plan.inverse_group = g;
    }
  }
}

double weighted_cost(const SubstitutionPlan& plan) {
  const auto arity = static_cast<double>(plan.arity());
  return 12.0 * (5.0 * std::min(arity - 1, 12.0) + 12.0 + 4.0 * static_cast<double>(plan.dimensions));
}

double bit_cost(const SubstitutionPlan& plan) {
  const int steps = (12 + plan.group - 1) / plan.group;
  return steps * (9.0 + 4.0 * static_cast<double>(plan.dimensions));
}

} // namespace

Result<Derived> derive_substitution(const domain::Domain& domain, const DeriveOptions& options) {
  auto plan = plan_of_shape(domain);
  if (!plan) {
    return forward(plan);
  }
  std::optional<Int> fixed = options.parameters.empty() ? std::nullopt : options.parameters[0];
  if (fixed && *fixed < 0) {
    return fail(ErrorKind::input, "the level of a substitution system must not be negative");
  }
  std::string against = against_bit_fields(*plan);
  const bool narrow = options.form == "weighted-narrow";
  const bool weighted = narrow || options.form == "weighted";
  if (options.form != "auto" && !weighted && (options.form != "bit-fields" || !against.empty())) {
    return fail(ErrorKind::input,
                "a substitution map has no usable form '" + options.form + "' here" +
                    (against.empty() ? "" : ": " + against),
                "use auto, weighted, weighted-narrow or bit-fields (all tiles with 2^q children, scale 2^m)");
  }
  const int wanted = fixed ? static_cast<int>(std::min<Int>(*fixed, 62)) : 62;
  fill_counts(*plan, wanted, narrow ? narrow_limit : value_limit);
  if (fixed && plan->largest_level < *fixed) {
    return fail(ErrorKind::input, "level " + expr::to_string(*fixed) + " exceeds the words or the size of its tables",
                "the largest level of this system is " + std::to_string(plan->largest_level));
  }
  SubstitutionPlan bits = *plan;
  bits.form = "bit-fields";
  const bool use_bits = against.empty() && !weighted;
  if (against.empty()) {
    choose_groups(bits, fixed);
    bits.counts.clear();
  }
  Derived out;
  out.considered = {{"weighted", weighted_cost(*plan), use_bits ? "costs more" : "chosen"},
                    {"bit-fields", bit_cost(bits),
                     use_bits          ? "chosen"
                     : against.empty() ? "another form was asked for"
                                       : against}};
  SubstitutionPlan& chosen = use_bits ? bits : *plan;
  if (!use_bits) {
    fill_prefix(chosen);
  }
  fill_transitions(chosen);
  out.map.domain = domain;
  install(assemble_substitution(chosen, domain), out.map);
  out.map.complexity = "O(level)";
  out.map.method = use_bits ? "transducer, " + std::to_string(chosen.group) + " base-" +
                                  std::to_string(chosen.arity()) + " digits per step"
                            : "descent over the levels by table of child counts, up to level " +
                                  std::to_string(chosen.largest_level);
  out.kind = ProofKind::substitution_induction;
  out.proof = to_json(chosen);
  out.formulas.push_back(use_bits ? "count(level) = " + std::to_string(chosen.arity()) + "^level"
                                  : "count(level) = N[start][level], N[t][0] = 1, N[t][l + 1] = sum_j N[type_j][l]");
  out.formulas.push_back("w lies in child i when P_i <= w < P_i + N[type_i][l], P_i = sum_{j<i} N[type_j][l]");
  return out;
}

} // namespace mapwright::index_map
