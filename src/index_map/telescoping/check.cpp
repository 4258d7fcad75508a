#include "index_map/telescoping/check.hpp"

#include "expr/text.hpp"
#include "index_map/agree.hpp"
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/check_cells.hpp"
#include "index_map/telescoping/check_inversion.hpp"
#include "index_map/telescoping/check_small.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/identity.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/lift.hpp"
#include "index_map/telescoping/order.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::IslContext;
using domain::IslSet;

namespace {

using namespace nodes; // the node constructors, nothing else

bool is_equal(const IslSet& a, const IslSet& b) {
  return isl_set_is_equal(a.get(), b.get()) == isl_bool_true;
}
bool is_disjoint(const IslSet& a, const IslSet& b) {
  return isl_set_is_disjoint(a.get(), b.get()) == isl_bool_true;
}

/// The set without its last `dropped` dimensions.
IslSet without_last(const IslSet& set, std::size_t dropped) {
  const auto width = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
  return IslSet(isl_set_project_out(set.copy(), isl_dim_set, width - static_cast<unsigned>(dropped),
                                    static_cast<unsigned>(dropped)));
}

IslSet with_one_more(const IslSet& set) {
  return IslSet(isl_set_add_dims(set.copy(), isl_dim_set, 1));
}

/// One check of one proof.
class Checker {
public:
  Checker(TelescopingPlan plan, const domain::Map& map) : plan_(std::move(plan)), map_(map) {}

  CheckReport run() {
    if (!read_regions()) {
      return std::move(report_);
    }
    check_statement();
    check_leaves();
    for (std::size_t k = plan_.levels.size(); k-- > 0;) {
      check_sums(k);
      check_telescoping_step(k);
      check_order(k);
      if (!plan_.levels[k].hidden) {
        check_reading(k);
        check_box(k);
        check_rows(k);
        check_inversions(k);
      }
    }
    check_counts();
    compare_assembly(map_, assemble_telescoping(plan_), report_.facts);
    const SmallSizes small = compare_small_sizes(plan_, map_);
    fact("small sizes agree with the set, point by point", small.disagreement.empty(),
         small.disagreement.empty() ? fmt::format("{} sizes", small.sizes) : small.disagreement);
    return std::move(report_);
  }

private:
  void fact(std::string name, bool holds, std::string detail) {
    report_.facts.push_back({std::move(name), holds, std::move(detail)});
  }
  void fact(std::string name, const std::string& refutation, const char* proved_by) {
    fact(std::move(name), refutation.empty(), refutation.empty() ? proved_by : refutation);
  }

  [[nodiscard]] std::vector<Symbol> coordinates(std::size_t count) const {
    std::vector<Symbol> out;
    for (std::size_t k = 0; k < count; ++k) {
      out.push_back(plan_.levels[k].coordinate);
    }
    return out;
  }

  /// Parameters and the first `count` coordinates.
  [[nodiscard]] std::vector<Symbol> names_of_prefix(std::size_t count) const {
    std::vector<Symbol> out = plan_.parameters;
    for (const Symbol s : coordinates(count)) {
      out.push_back(s);
    }
    return out;
  }

  /// { [x1 .. x(count)] : condition }, or an empty set and a failed fact.
  IslSet where(std::size_t count, const Expr& condition, const std::string& what) {
    auto set = set_where(context_, plan_.parameters, coordinates(count), condition);
    if (!set) {
      fact(what, false, set.error().message);
      return IslSet(isl_set_empty(isl_set_get_space(prefix_sets_[count].get())));
    }
    return std::move(*set);
  }

  /// Parses the set and all regions; regions_[k] are those of level k over k+1 coordinates.
  bool read_regions() {
    auto set = read_set(context_, plan_.set);
    if (!set) {
      fact("the set reads", false, set.error().message);
      return false;
    }
    set_ = std::move(*set);
    std::size_t visible = 0;
    std::set<std::string> seen;
    bool names_fit = true;
    for (const LevelPlan& level : plan_.levels) {
      names_fit = names_fit && seen.insert(level.coordinate.name()).second &&
                  (level.hidden || (visible < plan_.scan.size() && plan_.scan[visible] == level.coordinate));
      visible += level.hidden ? 0 : 1;
    }
    names_fit = names_fit && visible == plan_.scan.size() &&
                visible == static_cast<std::size_t>(isl_set_dim(set_.get(), isl_dim_set)) &&
                std::is_partitioned(plan_.levels.begin(), plan_.levels.end(),
                                    [](const LevelPlan& level) { return !level.hidden; });
    fact("the levels are the scan coordinates, then stride coordinates", names_fit, "names compared");
    if (!names_fit) {
      return false;
    }
    visible_ = visible;
    for (std::size_t k = 0; k <= plan_.levels.size(); ++k) {
      isl_space* space = isl_set_get_space(set_.get());
      space = isl_space_drop_dims(space, isl_dim_set, 0, static_cast<unsigned>(visible_));
      prefix_sets_.emplace_back(isl_set_empty(isl_space_add_dims(space, isl_dim_set, static_cast<unsigned>(k))));
    }
    for (std::size_t k = 0; k < plan_.levels.size(); ++k) {
      regions_.emplace_back();
      for (const PiecePlan& piece : plan_.levels[k].pieces) {
        if (!read_region(piece.region, k + 1, regions_.back())) {
          return false;
        }
        if (piece.lower.empty() || piece.upper.empty()) {
          fact("every piece has bounds", false, piece.region);
          return false;
        }
      }
    }
    for (const CountPiece& piece : plan_.counts) {
      if (!read_region(piece.region, 0, count_regions_)) {
        return false;
      }
    }
    return true;
  }

  bool read_region(const std::string& text, std::size_t width, std::vector<IslSet>& out) {
    auto region = read_set(context_, text);
    if (!region || static_cast<std::size_t>(isl_set_dim(region->get(), isl_dim_set)) != width ||
        isl_set_n_basic_set(region->get()) > 1) {
      fact("every region reads as one convex set", false, text);
      return false;
    }
    prefix_sets_[width] = unite(prefix_sets_[width], *region);
    out.push_back(std::move(*region));
    return true;
  }

  /// The proof is about the domain of the map.
  void check_statement() {
    const auto* shape = std::get_if<domain::AffineShape>(&map_.domain.shape);
    if (shape == nullptr) {
      fact("the domain is an affine set", false, "another shape");
      return;
    }
    auto own = read_set(context_, shape->set);
    fact("the set of the proof is the domain", own.has_value() && is_equal(*own, set_), "isl set equality");
    auto identity = [&](const std::vector<Expr>& list) {
      bool same_names = list.size() == plan_.scan.size();
      for (std::size_t k = 0; same_names && k < list.size(); ++k) {
        same_names = list[k].op() == Op::variable && list[k].name() == plan_.scan[k];
      }
      return same_names;
    };
    const bool scan_fits =
        shape->scan == plan_.scan && plan_.dimensions == map_.domain.dimensions &&
        plan_.parameters == map_.domain.parameters &&
        (shape->point_of_scan.empty()
             ? identity(plan_.point_of_scan) && identity(plan_.scan_of_point)
             : shape->point_of_scan == plan_.point_of_scan && shape->scan_of_point == plan_.scan_of_point);
    fact("scan order, dimensions and parameters are the domain's", scan_fits, "compared");
    check_coordinates();
  }

  /// Points and scan coordinates determine each other on the set, and contains is membership in the set of points.
  void check_coordinates() {
    const auto dimensions = symbols(plan_.dimensions);
    auto forward_map = function_of(context_, plan_.parameters, plan_.scan, plan_.point_of_scan);
    auto backward_map = function_of(context_, plan_.parameters, dimensions, plan_.scan_of_point);
    if (!forward_map || !backward_map || plan_.scan_of_point.size() != plan_.scan.size() ||
        plan_.point_of_scan.size() != dimensions.size()) {
      fact("scan coordinates are quasi-affine functions of the point and back", false, "not a quasi-affine function");
      return;
    }
    const domain::IslMap to_points(isl_map_intersect_domain(forward_map->release(), set_.copy()));
    const IslSet points(isl_map_range(to_points.copy()));
    const domain::IslMap from_points(isl_map_intersect_domain(backward_map->release(), points.copy()));
    const domain::IslMap reversed(isl_map_reverse(from_points.copy()));
    fact("points and scan coordinates determine each other",
         isl_map_is_equal(to_points.get(), reversed.get()) == isl_bool_true &&
             isl_map_is_injective(to_points.get()) == isl_bool_true,
         "isl map equality");
    fact("scan coordinates are bound one after another", bindings_independent(), "names compared");
    auto members = set_where(context_, plan_.parameters, dimensions, plan_.contains);
    fact("contains is membership in the set", members.has_value() && is_equal(*members, points), "isl set equality");
  }

  /// The code binds scan coordinates in order: a later one must not read the name of an earlier one that changed.
  [[nodiscard]] bool bindings_independent() const {
    for (std::size_t k = 0; k < plan_.scan.size(); ++k) {
      const auto read = expr::free_variables(plan_.scan_of_point[k]);
      for (std::size_t earlier = 0; earlier < k; ++earlier) {
        const Expr& bound = plan_.scan_of_point[earlier];
        const bool changed = bound.op() != Op::variable || bound.name() != plan_.scan[earlier];
        if (changed && std::find(read.begin(), read.end(), plan_.scan[earlier]) != read.end()) {
          return false;
        }
      }
    }
    return true;
  }

  void check_leaves() {
    const std::size_t depth = plan_.levels.size();
    const IslSet& all = prefix_sets_[depth];
    fact("the innermost pieces cover the set", is_equal(without_last(all, depth - visible_), set_), "isl set equality");
    std::string refutation;
    for (const PiecePlan& piece : plan_.levels.back().pieces) {
      if (refutation.empty()) {
        refutation = refute_identity(piece.weight, Expr(1));
      }
    }
    fact("an innermost point weighs 1", refutation, "identity by evaluation");
    if (depth > visible_) {
      isl_map* strides = isl_set_unwrap(isl_set_wrap_last(all, depth - visible_));
      const bool unique = isl_map_is_single_valued(strides) == isl_bool_true;
      isl_map_free(strides);
      fact("stride coordinates are determined by the point", unique, "isl single-valued map");
    }
  }

  /// [x1 .. xv, s1 .. sh] as the wrapped relation [x] -> [s].
  static isl_set* isl_set_wrap_last(const IslSet& set, std::size_t last) {
    const auto width = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
    isl_map* map = isl_map_from_range(set.copy());
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, width - static_cast<unsigned>(last));
    return isl_map_wrap(map);
  }

  /// sum(x) - sum(x - 1) = weight(x).
  void check_sums(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    for (std::size_t i = 0; i < level.pieces.size(); ++i) {
      const PiecePlan& piece = level.pieces[i];
      const Expr below = replace(piece.sum, {{level.coordinate, sub(var(level.coordinate), Expr(1))}});
      fact(fmt::format("{}: differences of the sum are the weight, piece {}", level.coordinate.name(), i + 1),
           refute_identity(sub(piece.sum, below), piece.weight), "identity by evaluation");
    }
  }

  /// Where the pieces of level k meet a region of the level above, their sums add up to its weight.
  void check_telescoping_step(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    const std::vector<IslSet>& above = k == 0 ? count_regions_ : regions_[k - 1];
    const IslSet prefixes = without_last(prefix_sets_[plan_.levels.size()], plan_.levels.size() - k);
    fact(level.coordinate.name() + ": prefixes with points lie in the regions above",
         is_subset(prefixes, prefix_sets_[k]), "isl inclusion");
    for (std::size_t q = 0; q < above.size(); ++q) {
      const Expr& weight = k == 0 ? plan_.counts[q].count : plan_.levels[k - 1].pieces[q].weight;
      std::vector<Cell> cells{{above[q], {}}};
      std::string refutation;
      for (std::size_t i = 0; i < level.pieces.size() && refutation.empty(); ++i) {
        refutation = add_fiber_sums(k, i, cells);
      }
      for (const Cell& cell : cells) {
        if (refutation.empty()) {
          refutation = refute_on(cell.where, names_of_prefix(k), fold(Op::add, cell.terms, 0), weight);
        }
      }
      fact(fmt::format("{}: sums over the pieces give the weight above, region {}", level.coordinate.name(), q + 1),
           refutation, "active bounds by isl, identity by evaluation");
    }
  }

  /// Prefixes over which every piece looked at so far has one active lower and one active upper bound.
  struct Cell {
    IslSet where;
    std::vector<Expr> terms; ///< sum(last) - sum(first - 1) of those pieces that have points there
  };

  /// Adds the sum of piece `i` to every cell, splitting cells where its active bounds change.
  std::string add_fiber_sums(std::size_t k, std::size_t i, std::vector<Cell>& cells) {
    constexpr std::size_t most_cells = 2000;
    std::vector<Cell> next;
    for (Cell& cell : cells) {
      const IslSet fibers = intersect(with_one_more(cell.where), regions_[k][i]);
      if (is_empty(fibers) || add_sum(k, i, fibers, cell)) {
        next.push_back(std::move(cell));
        continue;
      }
      if (auto why = split(k, i, cell, next); !why.empty()) {
        return why;
      }
      if (next.size() > most_cells) {
        return "the pieces meet in too many ways";
      }
    }
    cells = std::move(next);
    return "";
  }

  /// Over the whole cell, is one pair of bounds the fiber of piece `i`? Then its sum joins the cell's terms.
  bool add_sum(std::size_t k, std::size_t i, const IslSet& fibers, Cell& cell) {
    const PiecePlan& piece = plan_.levels[k].pieces[i];
    for (const Expr& low : piece.lower) {
      for (const Expr& high : piece.upper) {
        if (add_sum_between(k, low, high, piece, fibers, cell)) {
          return true;
        }
      }
    }
    return false;
  }

  bool add_sum_between(std::size_t k, const Expr& low, const Expr& high, const PiecePlan& piece, const IslSet& fibers,
                       Cell& cell) {
    const Symbol coordinate = plan_.levels[k].coordinate;
    const Expr x = var(coordinate);
    const IslSet between = where(k + 1, both(less_equal(low, x), less_equal(x, high)), "bounds are affine");
    if (!is_equal(intersect(with_one_more(cell.where), between), fibers)) {
      return false;
    }
    const IslSet reversed = where(k, less(high, sub(low, Expr(1))), "bounds are affine");
    if (!is_disjoint(reversed, cell.where)) {
      return false;
    }
    cell.terms.push_back(
        sub(replace(piece.sum, {{coordinate, high}}), replace(piece.sum, {{coordinate, sub(low, Expr(1))}})));
    return true;
  }

  /// Splits a cell by which bounds of piece `i` are active; what remains must have no points of the piece.
  std::string split(std::size_t k, std::size_t i, const Cell& cell, std::vector<Cell>& out) {
    const PiecePlan& piece = plan_.levels[k].pieces[i];
    IslSet rest = cell.where;
    for (const Expr& low : piece.lower) {
      for (const Expr& high : piece.upper) {
        std::vector<Expr> active{guards_of(plan_.levels[k], piece)};
        for (const Expr& other : piece.lower) {
          active.push_back(less_equal(other, low));
        }
        for (const Expr& other : piece.upper) {
          active.push_back(less_equal(high, other));
        }
        active.push_back(less_equal(sub(low, Expr(1)), high));
        Cell part{intersect(rest, where(k, fold(Op::logical_and, active, 1), "bounds are affine")), cell.terms};
        if (is_empty(part.where)) {
          continue;
        }
        const IslSet fibers = intersect(with_one_more(part.where), regions_[k][i]);
        rest = subtract(rest, part.where);
        if (!is_empty(fibers) && !add_sum_between(k, low, high, piece, fibers, part)) {
          return fmt::format("the bounds of piece {} do not describe its points over {}", i + 1, text_of(part.where));
        }
        out.push_back(std::move(part));
      }
    }
    if (!is_empty(intersect(with_one_more(rest), regions_[k][i]))) {
      return fmt::format("piece {} has points over {} outside its bounds", i + 1, text_of(rest));
    }
    if (!is_empty(rest)) {
      out.push_back({rest, cell.terms});
    }
    return "";
  }

  /// Pieces are disjoint; on an ordered level each lies before the next ones.
  void check_order(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    bool holds = true;
    for (std::size_t i = 0; i < level.pieces.size(); ++i) {
      for (std::size_t j = i + 1; j < level.pieces.size(); ++j) {
        holds = holds && (level.ordered && !level.hidden ? !reaches_past(regions_[k][i], regions_[k][j])
                                                         : is_disjoint(regions_[k][i], regions_[k][j]));
      }
    }
    fact(level.coordinate.name() + (level.ordered ? ": pieces follow one another" : ": pieces are disjoint"), holds,
         "isl emptiness");
  }

  /// All guards of a piece, with the names of the end points replaced by what they stand for.
  static Expr guards_of(const LevelPlan& level, const PiecePlan& piece) {
    return replace(fold(Op::logical_and, piece.guards, 1),
                   {{first_name(level.coordinate), fold(Op::maximum, piece.lower, 0)},
                    {last_name(level.coordinate), fold(Op::minimum, piece.upper, 0)}});
  }

  /// Guards and bounds, read by the emitted code, describe the region of each piece for every prefix that occurs.
  void check_reading(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    const IslSet over = with_one_more(prefix_sets_[k]);
    const Expr x = var(level.coordinate);
    for (std::size_t i = 0; i < level.pieces.size(); ++i) {
      const PiecePlan& piece = level.pieces[i];
      const Expr first = fold(Op::maximum, piece.lower, 0);
      const Expr last = fold(Op::minimum, piece.upper, 0);
      const Expr guards = guards_of(level, piece);
      const IslSet read =
          where(k + 1, both(guards, both(less_equal(first, x), less_equal(x, last))), "guards are affine");
      const IslSet reversed = where(k, both(guards, less(last, sub(first, Expr(1)))), "guards are affine");
      fact(fmt::format("{}: guards and bounds are the region, piece {}", level.coordinate.name(), i + 1),
           is_equal(intersect(over, read), intersect(over, regions_[k][i])) && is_disjoint(reversed, prefix_sets_[k]),
           "isl set equality");
    }
  }

  void check_box(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    const Expr x = var(level.coordinate);
    const IslSet box =
        where(visible_, both(less_equal(level.box_low, x), less_equal(x, level.box_high)), "the box is affine");
    fact(level.coordinate.name() + ": lies within its box", is_subset(set_, box), "isl inclusion");
  }

  void check_rows(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    if (level.row_lower.empty() != level.row_upper.empty()) {
      fact(level.coordinate.name() + ": row bounds come in pairs", false, "one side is missing");
      return;
    }
    if (level.row_lower.empty()) {
      return;
    }
    const Expr x = var(level.coordinate);
    const Expr first = fold(Op::maximum, level.row_lower, 0);
    const Expr last = fold(Op::minimum, level.row_upper, 0);
    const IslSet rows = without_last(set_, visible_ - k - 1);
    const IslSet over = with_one_more(without_last(set_, visible_ - k));
    const IslSet read = where(k + 1, both(less_equal(first, x), less_equal(x, last)), "row bounds are affine");
    fact(level.coordinate.name() + ": rows are unbroken", is_equal(intersect(over, read), rows), "isl set equality");
  }

  void check_inversions(std::size_t k) {
    const LevelPlan& level = plan_.levels[k];
    if (!level.ordered) {
      for (const PiecePlan& piece : level.pieces) {
        fact(level.coordinate.name() + ": points before a value", refute_before(level.coordinate, piece),
             "identity by evaluation");
      }
      return; // halving over the box: the number of points before x is monotone, being a count
    }
    for (std::size_t i = 0; i < level.pieces.size(); ++i) {
      fact(fmt::format("{}: inversion of piece {}", level.coordinate.name(), i + 1),
           refute_inversion(level.coordinate, level.pieces[i]), "identities and inequalities by evaluation");
    }
  }

  void check_counts() {
    bool disjoint = true;
    bool read = true;
    for (std::size_t i = 0; i < plan_.counts.size(); ++i) {
      const IslSet guarded = where(0, fold(Op::logical_and, plan_.counts[i].guards, 1), "count guards are affine");
      read = read && is_equal(guarded, count_regions_[i]);
      for (std::size_t j = i + 1; j < plan_.counts.size(); ++j) {
        disjoint = disjoint && is_disjoint(count_regions_[i], count_regions_[j]);
      }
    }
    fact("count: cases are disjoint", disjoint, "isl emptiness");
    fact("count: guards are the regions", read, "isl set equality");
    fact("count: no points outside the cases", is_subset(without_last(set_, visible_), prefix_sets_[0]),
         "isl inclusion");
  }

  TelescopingPlan plan_;
  const domain::Map& map_;
  IslContext context_; // before the sets: freed last
  IslSet set_;
  std::size_t visible_ = 0;
  std::vector<std::vector<IslSet>> regions_;
  std::vector<IslSet> count_regions_;
  std::vector<IslSet> prefix_sets_; ///< [k]: union of the regions over k coordinates
  CheckReport report_;
};

} // namespace

CheckReport check_telescoping(const nlohmann::json& proof, const domain::Map& map) {
  auto plan = telescoping_plan_from_json(proof);
  if (!plan) {
    return {{{"the payload reads", false, plan.error().message}}};
  }
  if (plan->levels.empty()) {
    return {{{"the payload has levels", false, "none"}}};
  }
  return Checker(std::move(*plan), map).run();
}

} // namespace mapwright::index_map
