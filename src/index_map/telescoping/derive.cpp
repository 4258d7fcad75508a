#include "index_map/telescoping/derive.hpp"

#include "domain/isl_expr.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/describe.hpp"
#include "index_map/telescoping/invert.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/lift.hpp"
#include "index_map/telescoping/order.hpp"
#include "index_map/telescoping/pieces.hpp"
#include "index_map/telescoping/plan.hpp"
#include "index_map/telescoping/to_expr.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::IslBasicSet;
using domain::IslContext;
using domain::IslSet;

namespace {

IslSet as_set(const IslBasicSet& set) {
  return IslSet(isl_set_from_basic_set(set.copy()));
}

/// The union of the regions of pieces.
IslSet region_union(const std::vector<Piece>& pieces, isl_space* space) {
  IslSet all(isl_set_empty(isl_space_copy(space)));
  for (const Piece& piece : pieces) {
    all = unite(all, as_set(piece.region));
  }
  return all;
}

/// One derivation: the state that the steps below share.
class Deriver {
public:
  Deriver(const domain::Domain& domain, const domain::AffineShape& shape, const DeriveOptions& options)
      : domain_(domain), shape_(shape), options_(options), space_({}) {}

  Result<Derived> run() {
    auto set = read_set(context_, shape_.set);
    if (!set) {
      return forward(set);
    }
    set_ = IslSet(isl_set_compute_divs(domain::coalesced(*set).release()));
    auto lifted = lift(set_);
    if (!lifted) {
      return forward(lifted);
    }
    name_variables(*lifted);
    if (auto done = sum_levels(*lifted); !done) {
      return forward(done);
    }
    if (auto done = plan_levels(); !done) {
      return forward(done);
    }
    return finish();
  }

private:
  /// Plain variables: parameters, scan coordinates, stride coordinates, then first and last of each coordinate.
  void name_variables(const Lifted& lifted) {
    const auto parameters = static_cast<unsigned>(isl_set_dim(set_.get(), isl_dim_param));
    for (unsigned i = 0; i < parameters; ++i) {
      names_.emplace_back(isl_set_get_dim_name(set_.get(), isl_dim_param, i));
    }
    plan_.parameters = names_;
    plan_.scan = shape_.scan;
    names_.insert(names_.end(), shape_.scan.begin(), shape_.scan.end());
    for (int i = 0; i < lifted.hidden; ++i) {
      names_.emplace_back(fmt::format("stride{}", i));
    }
    depth_ = static_cast<std::size_t>(lifted.dimensions);
    levels_ = depth_ + static_cast<std::size_t>(lifted.hidden);
    std::vector<expr::Symbol> plain = names_;
    for (std::size_t k = 0; k < levels_; ++k) {
      plain.push_back(first_name(coordinate_name(k)));
      plain.push_back(last_name(coordinate_name(k)));
    }
    space_ = Space(plain);
  }

  [[nodiscard]] std::size_t variable(std::size_t level) const { return plan_.parameters.size() + level; }
  [[nodiscard]] expr::Symbol coordinate_name(std::size_t level) const { return names_[variable(level)]; }
  [[nodiscard]] std::size_t first_variable(std::size_t level) const { return names_.size() + 2 * level; }

  /// pieces_[k]: the weights over the first k coordinates, from all points down to the counts.
  Result<void> sum_levels(const Lifted& lifted) {
    pieces_.resize(levels_ + 1);
    for (const IslBasicSet& region : lifted.pieces) {
      pieces_[levels_].push_back({region, QuasiPolynomial(Rational(1))});
    }
    for (std::size_t k = levels_; k-- > 0;) {
      auto summed = sum_last_dimension(space_, pieces_[k + 1], variable(k));
      if (!summed) {
        return forward(summed);
      }
      pieces_[k] = std::move(*summed);
    }
    return {};
  }

  Result<void> plan_levels() {
    for (std::size_t k = 0; k < levels_; ++k) {
      LevelPlan level;
      level.coordinate = coordinate_name(k);
      level.hidden = k >= depth_;
      order_pieces(pieces_[k + 1], level.ordered);
      const IslSet context = context_above(k);
      drop_unreached(pieces_[k + 1], context);
      for (std::size_t i = 0; i < pieces_[k + 1].size(); ++i) {
        auto piece = plan_piece(k, pieces_[k + 1][i], context, level, i);
        if (!piece) {
          return forward(piece);
        }
        level.pieces.push_back(std::move(*piece));
      }
      if (!level.hidden) {
        plan_box(k, level);
        plan_rows(k, level);
      }
      plan_.levels.push_back(std::move(level));
    }
    const IslSet everywhere(isl_set_universe(isl_set_get_space(context_above(0).get())));
    for (const Piece& piece : pieces_[0]) {
      const auto constraints = constraints_of(piece.region);
      if (!constraints) {
        return forward(constraints);
      }
      CountPiece count;
      count.region = text_of(as_set(piece.region));
      for (const Constraint& c : *constraints) {
        count.guards.push_back(to_expr(space_, c));
      }
      count.count = to_expr(space_, piece.weight);
      plan_.counts.push_back(std::move(count));
    }
    return {};
  }

  /// Pieces over prefixes without points (their fibers hold no integers) are never read.
  static void drop_unreached(std::vector<Piece>& pieces, const IslSet& context) {
    const IslSet wider(isl_set_add_dims(context.copy(), isl_dim_set, 1));
    std::erase_if(pieces, [&](const Piece& piece) { return is_empty(intersect(as_set(piece.region), wider)); });
  }

  /// Where prefixes of length k lie for which unranking reaches this level.
  IslSet context_above(std::size_t k) {
    isl_space* space = isl_set_get_space(set_.get());
    space = isl_space_drop_dims(space, isl_dim_set, 0, static_cast<unsigned>(depth_));
    space = isl_space_add_dims(space, isl_dim_set, static_cast<unsigned>(k));
    const domain::IslSpace owned(space);
    return region_union(pieces_[k], owned.get());
  }

  Result<PiecePlan> plan_piece(std::size_t k, const Piece& piece, const IslSet& context, const LevelPlan& level,
                               std::size_t number) {
    const IslSet wider(isl_set_add_dims(context.copy(), isl_dim_set, 1));
    const IslBasicSet context_hull(isl_set_simple_hull(wider.copy()));
    const IslBasicSet reduced(isl_basic_set_gist(piece.region.copy(), context_hull.copy()));
    const auto constraints = constraints_of(reduced);
    if (!constraints) {
      return forward(constraints);
    }
    const Fiber fiber = fiber_of(*constraints, variable(k));
    PiecePlan plan;
    plan.region = text_of(as_set(piece.region));
    for (const Constraint& guard : fiber.guards) {
      plan.guards.push_back(to_expr(space_, guard));
    }
    for (const RationalBound& bound : fiber.lower) {
      plan.lower.push_back(lower_to_expr(space_, bound));
    }
    for (const RationalBound& bound : fiber.upper) {
      plan.upper.push_back(upper_to_expr(space_, bound));
    }
    if (may_be_reversed(fiber, wider)) {
      plan.guards.push_back(expr::less_equal(Expr::variable(first_name(coordinate_name(k))),
                                             Expr::variable(last_name(coordinate_name(k)))));
    }
    plan.weight = to_expr(space_, piece.weight);
    if (!level.hidden) {
      plan_sums(k, piece, fiber, level, number, plan);
    } else {
      plan.sum = to_expr(space_, antiderivative(k, piece));
    }
    return plan;
  }

  /// True if some prefix passes the guards and yet has a lower bound above an upper bound.
  bool may_be_reversed(const Fiber& fiber, const IslSet& wider) {
    for (const RationalBound& low : fiber.lower) {
      for (const RationalBound& high : fiber.upper) {
        std::vector<Constraint> reversed = fiber.guards;
        Constraint c{high.denominator * low.numerator + (-low.denominator) * high.numerator, false};
        c.form.constant -= 1; // low/c > high/d
        reversed.push_back(c);
        const domain::IslSpace space(isl_set_get_space(wider.get()));
        if (!is_empty(intersect(as_set(set_of(reversed, space.get())), wider))) {
          return true;
        }
      }
    }
    return false;
  }

  QuasiPolynomial antiderivative(std::size_t k, const Piece& piece) {
    Affine self;
    self.set(variable(k), 1);
    return sum_up_to(space_, piece.weight, variable(k), self, 1);
  }

  /// The bound as an affine form when it is the only one and integral, else the name bound to it.
  Affine end_point(const std::vector<RationalBound>& bounds, std::size_t name) {
    if (bounds.size() == 1 && bounds[0].denominator == 1) {
      return bounds[0].numerator;
    }
    Affine named;
    named.set(name, 1);
    return named;
  }

  void plan_sums(std::size_t k, const Piece& piece, const Fiber& fiber, const LevelPlan& level, std::size_t number,
                 PiecePlan& plan) {
    const std::size_t x = variable(k);
    const QuasiPolynomial sum = antiderivative(k, piece);
    const Affine first = end_point(fiber.lower, first_variable(k));
    const Affine last = end_point(fiber.upper, first_variable(k) + 1);
    Affine minus_one;
    minus_one.constant = -1;
    const QuasiPolynomial base = substitute_affine(space_, sum, x, first + minus_one);
    const QuasiPolynomial before = scale_variable(space_, sum, x, 1, minus_one) - base;
    const QuasiPolynomial end = substitute_affine(space_, sum, x, last);
    plan.sum = to_expr(space_, sum);
    plan.before = to_expr(space_, before);
    plan.total = to_expr(space_, end - base);
    InversionTask task;
    task.coordinate = x;
    task.weight = piece.weight;
    task.growth_from_first = scale_variable(space_, sum, x, 1, first + minus_one) - base;
    task.growth_from_last = end - scale_variable(space_, sum, x, -1, last);
    task.condition_cost = expr::static_cost(as_function(plan.before)) + 1;
    task.form = level.ordered ? options_.form : "bisection";
    const std::string label = fmt::format("{}{}", coordinate_name(k).name(),
                                          pieces_[k + 1].size() > 1 ? fmt::format(" (piece {})", number + 1) : "");
    plan.inversion = choose_inversion(space_, task, label, considered_);
  }

  static expr::Function as_function(const Expr& e) {
    expr::Function f;
    f.results = {e};
    return f;
  }

  void plan_box(std::size_t k, LevelPlan& level) {
    const auto position = static_cast<int>(k);
    level.box_low = domain::extreme(set_, position, false, plan_.parameters).value_or(Expr(0));
    level.box_high = domain::extreme(set_, position, true, plan_.parameters).value_or(Expr(0));
  }

  /// The run of values with points, when the projection of the set onto the first k+1 coordinates is convex.
  void plan_rows(std::size_t k, LevelPlan& level) {
    auto project = [&](std::size_t kept) {
      return domain::coalesced(IslSet(isl_set_project_out(set_.copy(), isl_dim_set, static_cast<unsigned>(kept),
                                                          static_cast<unsigned>(depth_ - kept))));
    };
    const IslSet rows = project(k + 1);
    const auto convex = basic_sets_of(rows);
    if (convex.size() != 1) {
      return;
    }
    const IslSet above(isl_set_add_dims(project(k).release(), isl_dim_set, 1));
    const IslBasicSet hull(isl_set_simple_hull(above.copy()));
    const IslBasicSet reduced(isl_basic_set_gist(isl_basic_set_copy(convex[0].get()), hull.copy()));
    const auto constraints = constraints_of(reduced);
    if (!constraints) {
      return;
    }
    const Fiber fiber = fiber_of(*constraints, variable(k));
    const domain::IslSpace space(isl_set_get_space(rows.get()));
    std::vector<Constraint> bounds;
    for (const Constraint& c : *constraints) {
      if (c.form.coefficient(variable(k)) != 0) {
        bounds.push_back(c);
      }
    }
    const IslSet rebuilt = intersect(above, as_set(set_of(bounds, space.get())));
    if (isl_set_is_equal(rebuilt.get(), rows.get()) != isl_bool_true || fiber.lower.empty() || fiber.upper.empty()) {
      return;
    }
    for (const RationalBound& bound : fiber.lower) {
      level.row_lower.push_back(lower_to_expr(space_, bound));
    }
    for (const RationalBound& bound : fiber.upper) {
      level.row_upper.push_back(upper_to_expr(space_, bound));
    }
  }

  Result<Derived> finish() {
    plan_.set = text_of(set_);
    for (const std::string& name : domain_.dimensions) {
      plan_.dimensions.push_back(name);
    }
    plan_.point_of_scan = shape_.point_of_scan;
    plan_.scan_of_point = shape_.scan_of_point;
    if (plan_.point_of_scan.empty()) {
      for (const expr::Symbol s : plan_.scan) {
        plan_.point_of_scan.push_back(Expr::variable(s));
        plan_.scan_of_point.push_back(Expr::variable(s));
      }
    }
    auto to_points = function_of(context_, plan_.parameters, plan_.scan, plan_.point_of_scan);
    if (!to_points) {
      return forward(to_points);
    }
    const IslSet points(isl_set_apply(set_.copy(), to_points->release()));
    std::vector<expr::Symbol> names = plan_.parameters;
    for (const std::string& name : plan_.dimensions) {
      names.emplace_back(name);
    }
    plan_.contains = domain::membership(domain::coalesced(IslSet(isl_set_compute_divs(points.copy()))), names);
    Derived out;
    out.kind = ProofKind::polynomial_telescoping;
    out.proof = to_json(plan_);
    install(assemble_telescoping(plan_), out.map);
    out.map.domain = domain_;
    out.map.complexity = telescoping_complexity(plan_);
    out.map.method = telescoping_method(plan_);
    out.formulas.push_back(fmt::format("count = {}", telescoping_count_text(plan_)));
    out.formulas.push_back(fmt::format("rank = {}", expr::to_text(out.map.rank.results[0])));
    out.considered = std::move(considered_);
    return out;
  }

  const domain::Domain& domain_;
  const domain::AffineShape& shape_;
  const DeriveOptions& options_;
  IslContext context_; // first: freed last
  IslSet set_;
  Space space_;
  std::vector<expr::Symbol> names_;
  std::size_t depth_ = 0;
  std::size_t levels_ = 0;
  std::vector<std::vector<Piece>> pieces_;
  std::vector<Considered> considered_;
  TelescopingPlan plan_;
};

} // namespace

Result<Derived> derive_telescoping(const domain::Domain& domain, const DeriveOptions& options) {
  if (options.form != "auto" && options.form != "bisection") {
    return fail(ErrorKind::input, "a map of an affine domain has no form '" + options.form + "'",
                "use auto or bisection");
  }
  Deriver deriver(domain, std::get<domain::AffineShape>(domain.shape), options);
  return deriver.run();
}

} // namespace mapwright::index_map
