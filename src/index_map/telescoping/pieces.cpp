#include "index_map/telescoping/pieces.hpp"

#include <optional>
#include <utility>

namespace mapwright::index_map {

using domain::IslBasicSet;
using domain::IslSet;

namespace {

IslSet as_set(const IslBasicSet& set) {
  return IslSet(isl_set_from_basic_set(set.copy()));
}

/// left/left_den >= right/right_den (strictly if asked), as an integer constraint.
Constraint not_less(const RationalBound& left, const RationalBound& right, bool strictly) {
  Constraint c{right.denominator * left.numerator + (-left.denominator) * right.numerator, false};
  if (strictly) {
    c.form.constant -= 1;
  }
  return c;
}

/// Where lower bound `a` is the greatest, upper bound `b` the least, and a <= b. Ties go to the first bound.
std::vector<Constraint> chamber(const Fiber& fiber, std::size_t a, std::size_t b) {
  std::vector<Constraint> out = fiber.guards;
  for (std::size_t i = 0; i < fiber.lower.size(); ++i) {
    if (i != a) {
      out.push_back(not_less(fiber.lower[a], fiber.lower[i], i < a));
    }
  }
  for (std::size_t i = 0; i < fiber.upper.size(); ++i) {
    if (i != b) {
      out.push_back(not_less(fiber.upper[i], fiber.upper[b], i < b));
    }
  }
  out.push_back(not_less(fiber.upper[b], fiber.lower[a], false));
  return out;
}

/// A weight with the set on which it applies; sets of different entries are disjoint.
struct Weighted {
  IslSet set;
  QuasiPolynomial weight;
};

/// True if `difference` vanishes on `region` because of its equalities: each equality with a unit coefficient replaces
/// that variable.
bool vanishes_on(Space& space, QuasiPolynomial difference, const IslBasicSet& region) {
  const auto constraints = constraints_of(region);
  if (!constraints) {
    return false;
  }
  std::vector<Constraint> equalities;
  for (const Constraint& c : *constraints) {
    if (c.equality) {
      equalities.push_back(c);
    }
  }
  for (std::size_t e = 0; e < equalities.size(); ++e) {
    const Affine form = equalities[e].form;
    for (std::size_t v = form.coefficients.size(); v-- > 0;) {
      const Int unit = form.coefficients[v];
      if (unit != 1 && unit != -1) {
        continue;
      }
      Affine value = (-unit) * form; // v = -unit * (form - unit*v)
      value.set(v, 0);
      difference = substitute_affine(space, difference, v, value);
      for (std::size_t later = e + 1; later < equalities.size(); ++later) {
        const Int coefficient = equalities[later].form.coefficient(v);
        Affine rest = equalities[later].form;
        rest.set(v, 0);
        equalities[later].form = rest + coefficient * value;
      }
      break;
    }
  }
  return difference.is_zero();
}

/// Entries of equal weight united; an entry all of whose points lie on a hyperplane takes over a neighbour's weight
/// when the two agree there.
std::vector<Weighted> unite_equal(Space& space, std::vector<Weighted> entries) {
  for (Weighted& thin : entries) {
    const auto basic = basic_sets_of(thin.set);
    for (const Weighted& other : entries) {
      if (&other == &thin || other.weight == thin.weight) {
        continue;
      }
      bool agrees = true;
      for (const IslBasicSet& region : basic) {
        agrees = agrees && vanishes_on(space, other.weight - thin.weight, region);
      }
      if (agrees) {
        thin.weight = other.weight;
        break;
      }
    }
  }
  std::vector<Weighted> out;
  for (Weighted& entry : entries) {
    bool merged = false;
    for (Weighted& kept : out) {
      if (kept.weight == entry.weight) {
        kept.set = unite(kept.set, entry.set);
        merged = true;
        break;
      }
    }
    if (!merged) {
      out.push_back(std::move(entry));
    }
  }
  return out;
}

Result<std::vector<Piece>> split_convex(const std::vector<Weighted>& entries) {
  std::vector<Piece> out;
  for (const Weighted& entry : entries) {
    if (entry.weight.is_zero()) {
      continue;
    }
    const IslSet disjoint(isl_set_make_disjoint(domain::coalesced(entry.set).release()));
    const IslSet set = domain::coalesced(disjoint);
    for (const IslBasicSet& region : basic_sets_of(set)) {
      if (isl_basic_set_is_empty(region.get()) != isl_bool_true) {
        out.push_back({IslBasicSet(isl_basic_set_remove_redundancies(region.copy())), entry.weight});
      }
    }
    if (out.size() > most_pieces) {
      return fail(ErrorKind::input, "the set falls into too many pieces for a symbolic map",
                  "simplify the set, or fix its parameters");
    }
  }
  return out;
}

} // namespace

Fiber fiber_of(const std::vector<Constraint>& constraints, std::size_t coordinate) {
  Fiber fiber;
  for (const Constraint& constraint : constraints) {
    const Int c = constraint.form.coefficient(coordinate);
    if (c == 0) {
      fiber.guards.push_back(constraint);
      continue;
    }
    Affine rest = constraint.form;
    rest.set(coordinate, 0);
    // c*x + rest >= 0:  x >= -rest/c for c > 0,  x <= rest/(-c) for c < 0
    if (c > 0) {
      fiber.lower.push_back({Int{-1} * rest, c});
    } else {
      fiber.upper.push_back({rest, -c});
    }
    if (constraint.equality) {
      if (c > 0) {
        fiber.upper.push_back({Int{-1} * rest, c});
      } else {
        fiber.lower.push_back({rest, -c});
      }
    }
  }
  return fiber;
}

Result<std::vector<Piece>> overlay(Space& space, const std::vector<Piece>& pieces) {
  std::vector<Weighted> entries;
  for (const Piece& piece : pieces) {
    IslSet rest = as_set(piece.region);
    std::vector<Weighted> next;
    for (Weighted& entry : entries) {
      const IslSet common = is_empty(rest) ? IslSet() : intersect(entry.set, rest);
      if (!common || is_empty(common)) {
        next.push_back(std::move(entry));
        continue;
      }
      next.push_back({common, entry.weight + piece.weight});
      IslSet outside = subtract(entry.set, common);
      if (!is_empty(outside)) {
        next.push_back({std::move(outside), std::move(entry.weight)});
      }
      rest = subtract(rest, common);
    }
    if (!is_empty(rest)) {
      next.push_back({std::move(rest), piece.weight});
    }
    entries = std::move(next);
    if (entries.size() > most_pieces) {
      return fail(ErrorKind::input, "the set falls into too many pieces for a symbolic map",
                  "simplify the set, or fix its parameters");
    }
  }
  return split_convex(unite_equal(space, std::move(entries)));
}

Result<std::vector<Piece>> sum_last_dimension(Space& space, const std::vector<Piece>& pieces, std::size_t last) {
  std::vector<Piece> out;
  for (const Piece& piece : pieces) {
    const auto constraints = constraints_of(piece.region);
    if (!constraints) {
      return forward(constraints);
    }
    const Fiber fiber = fiber_of(*constraints, last);
    if (fiber.lower.empty() || fiber.upper.empty()) {
      return fail(ErrorKind::input, "the set is unbounded in '" + space.plain(last).name() + "'",
                  "add a lower and an upper bound for every dimension");
    }
    const isl_size dimension = isl_basic_set_dim(piece.region.get(), isl_dim_set);
    domain::IslSpace outer(isl_space_drop_dims(isl_basic_set_get_space(piece.region.get()), isl_dim_set,
                                               static_cast<unsigned>(dimension) - 1, 1));
    for (std::size_t a = 0; a < fiber.lower.size(); ++a) {
      for (std::size_t b = 0; b < fiber.upper.size(); ++b) {
        IslBasicSet region = set_of(chamber(fiber, a, b), outer.get());
        if (isl_basic_set_is_empty(region.get()) == isl_bool_true) {
          continue;
        }
        const RationalBound& low = fiber.lower[a];
        const RationalBound& high = fiber.upper[b];
        // ceil(l/c) - 1 = floor((l - 1)/c)
        Affine below = low.numerator;
        below.constant -= 1;
        QuasiPolynomial weight = sum_up_to(space, piece.weight, last, high.numerator, high.denominator) -
                                 sum_up_to(space, piece.weight, last, below, low.denominator);
        out.push_back({IslBasicSet(isl_basic_set_remove_redundancies(region.release())), std::move(weight)});
      }
    }
  }
  return overlay(space, out);
}

} // namespace mapwright::index_map
