// Code generation for maps in the order of a curve; curve.hpp states the lemmas.
//
//   for level down below m:                      the box at `at` is a cube of side 2 half, with `inside` points
//     for turn below D:                          a halving along one axis
//       first = points of the half visited first: half of them when the box is full, else a sum over 2^D corners
//       unrank: go on in the other half, and take `first` off, when first <= rest
//       rank:   go on in the other half, and add `first`, when the point lies there
#include "domain/curve.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

class Assembler {
public:
  Assembler(const CurveParts& parts, const domain::Domain& domain)
      : parts_(parts), cube_(parts.cube),
        states_(domain::curve_states(std::get<domain::CurveShape>(domain.shape).curve, domain.dimensions.size())),
        parameters_(domain.parameters), dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions),
        index_(index_name(parameters_)) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    reserved.insert(reserved.end(), dims_.begin(), dims_.end());
    Names names(reserved);
    splits_ = names.fresh("curve_splits");
    next_ = names.fresh("curve_next");
    reserved.push_back(splits_);
    reserved.push_back(next_);
    local_ = Names(reserved);
    count_prefix_ = unused_prefix("all", reserved);
    corner_prefix_ = unused_prefix("corner", reserved);
  }

  Assembled all() {
    Assembled out;
    out.count = parts_.plain.map.count;
    out.contains = parts_.plain.map.contains;
    out.unrank = unrank();
    out.rank = rank();
    out.successor = successor(out.rank, out.unrank);
    if (turns()) {
      out.tables.push_back(fixed_table(splits_.name(), states_.splits, "axis and first side of a halving, packed"));
      out.tables.push_back(fixed_table(next_.name(), states_.next, "state of a subcube"));
    }
    return out;
  }

private:
  /// The state of a descent: names of what changes on the way.
  struct Walk {
    Symbol points{""};      ///< of the domain
    Symbol inside{""};      ///< of the box
    Expr levels{0};         ///< m
    std::vector<Symbol> at; ///< least corner of the box
    Symbol state{""};       ///< of the curve
  };
  /// One halving.
  struct Halving {
    std::vector<Symbol> cut; ///< what is cut off the side: half along the axis, else 0
    Symbol side{""};         ///< 1: the upper half comes first
    Symbol half{""};
    Symbol volume{""}; ///< of the box before it is halved
  };

  [[nodiscard]] bool turns() const { return states_.states > 1; }
  [[nodiscard]] int dimensions() const { return static_cast<int>(dims_.size()); }

  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    return {name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
  }

  Expr total(Block& body) const {
    const std::vector<Expr> sizes = variables(parameters_);
    Inlined call = inline_call(parts_.plain.map.count, count_prefix_, sizes, {});
    append(body, std::move(call.body));
    return call.results[0];
  }

  Walk start(Block& body) {
    Walk walk;
    const Expr points = total(body);
    walk.points = names_.fresh("points");
    body.push_back(let(walk.points, points));
    std::vector<Expr> sides;
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const Expr side = cube_.origin[d].is_constant(0) ? cube_.high[d] : sub(cube_.high[d], cube_.origin[d]);
      if (std::find(sides.begin(), sides.end(), side) == sides.end()) {
        sides.push_back(side);
      }
    }
    const Symbol reach = names_.fresh("reach");
    body.push_back(let(reach, maximum(fold(Op::maximum, sides, 0), Expr(0))));
    const Symbol levels = names_.fresh("levels");
    body.push_back(let(levels, floor_log2(add(mul(Expr(2), var(reach)), Expr(1)))));
    walk.levels = var(levels);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      walk.at.push_back(names_.fresh("at_" + dim_names_[d]));
      body.push_back(declare(walk.at[d], cube_.origin[d]));
    }
    walk.inside = names_.fresh("inside");
    body.push_back(declare(walk.inside, var(walk.points)));
    if (turns()) {
      walk.state = names_.fresh("state");
      body.push_back(declare(walk.state, Expr(0)));
    }
    return walk;
  }

  /// The loops; `visit(body, halving, first)` sees each halving with the points of the half visited first, and returns
  /// whether it goes on in the other half, as 0 or 1.
  template <class Visit> void descend(Block& out, const Walk& walk, const Visit& visit) {
    const Symbol level = names_.fresh("level");
    const Symbol turn = names_.fresh("turn");
    const Symbol node = names_.fresh("node");
    Halving halving;
    halving.side = names_.fresh("side");
    halving.half = names_.fresh("half");
    std::vector<Symbol> size;
    Block outer;
    outer.push_back(let(halving.half, shift_left(Expr(1), var(level))));
    for (const std::string& name : dim_names_) {
      size.push_back(names_.fresh("size_" + name));
      outer.push_back(declare(size.back(), mul(Expr(2), var(halving.half))));
    }
    Block inner;
    Expr axis = var(turn);
    if (turns()) {
      outer.push_back(declare(node, Expr(1)));
      const Symbol split = names_.fresh("split");
      inner.push_back(assume(node, Expr(1), Expr(states_.cells() - 1)));
      inner.push_back(let(split, Expr::load(splits_, add(mul(var(walk.state), Expr(states_.cells())), var(node)))));
      inner.push_back(let(halving.side, bit_and(var(split), Expr(1))));
      axis = shift_right(var(split), Expr(1));
    }
    halving.volume = names_.fresh("volume");
    inner.push_back(let(halving.volume, fold(Op::mul, variables(size), 1)));
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      halving.cut.push_back(names_.fresh("cut_" + dim_names_[d]));
      inner.push_back(let(halving.cut[d], select(equal(axis, Expr(static_cast<Int>(d))), var(halving.half), Expr(0))));
      inner.push_back(assign(size[d], sub(var(size[d]), var(halving.cut[d]))));
      inner.push_back(assume(size[d], Expr(1), mul(Expr(2), var(halving.half))));
    }
    const Symbol first = points_of_first_half(inner, walk, halving, size);
    const Symbol later = visit(inner, halving, first);
    inner.push_back(assign(walk.inside, select(var(later), sub(var(walk.inside), var(first)), var(first))));
    inner.push_back(assume(walk.inside, Expr(0), var(walk.points)));
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const Expr upper = turns() ? Expr::raw(Op::not_equal, {var(later), var(halving.side)}) : var(later);
      inner.push_back(assign(walk.at[d], add(var(walk.at[d]), select(upper, var(halving.cut[d]), Expr(0)))));
      inner.push_back(
          assume(walk.at[d], cube_.origin[d], from_origin(d, sub(shift_left(Expr(1), walk.levels), Expr(1)))));
    }
    if (turns()) {
      inner.push_back(assign(node, add(mul(Expr(2), var(node)), var(later))));
    }
    outer.push_back(loop(turn, Expr(dimensions()), false, std::move(inner)));
    if (turns()) {
      const Expr digit = sub(var(node), Expr(states_.cells()));
      outer.push_back(assign(walk.state, Expr::load(next_, add(mul(var(walk.state), Expr(states_.cells())), digit))));
    }
    out.push_back(loop(level, walk.levels, true, std::move(outer)));
  }

  [[nodiscard]] Expr from_origin(std::size_t d, const Expr& distance) const {
    return cube_.origin[d].is_constant(0) ? distance : add(cube_.origin[d], distance);
  }

  /// Inclusion and exclusion over the corners, from all upper ones down to all lower ones; each half of a full box is
  /// full as well.
  Symbol points_of_first_half(Block& out, const Walk& walk, const Halving& halving, const std::vector<Symbol>& size) {
    const Symbol sum = names_.fresh("first");
    out.push_back(declare(sum, shift_right(var(walk.inside), Expr(1))));
    const Symbol corner = names_.fresh("corner");
    Block body;
    std::vector<Expr> values = variables(parameters_);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const Symbol x = names_.fresh("x_" + dim_names_[d]);
      const Expr low = turns() ? add(var(walk.at[d]), mul(var(halving.side), var(halving.cut[d]))) : var(walk.at[d]);
      const Expr shifted = d == 0 ? var(corner) : shift_right(var(corner), Expr(static_cast<Int>(d)));
      const Expr end = add(low, mul(bit_and(shifted, Expr(1)), var(size[d])));
      body.push_back(let(x, minimum(end, cube_.end[d])));
      body.push_back(assume(x, cube_.origin[d], from_origin(d, shift_left(Expr(1), walk.levels))));
      values.push_back(var(x));
    }
    Inlined call = inline_call(parts_.corner.map.count, corner_prefix_, values, {});
    append(body, std::move(call.body));
    const Symbol below = names_.fresh("below");
    body.push_back(let(below, call.results[0]));
    body.push_back(assume(below, Expr(0), var(walk.points)));
    const Expr added = bit_and(shift_right(Expr(added_corners()), var(corner)), Expr(1));
    body.push_back(assign(sum, select(added, add(var(sum), var(below)), sub(var(sum), var(below)))));
    body.push_back(assume(sum, sub(Expr(0), var(walk.points)), var(walk.points)));
    Block count{assign(sum, Expr(0)), loop(corner, Expr(states_.cells()), true, std::move(body))};
    out.push_back(branch(Expr::raw(Op::not_equal, {var(walk.inside), var(halving.volume)}), std::move(count)));
    out.push_back(assume(sum, Expr(0), var(walk.points)));
    return sum;
  }

  /// Bit c is set where corner c counts with a plus: as many lower sides as make their number even.
  [[nodiscard]] Int added_corners() const {
    Int mask = 0;
    for (unsigned c = 0; c < static_cast<unsigned>(states_.cells()); ++c) {
      const int lower = dimensions() - std::popcount(c);
      mask |= static_cast<Int>(lower % 2 == 0 ? 1 : 0) << c;
    }
    return mask;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Walk walk = start(f.body);
    const Symbol rest = names_.fresh("rest");
    f.body.push_back(declare(rest, var(index_)));
    const Symbol later = names_.fresh("later");
    descend(f.body, walk, [&](Block& body, const Halving&, Symbol first) {
      body.push_back(let(later, less_equal(var(first), var(rest))));
      body.push_back(assign(rest, sub(var(rest), select(var(later), var(first), Expr(0)))));
      body.push_back(assume(rest, Expr(0), sub(var(walk.points), Expr(1))));
      return later;
    });
    f.results = variables(walk.at);
    return f;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const Walk walk = start(f.body);
    const Symbol before = names_.fresh("before");
    f.body.push_back(declare(before, Expr(0)));
    const Symbol later = names_.fresh("later");
    descend(f.body, walk, [&](Block& body, const Halving& halving, Symbol first) {
      std::vector<Expr> beyond; // in the dimension of the axis alone the cut is not 0
      for (std::size_t d = 0; d < dims_.size(); ++d) {
        const Expr middle = add(var(walk.at[d]), var(halving.cut[d]));
        beyond.push_back(both(less(Expr(0), var(halving.cut[d])), less_equal(middle, var(dims_[d]))));
      }
      const Expr upper = fold(Op::logical_or, beyond, 0);
      body.push_back(let(later, turns() ? Expr::raw(Op::not_equal, {upper, var(halving.side)}) : upper));
      body.push_back(assign(before, add(var(before), select(var(later), var(first), Expr(0)))));
      body.push_back(assume(before, Expr(0), var(walk.points)));
      return later;
    });
    f.results = {var(before)};
    return f;
  }

  /// The next point through its index.
  expr::Function successor(const expr::Function& rank_function, const expr::Function& unrank_function) {
    std::vector<std::string> result_names{"has_next"};
    for (const std::string& name : dim_names_) {
      result_names.push_back("next_" + name);
    }
    expr::Function f = function("successor", dims_, std::move(result_names));
    std::vector<Symbol> taken = parameters_;
    taken.insert(taken.end(), dims_.begin(), dims_.end());
    const std::vector<Expr> sizes = variables(parameters_);
    Inlined here = inline_call(rank_function, unused_prefix("here", taken), sizes, variables(dims_));
    append(f.body, std::move(here.body));
    const Symbol following = names_.fresh("following");
    f.body.push_back(let(following, add(here.results[0], Expr(1))));
    const Expr points = total(f.body);
    const Symbol has_next = names_.fresh("has_next");
    f.body.push_back(let(has_next, less(var(following), points)));
    const Symbol target = names_.fresh("target");
    f.body.push_back(let(target, select(var(has_next), var(following), Expr(0))));
    const std::vector<Expr> argument{var(target)};
    Inlined next = inline_call(unrank_function, unused_prefix("next", taken), sizes, argument);
    append(f.body, std::move(next.body));
    f.results = {var(has_next)};
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      f.results.push_back(select(var(has_next), next.results[d], var(dims_[d])));
    }
    return f;
  }

  const CurveParts& parts_;
  const CurveCube& cube_;
  domain::CurveStates states_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Symbol splits_{""};
  Symbol next_{""};
  std::string count_prefix_;
  std::string corner_prefix_;
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_curve(const CurveParts& parts, const domain::Domain& domain) {
  return Assembler(parts, domain).all();
}

} // namespace mapwright::index_map
