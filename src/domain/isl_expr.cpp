#include "domain/isl_expr.hpp"

#include "expr/build.hpp"

namespace mapwright::domain {

namespace {

Int take_value(isl_val* value) {
  const long number = isl_val_get_num_si(value);
  isl_val_free(value);
  return number;
}

Expr affine_to_expr(isl_aff* aff, const std::vector<Symbol>& names);

/// The division term `position` of `aff`: floor of its definition.
Expr division_to_expr(isl_aff* aff, int position, const std::vector<Symbol>& names) {
  isl_aff* definition = isl_aff_get_div(aff, position);
  const Expr value = affine_to_expr(definition, names);
  isl_aff_free(definition);
  return value;
}

/// An integral affine form (denominator 1) as positive - negative, both sums of non-negative multiples.
struct Sides {
  Expr positive{0};
  Expr negative{0};

  void add(Int coefficient, const Expr& term) {
    Expr& side = coefficient < 0 ? negative : positive;
    side = side + Expr(coefficient < 0 ? -coefficient : coefficient) * term;
  }
};

Sides sides_of(isl_aff* aff, const std::vector<Symbol>& names) {
  const auto parameters = static_cast<int>(isl_aff_dim(aff, isl_dim_param));
  const auto inputs = static_cast<int>(isl_aff_dim(aff, isl_dim_in));
  const auto divisions = static_cast<int>(isl_aff_dim(aff, isl_dim_div));
  Sides sides;
  for (int i = 0; i < parameters + inputs; ++i) {
    const bool is_parameter = i < parameters;
    sides.add(take_value(isl_aff_get_coefficient_val(aff, is_parameter ? isl_dim_param : isl_dim_in,
                                                     is_parameter ? i : i - parameters)),
              Expr::variable(names[static_cast<std::size_t>(i)]));
  }
  for (int i = 0; i < divisions; ++i) {
    const Int coefficient = take_value(isl_aff_get_coefficient_val(aff, isl_dim_div, i));
    if (coefficient != 0) {
      sides.add(coefficient, division_to_expr(aff, i, names));
    }
  }
  sides.add(take_value(isl_aff_get_constant_val(aff)), Expr(1));
  return sides;
}

Expr integral_to_expr(isl_aff* aff, const std::vector<Symbol>& names) {
  const Sides sides = sides_of(aff, names);
  if (sides.negative.is_constant()) {
    return sides.positive + Expr(-sides.negative.value());
  }
  return sides.positive - sides.negative;
}

/// An affine form with rational coefficients, as floor(integral form / denominator).
Expr affine_to_expr(isl_aff* aff, const std::vector<Symbol>& names) {
  isl_val* denominator_value = isl_aff_get_denominator_val(aff);
  const Int denominator = take_value(isl_val_copy(denominator_value));
  isl_aff* scaled = isl_aff_scale_val(isl_aff_copy(aff), denominator_value);
  const Expr numerator = integral_to_expr(scaled, names);
  isl_aff_free(scaled);
  return floor_div(numerator, Expr(denominator));
}

struct Conjunction {
  const std::vector<Symbol>* names;
  Expr all{1};
};

isl_stat add_constraint(isl_constraint* constraint, void* user) {
  auto& conjunction = *static_cast<Conjunction*>(user);
  const bool equality = isl_constraint_is_equality(constraint) == isl_bool_true;
  isl_aff* aff = isl_constraint_get_aff(constraint);
  isl_constraint_free(constraint);
  const Sides sides = sides_of(aff, *conjunction.names);
  isl_aff_free(aff);
  const Expr condition = equality ? equal(sides.positive, sides.negative) : less_equal(sides.negative, sides.positive);
  conjunction.all = logical_and(conjunction.all, condition);
  return isl_stat_ok;
}

struct Disjunction {
  const std::vector<Symbol>* names;
  Expr any{0};
};

isl_stat add_basic_set(isl_basic_set* set, void* user) {
  auto& disjunction = *static_cast<Disjunction*>(user);
  Conjunction conjunction{disjunction.names, Expr(1)};
  const isl_stat status = isl_basic_set_foreach_constraint(set, add_constraint, &conjunction);
  isl_basic_set_free(set);
  disjunction.any = logical_or(disjunction.any, conjunction.all);
  return status;
}

struct Selection {
  const std::vector<Symbol>* names;
  std::vector<std::pair<Expr, Expr>> cases; ///< condition, value
};

isl_stat select_case(isl_set* where, isl_aff* value, void* user) {
  auto& selection = *static_cast<Selection*>(user);
  Disjunction condition{selection.names, Expr(0)};
  const isl_stat status = isl_set_foreach_basic_set(where, add_basic_set, &condition);
  selection.cases.emplace_back(condition.any, affine_to_expr(value, *selection.names));
  isl_set_free(where);
  isl_aff_free(value);
  return status;
}

} // namespace

Expr membership(const IslSet& set, const std::vector<Symbol>& names) {
  Disjunction disjunction{&names, Expr(0)};
  isl_set_foreach_basic_set(set.get(), add_basic_set, &disjunction);
  return disjunction.any;
}

std::optional<Expr> to_expr(const IslPwAff& value, const std::vector<Symbol>& names) {
  Selection selection{&names, {}};
  if (!value || isl_pw_aff_foreach_piece(value.get(), select_case, &selection) != isl_stat_ok ||
      selection.cases.empty()) {
    return std::nullopt;
  }
  Expr out = selection.cases.back().second;
  for (std::size_t i = selection.cases.size() - 1; i-- > 0;) {
    out = select(selection.cases[i].first, selection.cases[i].second, out);
  }
  return out;
}

std::optional<Expr> extreme(const IslSet& set, int position, bool greatest, const std::vector<Symbol>& names) {
  isl_pw_aff* value = greatest ? isl_set_dim_max(set.copy(), position) : isl_set_dim_min(set.copy(), position);
  return to_expr(IslPwAff(isl_pw_aff_coalesce(isl_pw_aff_gist(value, isl_set_params(set.copy())))), names);
}

} // namespace mapwright::domain
