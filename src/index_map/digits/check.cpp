// The checker of digit maps. Shares with the deriver only the plan's fields, the assembler and the evaluator.
#include "expr/evaluate.hpp"
#include "index_map/digits/digits.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

constexpr Int word_limit = Int{1} << 62;
constexpr Int most_listed = 1'000; ///< levels with more points are compared at marked indices only

/// base^exponent, or more than word_limit when it is more.
Int capped_power(Int base, Int exponent) {
  Int value = 1;
  for (Int i = 0; i < exponent && value <= word_limit; ++i) {
    value *= base;
  }
  return value;
}

/// The definition: the digits of `index`, most significant first, choose cells, coarsest first.
Point point_by_definition(const DigitPlan& plan, Int index, int digits) {
  Point point(plan.dimensions(), 0);
  for (int i = digits - 1; i >= 0; --i) {
    const Int unit = capped_power(plan.kept(), i);
    const auto& cell = plan.cells[static_cast<std::size_t>((index / unit) % plan.kept())];
    for (std::size_t d = 0; d < point.size(); ++d) {
      point[d] = point[d] * plan.scale + cell[d];
    }
  }
  return point;
}

/// All points of a level in order, by recursion over copies of the mask.
void enumerate(const DigitPlan& plan, Int level, const Point& corner, std::vector<Point>& out) {
  if (level == 0) {
    out.push_back(corner);
    return;
  }
  const Int unit = capped_power(plan.scale, level - 1);
  for (const auto& cell : plan.cells) {
    Point next = corner;
    for (std::size_t d = 0; d < next.size(); ++d) {
      next[d] += cell[d] * unit;
    }
    enumerate(plan, level - 1, next, out);
  }
}

class Checker {
public:
  Checker(const DigitPlan& plan, const domain::Map& map) : plan_(plan), map_(map) {}

  CheckReport run() {
    if (!domain() || !cells()) {
      return std::move(report_);
    }
    if (plan_.form == "single-cell") {
      add("one cell", plan_.kept() == 1, "k = 1");
    } else if (!tables()) {
      return std::move(report_);
    }
    compare_assembly(map_, assemble_digits(plan_, map_.domain), report_.facts);
    if (report_.proved()) { // evaluation tells something only about the assembled functions
      small_levels();
      large_levels();
    }
    return std::move(report_);
  }

private:
  bool add(std::string name, bool holds, std::string detail) {
    report_.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  }

  bool domain() {
    const auto* shape = std::get_if<domain::FractalShape>(&map_.domain.shape);
    const bool same = shape != nullptr && shape->scale == plan_.scale && shape->cells == plan_.cells &&
                      map_.domain.parameters.size() == 1 && map_.domain.dimensions.size() == plan_.dimensions();
    return add("domain", same, "scale and cells of the proof are those of the domain");
  }

  bool cells() {
    const std::set<std::vector<int>> distinct(plan_.cells.begin(), plan_.cells.end());
    const bool inside = std::all_of(plan_.cells.begin(), plan_.cells.end(), [&](const auto& cell) {
      return std::all_of(cell.begin(), cell.end(), [&](int c) { return 0 <= c && c < plan_.scale; });
    });
    const bool fits = !plan_.level || (capped_power(plan_.kept(), *plan_.level) <= word_limit &&
                                       capped_power(plan_.scale, *plan_.level) <= word_limit);
    return add("cells", inside && fits && distinct.size() == plan_.cells.size() && !plan_.cells.empty(),
               "distinct and inside the mask, so the digit bijection lemma applies");
  }

  bool tables() {
    const Int base = capped_power(plan_.kept(), plan_.group);
    const Int box = capped_power(capped_power(plan_.scale, static_cast<Int>(plan_.dimensions())), plan_.inverse_group);
    if (!add("table sizes", base <= (Int{1} << 20) && box <= (Int{1} << 20) && fields_fit() && sizes_fit(base, box),
             "k^g forward entries, s^(D h) inverse entries, fields that hold s^g - 1")) {
      return false;
    }
    bool good = forward(base);
    good = leading() && good;
    good = inverse(box) && good;
    good = inverse_leading() && good;
    return steps() && good;
  }

  [[nodiscard]] bool fields_fit() const {
    return !plan_.packed || plan_.field_bits() * static_cast<int>(plan_.dimensions()) <= 62;
  }

  [[nodiscard]] bool sizes_fit(Int base, Int box) const {
    const auto has = [](const std::vector<std::int64_t>& table, Int size) {
      return static_cast<Int>(table.size()) == size;
    };
    const bool zero_first = plan_.first_at_origin();
    bool good = has(plan_.inverse, box) && has(plan_.powers, plan_.inverse_group + 1) &&
                has(plan_.inverse_leading, zero_first ? 0 : plan_.inverse_group + 1) &&
                plan_.leading.size() == (zero_first ? 0 : plan_.forward.size());
    for (const auto& table : plan_.forward) {
      good = good && has(table, base);
    }
    for (const auto& table : plan_.leading) {
      good = good && has(table, plan_.group + 1);
    }
    return good;
  }

  /// The coordinates a table entry stands for.
  [[nodiscard]] Point unpack(const std::vector<std::vector<std::int64_t>>& tables, std::size_t at) const {
    Point point;
    if (!plan_.packed) {
      for (const auto& table : tables) {
        point.push_back(table[at]);
      }
      return point;
    }
    const int bits = plan_.field_bits();
    Int word = tables[0][at];
    for (std::size_t d = 0; d < plan_.dimensions(); ++d) {
      point.insert(point.begin(), d + 1 == plan_.dimensions() ? word : word % (Int{1} << bits));
      word = word / (Int{1} << bits);
    }
    return point;
  }

  bool forward(Int base) {
    for (Int v = 0; v < base; ++v) {
      const Point stored = unpack(plan_.forward, static_cast<std::size_t>(v));
      if (stored != point_by_definition(plan_, v, plan_.group)) {
        return add("forward table", false, "entry " + expr::to_string(v) + " stands for " + text_of(stored));
      }
    }
    return add("forward table", true, expr::to_string(base) + " entries equal the composition of their digits");
  }

  /// cells[0] (s^r + ... + s^(digits-1)): zero digits from position r on.
  [[nodiscard]] Point zeros_from(int r, int digits) const {
    Point sum(plan_.dimensions(), 0);
    for (int i = r; i < digits; ++i) {
      for (std::size_t d = 0; d < sum.size(); ++d) {
        sum[d] += plan_.cells[0][d] * capped_power(plan_.scale, i);
      }
    }
    return sum;
  }

  bool leading() {
    for (int r = 0; !plan_.first_at_origin() && r <= plan_.group; ++r) {
      if (unpack(plan_.leading, static_cast<std::size_t>(r)) != zeros_from(r, plan_.group)) {
        return add("leading zeros", false, "entry " + std::to_string(r));
      }
    }
    return add("leading zeros", true,
               plan_.first_at_origin() ? "cell 0 is the origin: they add nothing"
                                       : "cells[0] (s^r + ... + s^(g-1)) for r = 0 .. g");
  }

  [[nodiscard]] Int box_position(const Point& point) const {
    Int position = 0;
    for (const Int c : point) {
      position = position * capped_power(plan_.scale, plan_.inverse_group) + c;
    }
    return position;
  }

  bool inverse(Int box) {
    const Int base = capped_power(plan_.kept(), plan_.inverse_group);
    for (Int v = 0; v < base; ++v) {
      const Int at = box_position(point_by_definition(plan_, v, plan_.inverse_group));
      if (plan_.inverse[static_cast<std::size_t>(at)] != v) {
        return add("inverse table", false, "digits " + expr::to_string(v) + " are not found at their box position");
      }
    }
    const auto empty = std::count(plan_.inverse.begin(), plan_.inverse.end(), -1);
    return add("inverse table", empty == box - base,
               "every group of digits at its box position, -1 at the " + expr::to_string(box - base) + " others");
  }

  bool inverse_leading() {
    bool good = true;
    for (int r = 0; r <= plan_.inverse_group; ++r) {
      const auto at = static_cast<std::size_t>(r);
      good = good && plan_.powers[at] == capped_power(plan_.kept(), r);
      good = good &&
             (plan_.first_at_origin() || plan_.inverse_leading[at] == box_position(zeros_from(r, plan_.inverse_group)));
    }
    return add("last step of rank", good, "box positions of leading zero digits and k^r for r = 0 .. h");
  }

  /// n = floor(max(level - 1, 0)/g), r = level - g n. From level 1 on, level + g has the same r and one more step, so
  /// levels 0 .. 2g show all cases.
  bool steps() {
    bool good = plan_.inverse_group >= 1 && plan_.inverse_group <= plan_.group;
    for (const int g : {plan_.group, plan_.inverse_group}) {
      for (int level = 0; level <= 2 * g; ++level) {
        const int n = std::max(level - 1, 0) / g;
        const int r = level - g * n;
        good = good && r <= g && (level == 0 ? r == 0 : r >= 1) && (level < 1 || (level + g - 1) / g == n + 1);
      }
    }
    return add("steps", good, "level = g n + r with 1 <= r <= g (r = 0 at level 0), for g and for h");
  }

  [[nodiscard]] bool serves(Int level) const { return !plan_.level || *plan_.level == level; }

  void small_levels() {
    Int spent = 0;
    for (Int level = 0; level <= 40; ++level) {
      const Int count = capped_power(plan_.kept(), level);
      const Int side = capped_power(plan_.scale, level);
      if (count > most_listed || side > word_limit || spent + count > 2 * most_listed) {
        break;
      }
      if (!serves(level)) {
        continue;
      }
      spent += count;
      Enumerated expected{{level}, {}, Point(plan_.dimensions(), 0), Point(plan_.dimensions(), side - 1)};
      enumerate(plan_, level, Point(plan_.dimensions(), 0), expected.points);
      const std::string difference = first_disagreement(map_, expected, map_.tables, 2000);
      if (!add("all indices at level " + expr::to_string(level), difference.empty(),
               difference.empty() ? expr::to_string(count) + " indices, both directions" : difference)) {
        return;
      }
      if (plan_.kept() == 1 && level >= 12) {
        break;
      }
    }
  }

  /// Marked indices (ends and powers of k, and their neighbours) at levels too large to enumerate.
  void large_levels() {
    std::string levels;
    for (int level = 1; level <= 60; ++level) {
      const Int count = capped_power(plan_.kept(), level);
      if (count > (Int{1} << 61) || capped_power(plan_.scale, level) > (Int{1} << 61) || count <= most_listed ||
          !serves(level)) {
        continue;
      }
      std::set<Int> marked{0, 1, count / 2, count / 3, count - 2, count - 1};
      for (Int unit = 1; unit < count; unit *= plan_.kept()) {
        marked.insert({unit - 1, unit, unit + 1, count - unit});
      }
      for (const Int w : marked) {
        const Point point = point_by_definition(plan_, w, level);
        const auto unranked = expr::call(map_.unrank, std::vector<Int>{level}, std::vector<Int>{w}, map_.tables);
        const auto ranked = expr::call(map_.rank, std::vector<Int>{level}, point, map_.tables);
        const auto inside = expr::call(map_.contains, std::vector<Int>{level}, point, map_.tables);
        const auto next = expr::call(map_.successor, std::vector<Int>{level}, point, map_.tables);
        Point after = w + 1 < count ? point_by_definition(plan_, w + 1, level) : point;
        after.insert(after.begin(), w + 1 < count ? 1 : 0);
        if (unranked != point || ranked != std::vector<Int>{w} || inside != std::vector<Int>{1} || next != after) {
          add("marked indices of large levels", false,
              "index " + expr::to_string(w) + " at level " + std::to_string(level));
          return;
        }
      }
      levels = (levels.empty() ? std::to_string(level) + " to " : levels.substr(0, levels.find(" to ") + 4)) +
               std::to_string(level);
    }
    if (!levels.empty()) {
      add("marked indices of large levels", true, "levels " + levels + ", by the definition");
    }
  }

  const DigitPlan& plan_;
  const domain::Map& map_;
  CheckReport report_;
};

} // namespace

CheckReport check_digits(const nlohmann::json& proof, const domain::Map& map) {
  const auto plan = digit_plan_of(proof);
  if (!plan) {
    return {{{"well-formed proof", false, plan.error().message}}};
  }
  return Checker(*plan, map).run();
}

} // namespace mapwright::index_map
