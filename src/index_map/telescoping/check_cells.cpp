#include "index_map/telescoping/check_cells.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/identity.hpp"

#include <algorithm>
#include <optional>

namespace mapwright::index_map {

using domain::IslSet;

namespace {

using namespace nodes; // the node constructors, nothing else

/// An equality solved for one variable; when its coefficient is not a unit, the rest must be divisible by it.
struct Solved {
  Symbol variable;
  Expr value;
  Divisibility exact;
};

/// form = 0 solved for its last variable. isl's equalities are in echelon form from the last variable on, so one
/// substitution each suffices.
std::optional<Solved> solve(const Affine& form, const std::vector<Symbol>& names) {
  for (std::size_t v = form.coefficients.size(); v-- > 0;) {
    const Int coefficient = form.coefficients[v];
    if (coefficient == 0) {
      continue;
    }
    const Int sign = coefficient < 0 ? 1 : -1; // v = sign * rest / |coefficient|
    const Int magnitude = coefficient < 0 ? -coefficient : coefficient;
    Expr rest(sign * form.constant);
    for (std::size_t u = 0; u < v; ++u) {
      if (form.coefficients[u] != 0) {
        rest = add(rest, mul(Expr(sign * form.coefficients[u]), var(names[u])));
      }
    }
    const Expr value = magnitude == 1 ? rest : Expr::raw(Op::floor_div, {rest, Expr(magnitude)});
    return Solved{names[v], value, {rest, magnitude}};
  }
  return std::nullopt;
}

/// The part of `cell` where the form of `c` is `height`, or at least `height`.
IslSet at_height(const IslSet& cell, const Constraint& c, int height, bool exactly) {
  Constraint level{c.form, exactly};
  level.form.constant -= height;
  const domain::IslSpace space(isl_set_get_space(cell.get()));
  return intersect(cell, IslSet(isl_set_from_basic_set(set_of({level}, space.get()).release())));
}

/// Checks left = right where the equalities that hold on all of `cell` hold; an empty string when proved.
std::string refute_on_hull(const IslSet& cell, const std::vector<Symbol>& names, const Expr& left, const Expr& right) {
  const domain::IslBasicSet hull(isl_basic_set_remove_divs(isl_set_affine_hull(cell.copy())));
  const auto constraints = constraints_of(hull);
  if (!constraints) {
    return constraints.error().message;
  }
  Expr a = left;
  Expr b = right;
  std::vector<Divisibility> given;
  for (const Constraint& c : *constraints) {
    if (const auto solved = c.equality ? solve(c.form, names) : std::nullopt) {
      const std::vector<std::pair<Symbol, Expr>> by{{solved->variable, solved->value}};
      a = replace(a, by);
      b = replace(b, by);
      for (Divisibility& d : given) {
        d.e = replace(d.e, by);
      }
      if (solved->exact.modulus > 1) {
        given.push_back(solved->exact);
      }
    }
  }
  return refute_identity(a, b, given);
}

} // namespace

std::string refute_on(const IslSet& cell, const std::vector<Symbol>& names, const Expr& left, const Expr& right,
                      int depth) {
  const std::string refutation = refute_on_hull(cell, names, left, right);
  if (refutation.empty() || depth == 0) {
    return refutation;
  }
  const auto parts = basic_sets_of(cell);
  if (parts.size() > 1) {
    const bool agrees = std::all_of(parts.begin(), parts.end(), [&](const domain::IslBasicSet& part) {
      return refute_on(IslSet(isl_set_from_basic_set(part.copy())), names, left, right, depth).empty();
    });
    return agrees ? "" : refutation;
  }
  constexpr int most_slices = 16;
  const domain::IslBasicSet hull(isl_basic_set_remove_divs(isl_set_simple_hull(cell.copy())));
  const auto constraints = constraints_of(hull);
  if (!constraints) {
    return refutation;
  }
  for (const Constraint& c : *constraints) {
    if (!c.equality && is_empty(at_height(cell, c, most_slices, false))) {
      bool agrees = true;
      for (int height = 0; agrees && height < most_slices; ++height) {
        const IslSet slice = at_height(cell, c, height, true);
        agrees = is_empty(slice) || refute_on(slice, names, left, right, depth - 1).empty();
      }
      if (agrees) {
        return "";
      }
    }
  }
  return refutation;
}

} // namespace mapwright::index_map
