// Why the corrections suffice.
//
// Let y >= 0 be the answer: growth(y) <= r < growth(y + 1), and r^ the root the device computes, by the contract of
// RootEstimate: floor(rho) <= r^ <= rho*(1 + eps), rho the real root of the integer radicand. Radicands are below 2^31
// (2^63), so delta := rho*eps < 1/16 for degree >= 2 in both variants; and r^ > rho - 1.
//
// Sandwich, p*(2y + l)^k <= q*2^k*growth(y) <= p*(2y + h)^k: with R = (q*r/p)^(1/k),
//   y <= R - l/2   and   y > R - 1 - h/2.
// The radicand is floor(q*r/p): rho = R when p = 1, and R - 1 < rho <= R otherwise. With the estimate e = r^ + s,
//   y - e <  1 - l/2 - s (+ 1 when p > 1)      so `up` is the greatest integer below that,
//   e - y <  1 + delta + h/2 + s               so `down` is the greatest integer below that.
//
// Quadratic, m*growth(y) = a*y^2 + b*y, a > 0: growth(y) <= r iff y <= Y = (sqrt(b^2 + 4*a*m*r) - b)/(2a), for the
// parabola is convex and 0 at 0. The estimate is floor((r^ - b)/(2a)). It is at least floor(Y), because
// floor((floor(rho) - b)/(2a)) = floor((rho - b)/(2a)) for integers a, b; and at most floor(Y) + 1, because
// delta/(2a) < 1.
#include "index_map/telescoping/check_inversion.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/identity.hpp"

#include <algorithm>

namespace mapwright::index_map {

namespace {

using namespace nodes; // the node constructors, nothing else

/// Formulas of one piece with the names of the end points replaced by the bound, when there is just one.
class Formulas {
public:
  Formulas(Symbol coordinate, const PiecePlan& piece) : x_(coordinate), piece_(piece) {
    first_ = piece.lower.size() == 1 ? piece.lower[0] : var(first_name(coordinate));
    last_ = piece.upper.size() == 1 ? piece.upper[0] : var(last_name(coordinate));
  }

  [[nodiscard]] Expr with_ends(const Expr& e) const {
    return replace(e, {{first_name(x_), first_}, {last_name(x_), last_}});
  }
  [[nodiscard]] Expr sum_at(const Expr& value) const { return replace(piece_.sum, {{x_, value}}); }
  [[nodiscard]] Expr sum_below(const Expr& value) const { return sum_at(sub(value, Expr(1))); }
  [[nodiscard]] const Expr& first() const { return first_; }
  [[nodiscard]] const Expr& last() const { return last_; }

private:
  Symbol x_;
  const PiecePlan& piece_;
  Expr first_{0};
  Expr last_{0};
};

std::string refute_growth(Symbol x, const PiecePlan& piece, const Formulas& f) {
  const Expr y = var(x);
  const Expr counted = piece.inversion.from_end ? sub(f.sum_at(f.last()), f.sum_at(sub(f.last(), y)))
                                                : sub(f.sum_below(add(f.first(), y)), f.sum_below(f.first()));
  return refute_identity(f.with_ends(piece.inversion.growth), counted);
}

Expr power_of(const Expr& e, int k) {
  Expr out = e;
  for (int i = 1; i < k; ++i) {
    out = mul(out, e);
  }
  return out;
}

std::string refute_sandwich(Symbol x, const Inversion& inversion) {
  if (inversion.degree < 2 || inversion.degree > 8 || inversion.p <= 0 || inversion.q <= 0 || inversion.low2 < 0 ||
      inversion.high2 < inversion.low2 || inversion.high2 > 64) {
    return "the sandwich has impossible data";
  }
  const Expr y = var(x);
  Int two_power = 1;
  for (int i = 0; i < inversion.degree; ++i) {
    two_power *= 2;
  }
  const Expr middle = mul(Expr(inversion.q * two_power), inversion.growth);
  auto outer = [&](Int half) {
    return mul(Expr(inversion.p), power_of(add(mul(Expr(2), y), Expr(half)), inversion.degree));
  };
  if (auto why = refute_non_negative(sub(middle, outer(inversion.low2)), x); !why.empty()) {
    return "lower side of the sandwich: " + why;
  }
  if (auto why = refute_non_negative(sub(outer(inversion.high2), middle), x); !why.empty()) {
    return "upper side of the sandwich: " + why;
  }
  // The bounds of the essay above, doubled. The greatest integer below A is at least u iff u + 1 >= A; with a tiny
  // positive delta added it is floor(A).
  const Int above = 2 - inversion.low2 - 2 * inversion.shift + (inversion.p > 1 ? 2 : 0);
  const Int below = 2 + inversion.high2 + 2 * inversion.shift;
  if (2 * (Int{inversion.up} + 1) < above || 2 * (Int{inversion.down} + 1) <= below) {
    return "too few corrections for the sandwich";
  }
  return "";
}

std::string refute_quadratic(Symbol x, const Inversion& inversion, const Formulas& f) {
  const auto names = expr::free_variables(inversion.b);
  if (inversion.a <= 0 || inversion.scale <= 0 || inversion.down < 1 || inversion.up < 0 ||
      std::find(names.begin(), names.end(), x) != names.end()) {
    return "the quadratic has impossible data";
  }
  const Expr y = var(x);
  return refute_identity(mul(Expr(inversion.scale), f.with_ends(inversion.growth)),
                         add(mul(Expr(inversion.a), mul(y, y)), mul(f.with_ends(inversion.b), y)));
}

} // namespace

std::string refute_before(Symbol coordinate, const PiecePlan& piece) {
  const Formulas f(coordinate, piece);
  return refute_identity(f.with_ends(piece.before), sub(f.sum_below(var(coordinate)), f.sum_below(f.first())));
}

std::string refute_inversion(Symbol coordinate, const PiecePlan& piece) {
  const Formulas f(coordinate, piece);
  if (auto why = refute_before(coordinate, piece); !why.empty()) {
    return "before: " + why;
  }
  if (auto why = refute_identity(f.with_ends(piece.total), sub(f.sum_at(f.last()), f.sum_below(f.first())));
      !why.empty()) {
    return "total: " + why;
  }
  const Inversion& inversion = piece.inversion;
  using Kind = Inversion::Kind;
  switch (inversion.kind) {
  case Kind::offset:
    return refute_identity(piece.weight, Expr(1));
  case Kind::division: {
    const auto names = expr::free_variables(piece.weight);
    return std::find(names.begin(), names.end(), coordinate) == names.end() ? "" : "the weight mentions its coordinate";
  }
  case Kind::bisection:
    return "";
  case Kind::sandwich:
    if (auto why = refute_growth(coordinate, piece, f); !why.empty()) {
      return "growth: " + why;
    }
    return refute_sandwich(coordinate, inversion);
  case Kind::quadratic:
    if (auto why = refute_growth(coordinate, piece, f); !why.empty()) {
      return "growth: " + why;
    }
    return refute_quadratic(coordinate, inversion, f);
  }
  return "unknown inversion";
}

} // namespace mapwright::index_map
