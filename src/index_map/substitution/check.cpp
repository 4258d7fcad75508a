// The checker of substitution maps. Shares with the deriver only the plan's fields, the assembler and the evaluator.
#include "expr/evaluate.hpp"
#include "index_map/substitution/substitution.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

bool same_shape(const domain::SubstitutionShape& a, const domain::SubstitutionShape& b) {
  if (a.scale != b.scale || a.start != b.start || a.tiles.size() != b.tiles.size()) {
    return false;
  }
  for (std::size_t t = 0; t < a.tiles.size(); ++t) {
    const auto& left = a.tiles[t].children;
    const auto& right = b.tiles[t].children;
    const auto equal = [](const auto& x, const auto& y) { return x.offset == y.offset && x.type == y.type; };
    if (!std::equal(left.begin(), left.end(), right.begin(), right.end(), equal)) {
      return false;
    }
  }
  return true;
}

/// Expands a tile `level` times; points of unit tiles in order. Stops adding beyond `limit` points.
void expand(const SubstitutionPlan& plan, int type, int level, const Point& corner, std::size_t limit,
            std::vector<Point>& out) {
  if (out.size() > limit) {
    return;
  }
  if (level == 0) {
    out.push_back(corner);
    return;
  }
  for (const auto& child : plan.shape.tiles[static_cast<std::size_t>(type)].children) {
    Point next = corner;
    for (std::size_t d = 0; d < next.size(); ++d) {
      next[d] = next[d] * plan.shape.scale + child.offset[d];
    }
    expand(plan, child.type, level - 1, next, limit, out);
  }
}

class Checker {
public:
  Checker(const SubstitutionPlan& plan, const domain::Map& map) : plan_(plan), map_(map) {}

  CheckReport run() {
    const auto* shape = std::get_if<domain::SubstitutionShape>(&map_.domain.shape);
    if (!add("domain",
             shape != nullptr && same_shape(*shape, plan_.shape) && map_.domain.parameters.size() == 1 &&
                 map_.domain.dimensions.size() == plan_.dimensions,
             "tiles, start and scale of the proof are those of the domain") ||
        !tiles()) {
      return std::move(report_);
    }
    const bool good = plan_.form == "weighted" ? recurrence() && prefix_sums() : uniform();
    if (!good || !sizes()) {
      return std::move(report_);
    }
    forward_table();
    inverse_table();
    compare_assembly(map_, assemble_substitution(plan_, map_.domain), report_.facts);
    if (report_.proved()) {
      small_levels();
    }
    return std::move(report_);
  }

private:
  bool add(std::string name, bool holds, std::string detail) {
    report_.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  }

  bool tiles() {
    bool good = true;
    for (const auto& tile : plan_.shape.tiles) {
      std::set<std::vector<int>> seen;
      for (const auto& child : tile.children) {
        good = good && seen.insert(child.offset).second;
        for (const int c : child.offset) {
          good = good && 0 <= c && c < plan_.shape.scale;
        }
      }
    }
    return add("tiles", good, "children of each tile lie in distinct cells inside it");
  }

  [[nodiscard]] std::size_t types() const { return plan_.shape.tiles.size(); }

  bool recurrence() {
    const auto levels = static_cast<std::size_t>(plan_.largest_level) + 1;
    bool good = plan_.group == 1 && plan_.inverse_group == 1 && plan_.counts.size() == levels * types();
    for (std::size_t t = 0; good && t < types(); ++t) {
      good = plan_.counts[t] == 1;
    }
    for (std::size_t l = 0; good && l + 1 < levels; ++l) {
      for (std::size_t t = 0; good && t < types(); ++t) {
        Int sum = 0;
        for (const auto& child : plan_.shape.tiles[t].children) {
          sum += plan_.counts[l * types() + static_cast<std::size_t>(child.type)];
        }
        good = sum == plan_.counts[(l + 1) * types() + t];
      }
    }
    return add("recurrence", good,
               "N[t][0] = 1, N[t][l+1] = sum_j N[type_j][l] up to level " + std::to_string(plan_.largest_level));
  }

  bool prefix_sums() {
    const auto arity = static_cast<std::size_t>(plan_.arity());
    const auto levels = static_cast<std::size_t>(plan_.largest_level);
    bool good = plan_.prefix.size() == levels * types() * arity;
    for (std::size_t l = 0; good && l < levels; ++l) {
      for (std::size_t t = 0; good && t < types(); ++t) {
        const auto& children = plan_.shape.tiles[t].children;
        Int sum = 0;
        for (std::size_t i = 0; good && i < arity; ++i) {
          good = plan_.prefix[(l * types() + t) * arity + i] == sum;
          sum += i < children.size() ? plan_.counts[l * types() + static_cast<std::size_t>(children[i].type)] : 0;
        }
        good = good && sum == plan_.counts[(l + 1) * types() + t];
      }
    }
    return add("prefix sums", good, "P[t][l][i] = sum_{j<i} N[type_j][l], the total from the last child on");
  }

  /// k and scale are powers of two, every tile has k children, and rank takes one digit unless k = s^D.
  bool uniform() {
    const std::int64_t k = plan_.arity();
    bool good = (k & (k - 1)) == 0 && (plan_.shape.scale & (plan_.shape.scale - 1)) == 0;
    for (const auto& tile : plan_.shape.tiles) {
      good = good && static_cast<std::int64_t>(tile.children.size()) == k;
    }
    std::int64_t box = 1;
    for (std::size_t d = 0; d < plan_.dimensions; ++d) {
      box *= plan_.shape.scale;
    }
    good = good && (plan_.inverse_group == 1 || k == box);
    const std::int64_t limit = std::int64_t{1} << 62;
    good = good && capped(k, plan_.largest_level, limit) <= limit &&
           capped(plan_.shape.scale, plan_.largest_level, limit) <= limit;
    return add("uniform tiles", good,
               "all tiles have " + std::to_string(k) + " children: N = k^level, digits are bits");
  }

  bool sizes() {
    return add("table sizes",
               plan_.forward.size() == types() * static_cast<std::size_t>(plan_.entries()) &&
                   plan_.inverse.size() == types() * static_cast<std::size_t>(plan_.box()),
               "T E forward and T B inverse entries");
  }

  struct Reached {
    Point offset;
    int type = 0;
  };

  /// The tile reached from `type` by the digits of v, most significant first; nothing when a digit has no child.
  [[nodiscard]] std::optional<Reached> follow(int type, Int v, int digits) const {
    Reached at{Point(plan_.dimensions, 0), type};
    for (int i = digits - 1; i >= 0; --i) {
      Int unit = 1;
      for (int j = 0; j < i; ++j) {
        unit *= plan_.arity();
      }
      const auto digit = static_cast<std::size_t>((v / unit) % plan_.arity());
      const auto& children = plan_.shape.tiles[static_cast<std::size_t>(at.type)].children;
      if (digit >= children.size()) {
        return std::nullopt;
      }
      for (std::size_t d = 0; d < plan_.dimensions; ++d) {
        at.offset[d] = at.offset[d] * plan_.shape.scale + children[digit].offset[d];
      }
      at.type = children[digit].type;
    }
    return at;
  }

  void forward_table() {
    const Int field = Int{1} << plan_.field_bits();
    for (int t = 0; t < static_cast<int>(types()); ++t) {
      for (std::int64_t v = 0; v < plan_.entries(); ++v) {
        const auto reached = follow(t, v, plan_.group);
        Int word = plan_.forward[static_cast<std::size_t>(t * plan_.entries() + v)];
        bool good = reached || word == 0;
        for (std::size_t d = plan_.dimensions; reached && d > 0; --d) {
          good = good && word % field == reached->offset[d - 1];
          word /= field;
        }
        if (!good || (reached && word != reached->type)) {
          add("forward table", false, "type " + std::to_string(t) + ", digits " + std::to_string(v));
          return;
        }
      }
    }
    add("forward table", true, "every entry is the tile reached by following its digits");
  }

  void inverse_table() {
    std::vector<std::int64_t> expected(plan_.inverse.size(), -1);
    Int side = 1;
    for (int i = 0; i < plan_.inverse_group; ++i) {
      side *= plan_.shape.scale;
    }
    const std::int64_t groups = capped(plan_.arity(), plan_.inverse_group, std::int64_t{1} << 24);
    for (int t = 0; t < static_cast<int>(types()); ++t) {
      for (std::int64_t v = 0; v < groups; ++v) {
        if (const auto reached = follow(t, v, plan_.inverse_group)) {
          Int position = 0;
          for (const Int c : reached->offset) {
            position = position * side + c;
          }
          expected[static_cast<std::size_t>(Int{t} * plan_.box() + position)] =
              (v << plan_.type_bits()) | reached->type;
        }
      }
    }
    add("inverse table", expected == plan_.inverse, "digits and type at every box position, -1 where no child lies");
  }

  void small_levels() {
    constexpr std::size_t limit = 500;
    std::size_t spent = 0;
    for (int level = 0; level <= plan_.largest_level && level <= 24 && spent <= 2 * limit; ++level) {
      Enumerated expected{{level}, {}, Point(plan_.dimensions, 0), {}};
      expand(plan_, plan_.shape.start, level, Point(plan_.dimensions, 0), limit, expected.points);
      if (expected.points.size() > limit) {
        return;
      }
      expected.high = Point(plan_.dimensions, static_cast<Int>(capped(plan_.shape.scale, level, 1 << 30)) - 1);
      spent += expected.points.size() + 1;
      const std::string difference = first_disagreement(map_, expected, map_.tables, 2000);
      if (!add("all indices at level " + std::to_string(level), difference.empty(),
               difference.empty() ? std::to_string(expected.points.size()) + " indices, both directions"
                                  : difference)) {
        return;
      }
    }
  }

  const SubstitutionPlan& plan_;
  const domain::Map& map_;
  CheckReport report_;
};

} // namespace

CheckReport check_substitution(const nlohmann::json& proof, const domain::Map& map) {
  const auto plan = substitution_plan_of(proof);
  if (!plan) {
    return {{{"well-formed proof", false, plan.error().message}}};
  }
  return Checker(*plan, map).run();
}

} // namespace mapwright::index_map
