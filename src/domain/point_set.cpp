#include "domain/point_set.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace mapwright::domain {

namespace {

using expr::Op;

/// Expressions as piecewise quasi-affine functions of scan coordinates and parameters. A null result says that the
/// expression is none.
class Lifter {
public:
  Lifter(const IslContext& context, const IslSet& set, const std::vector<Symbol>& scan)
      : context_(context), space_(isl_set_get_space(set.get())), scan_(scan) {}

  [[nodiscard]] IslPwAff value(const Expr& e) const {
    switch (e.op()) {
    case Op::constant:
      return constant(e.value());
    case Op::variable:
      return variable(e.name());
    case Op::add:
      return IslPwAff(isl_pw_aff_add(operand(e, 0), operand(e, 1)));
    case Op::sub:
      return IslPwAff(isl_pw_aff_sub(operand(e, 0), operand(e, 1)));
    case Op::mul:
      return IslPwAff(isl_pw_aff_mul(operand(e, 0), operand(e, 1)));
    case Op::floor_div:
    case Op::nonneg_div:
    case Op::exact_div:
      return IslPwAff(isl_pw_aff_floor(isl_pw_aff_div(operand(e, 0), operand(e, 1))));
    case Op::floor_mod:
    case Op::nonneg_mod:
      return e.operand(1).is_constant() && e.operand(1).value() > 0
                 ? IslPwAff(isl_pw_aff_mod_val(operand(e, 0), literal(e.operand(1).value())))
                 : IslPwAff();
    case Op::minimum:
      return IslPwAff(isl_pw_aff_min(operand(e, 0), operand(e, 1)));
    case Op::maximum:
      return IslPwAff(isl_pw_aff_max(operand(e, 0), operand(e, 1)));
    case Op::select:
      return IslPwAff(isl_pw_aff_cond(condition(e.operand(0)).release(), operand(e, 1), operand(e, 2)));
    default:
      return condition(e);
    }
  }

private:
  /// 1 where a comparison or a combination of conditions holds, else 0.
  [[nodiscard]] IslPwAff condition(const Expr& e) const {
    switch (e.op()) {
    case Op::less:
      return holds(isl_pw_aff_lt_set(operand(e, 0), operand(e, 1)));
    case Op::less_equal:
      return holds(isl_pw_aff_le_set(operand(e, 0), operand(e, 1)));
    case Op::equal:
      return holds(isl_pw_aff_eq_set(operand(e, 0), operand(e, 1)));
    case Op::not_equal:
      return holds(isl_pw_aff_ne_set(operand(e, 0), operand(e, 1)));
    case Op::logical_and:
      return holds(isl_set_intersect(truth(e.operand(0)), truth(e.operand(1))));
    case Op::logical_or:
      return holds(isl_set_union(truth(e.operand(0)), truth(e.operand(1))));
    case Op::logical_not:
      return holds(isl_set_complement(truth(e.operand(0))));
    case Op::root:
    case Op::power:
    case Op::shift_left:
    case Op::shift_right:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::floor_log2:
    case Op::load:
      return {};
    default:
      return value(e);
    }
  }

  [[nodiscard]] isl_set* truth(const Expr& e) const { return isl_pw_aff_non_zero_set(condition(e).release()); }

  /// The indicator of a set of scan points.
  static IslPwAff holds(isl_set* set) { return IslPwAff(isl_set_indicator_function(set)); }

  [[nodiscard]] isl_pw_aff* operand(const Expr& e, std::size_t i) const { return value(e.operand(i)).release(); }

  [[nodiscard]] isl_val* literal(Int v) const {
    return isl_val_read_from_str(context_.get(), expr::to_string(v).c_str());
  }

  [[nodiscard]] isl_local_space* local_space() const { return isl_local_space_from_space(space_.copy()); }

  [[nodiscard]] IslPwAff constant(Int v) const {
    return IslPwAff(isl_pw_aff_from_aff(isl_aff_val_on_domain(local_space(), literal(v))));
  }

  [[nodiscard]] IslPwAff variable(Symbol name) const {
    const auto found = std::find(scan_.begin(), scan_.end(), name);
    if (found != scan_.end()) {
      const auto at = static_cast<unsigned>(found - scan_.begin());
      return IslPwAff(isl_pw_aff_from_aff(isl_aff_var_on_domain(local_space(), isl_dim_set, at)));
    }
    const int at = isl_space_find_dim_by_name(space_.get(), isl_dim_param, name.name().c_str());
    return at < 0 ? IslPwAff()
                  : IslPwAff(isl_pw_aff_from_aff(
                        isl_aff_var_on_domain(local_space(), isl_dim_param, static_cast<unsigned>(at))));
  }

  const IslContext& context_;
  IslSpace space_;
  const std::vector<Symbol>& scan_;
};

} // namespace

tl::unexpected<Error> box_too_complicated() {
  return fail(ErrorKind::input, "the bounding box of the set is too complicated to compute");
}

Result<IslSet> point_set(const IslContext& context, const AffineShape& shape) {
  IslSet set(isl_set_read_from_str(context.get(), shape.set.c_str()));
  if (!set) {
    return fail(ErrorKind::input, "isl cannot read the set '" + shape.set + "'");
  }
  if (shape.point_of_scan.empty()) {
    return set;
  }
  const Lifter lifter(context, set, shape.scan);
  IslMap order;
  for (const Expr& e : shape.point_of_scan) {
    IslMap coordinate(isl_map_from_pw_aff(lifter.value(e).release()));
    if (!coordinate) {
      return fail(ErrorKind::input, "the order of the domain is not affine");
    }
    order = order ? IslMap(isl_map_flat_range_product(order.release(), coordinate.release())) : std::move(coordinate);
  }
  IslSet points(isl_set_apply(set.release(), order.release()));
  return points ? Result<IslSet>(std::move(points)) : box_too_complicated();
}

std::optional<Int> to_int(const IslVal& value) {
  if (!value || isl_val_is_int(value.get()) != isl_bool_true) {
    return std::nullopt;
  }
  return expr::parse_int(take_text(isl_val_to_str(value.get())));
}

} // namespace mapwright::domain
