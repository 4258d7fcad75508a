#include "index_map/telescoping/assemble_level.hpp"

#include "index_map/inline.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mapwright::index_map {

namespace {

using namespace nodes; // the node constructors, nothing else
using expr::Block;

using Renaming = std::vector<std::pair<Symbol, Expr>>;

bool is_zero(const Expr& e) {
  return e.is_constant(0);
}

/// a + b without literal zeros.
Expr plus(const Expr& a, const Expr& b) {
  return is_zero(a) ? b : is_zero(b) ? a : add(a, b);
}
Expr minus(const Expr& a, const Expr& b) {
  return is_zero(b) ? a : sub(a, b);
}
Expr times(Int factor, const Expr& e) {
  return factor == 1 ? e : mul(Expr(factor), e);
}

bool mentions(const Expr& e, Symbol name) {
  const auto names = expr::free_variables(e);
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// End points of a piece under the names its formulas use, or inline where that is short.
struct Ends {
  Block bindings;
  Expr first{0};
  Expr last{0};
  Renaming renaming; ///< of first_name and last_name in the formulas of the piece
};

Expr end(const Expr& value, Symbol name, const PiecePlan& piece, Ends& ends, Names& taken) {
  constexpr std::size_t short_enough = 5;
  const Inversion& inversion = piece.inversion;
  const bool guarded =
      std::any_of(piece.guards.begin(), piece.guards.end(), [&](const Expr& guard) { return mentions(guard, name); });
  const bool used = guarded || mentions(piece.before, name) || mentions(piece.total, name) ||
                    mentions(inversion.growth, name) || mentions(inversion.b, name);
  if (!used && expr::tree_size(value) <= short_enough) {
    return value;
  }
  const Symbol bound = taken.fresh(name.name());
  ends.bindings.push_back(let(bound, value));
  ends.renaming.emplace_back(name, var(bound));
  return var(bound);
}

Ends ends_of(const LevelPlan& level, const PiecePlan& piece, Names& taken) {
  Ends ends;
  const Symbol first = first_name(level.coordinate);
  const Symbol last = last_name(level.coordinate);
  ends.first = end(fold(Op::maximum, piece.lower, 0), first, piece, ends, taken);
  ends.last = end(fold(Op::minimum, piece.upper, 0), last, piece, ends, taken);
  return ends;
}

Expr guards_of(const PiecePlan& piece, const Ends& ends) {
  return replace(fold(Op::logical_and, piece.guards, 1), ends.renaming);
}

/// solve name in [low, high] where condition_value <= residual, by the root the inversion describes.
Statement root(const Inversion& inversion, Symbol name, const Expr& low, const Expr& high, const Expr& origin,
               const Expr& condition_value, const Expr& residual, const Expr& b) {
  expr::RootEstimate estimate{2, Expr(0), Expr(0), Expr(1), inversion.down, inversion.up};
  if (inversion.kind == Inversion::Kind::sandwich) {
    estimate.degree = inversion.degree;
    const Expr scaled = times(inversion.q, residual);
    estimate.radicand = inversion.p == 1 ? scaled : nonneg_div(scaled, Expr(inversion.p));
    estimate.offset = inversion.shift == 0 ? origin : plus(origin, Expr(inversion.shift));
  } else {
    const Int factor = 4 * inversion.a * inversion.scale;
    estimate.radicand = is_zero(b) ? times(factor, residual) : add(mul(b, b), times(factor, residual));
    estimate.offset = minus(is_zero(origin) ? Expr(0) : times(2 * inversion.a, origin), b);
    estimate.divisor = Expr(2 * inversion.a);
  }
  return {expr::Solve{name, low, high, less_equal(condition_value, residual), estimate}};
}

Expr box_halvings(const LevelPlan& level) {
  return halvings(maximum(plus(minus(level.box_high, level.box_low), Expr(1)), Expr(1)));
}

/// Binds `x` by the inversion of a piece; returns how much of the residual lies before x.
Expr invert(const LevelPlan& level, const PiecePlan& piece, const Ends& ends, const Expr& rest, Symbol x, Block& block,
            Names& taken) {
  const Inversion& inversion = piece.inversion;
  auto at = [&](const Expr& formula, const Expr& value) {
    Renaming renaming = ends.renaming;
    renaming.emplace_back(level.coordinate, value);
    return replace(formula, renaming);
  };
  using Kind = Inversion::Kind;
  if (inversion.kind == Kind::offset) {
    block.push_back(let(x, plus(ends.first, rest)));
    return rest;
  }
  if (inversion.kind == Kind::division) {
    const Expr weight = replace(piece.weight, ends.renaming);
    block.push_back(let(x, plus(ends.first, nonneg_div(rest, weight))));
    return mul(minus(var(x), ends.first), weight);
  }
  if (inversion.kind == Kind::bisection) {
    block.push_back(bisect(x, ends.first, ends.last, less_equal(at(piece.before, var(x)), rest), box_halvings(level)));
    return at(piece.before, var(x));
  }
  if (!inversion.from_end) {
    block.push_back(
        root(inversion, x, ends.first, ends.last, ends.first, at(piece.before, var(x)), rest, at(inversion.b, var(x))));
    return at(piece.before, var(x));
  }
  const Symbol behind = taken.fresh("behind_" + level.coordinate.name());
  const Symbol back = taken.fresh("back_" + level.coordinate.name());
  block.push_back(let(behind, sub(sub(replace(piece.total, ends.renaming), Expr(1)), rest)));
  block.push_back(root(inversion, back, Expr(0), minus(ends.last, ends.first), Expr(0), at(inversion.growth, var(back)),
                       var(behind), at(inversion.b, var(back))));
  block.push_back(let(x, sub(ends.last, var(back))));
  return at(piece.before, var(x));
}

Expr bind_rest(const LevelPlan& level, const Expr& value, Block& block, Names& taken) {
  const Symbol residual = taken.fresh("rest_" + level.coordinate.name());
  block.push_back(let(residual, value));
  return var(residual);
}

/// Pieces `number`, `number`+1, ... of an ordered level: is the residual in this one?
Block find_piece(const LevelPlan& level, std::size_t number, bool is_last, const Expr& rest, Names& taken) {
  const PiecePlan& piece = level.pieces[number];
  const Symbol x = level.coordinate;
  Ends ends = ends_of(level, piece, taken);
  Block block = std::move(ends.bindings);
  Block found;
  const Symbol value = taken.fresh(x.name() + "_found");
  const Expr used = invert(level, piece, ends, rest, value, found, taken);
  found.push_back(assign(x, var(value)));
  found.push_back(assume(value, ends.first, ends.last));
  found.push_back(assume(x, ends.first, ends.last));
  if (!is_last) {
    found.push_back(assign(rest.name(), minus(rest, used)));
    found.push_back(assume(rest.name(), Expr(0), sub(replace(piece.weight, ends.renaming), Expr(1))));
  }
  if (number + 1 == level.pieces.size()) {
    append(block, std::move(found));
    return block;
  }
  const Expr total = replace(piece.total, ends.renaming);
  const Symbol size = taken.fresh("size_" + x.name());
  block.push_back(let(size, piece.guards.empty() ? total : select(guards_of(piece, ends), total, Expr(0))));
  Block otherwise;
  otherwise.push_back(assign(rest.name(), sub(rest, var(size))));
  append(otherwise, find_piece(level, number + 1, is_last, rest, taken));
  block.push_back(branch(less(rest, var(size)), std::move(found), std::move(otherwise)));
  return block;
}

} // namespace

Block find_coordinate(const LevelPlan& level, bool is_last, Expr& rest, Names& taken) {
  const Symbol x = level.coordinate;
  Block block;
  if (level.pieces.empty()) { // no points at any size: unrank is never called
    block.push_back(let(x, level.box_low));
    return block;
  }
  if (!level.ordered) {
    const Expr rank_before = rank_within(level, var(x), block, taken);
    block.push_back(bisect(x, level.box_low, level.box_high, less_equal(rank_before, rest), box_halvings(level)));
    if (!is_last) {
      rest = bind_rest(level, sub(rest, rank_before), block, taken);
    }
    return block;
  }
  if (level.pieces.size() == 1) {
    Ends ends = ends_of(level, level.pieces[0], taken);
    append(block, std::move(ends.bindings));
    const Expr used = invert(level, level.pieces[0], ends, rest, x, block, taken);
    block.push_back(assume(x, level.box_low, level.box_high));
    if (!is_last) {
      rest = bind_rest(level, minus(rest, used), block, taken);
      block.push_back(assume(rest.name(), Expr(0), sub(replace(level.pieces[0].weight, ends.renaming), Expr(1))));
    }
    return block;
  }
  block.push_back(declare(x, level.box_low));
  const Symbol residual = taken.fresh("rest_" + x.name());
  block.push_back(declare(residual, rest));
  rest = var(residual);
  append(block, find_piece(level, 0, is_last, rest, taken));
  block.push_back(assume(x, level.box_low, level.box_high));
  return block;
}

Expr rank_within(const LevelPlan& level, const Expr& x, Block& block, Names& taken) {
  std::vector<Expr> terms;
  for (const PiecePlan& piece : level.pieces) {
    Ends ends = ends_of(level, piece, taken);
    append(block, std::move(ends.bindings));
    const bool alone = level.pieces.size() == 1;
    const Expr clamped = alone ? x : maximum(ends.first, minimum(x, plus(ends.last, Expr(1))));
    Renaming renaming = ends.renaming;
    renaming.emplace_back(level.coordinate, clamped);
    const Expr before = replace(piece.before, renaming);
    terms.push_back(alone || piece.guards.empty() ? before : select(guards_of(piece, ends), before, Expr(0)));
  }
  return fold(Op::add, terms, 0);
}

} // namespace mapwright::index_map
