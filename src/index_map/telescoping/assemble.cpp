#include "index_map/telescoping/assemble.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::index_map {

namespace {

using namespace nodes; // the node constructors, nothing else
using expr::Block;
using expr::Function;

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

/// Builds the functions of one plan.
class Assembler {
public:
  explicit Assembler(const TelescopingPlan& plan) : plan_(plan) {
    std::vector<Symbol> taken = plan.parameters;
    for (const Symbol s : symbols(plan.dimensions)) {
      taken.push_back(s);
    }
    taken.insert(taken.end(), plan.scan.begin(), plan.scan.end());
    index_ = Names(taken).fresh("w");
    for (const LevelPlan& level : plan.levels) {
      if (!level.hidden) {
        visible_.push_back(&level);
      }
    }
  }

  Assembled run() {
    Assembled out;
    out.count = count();
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = rows_known() ? odometer() : by_rank(out);
    return out;
  }

private:
  [[nodiscard]] Function start(const char* name, std::vector<Symbol> arguments) const {
    Function f;
    f.name = name;
    f.parameters = plan_.parameters;
    f.arguments = std::move(arguments);
    return f;
  }

  Names names(const Function& f) {
    Names taken(f.parameters, f.arguments);
    for (const Symbol s : plan_.scan) {
      taken.fresh(s.name());
    }
    return taken;
  }

  Function count() {
    Function f = start("count", {});
    Expr total(0);
    for (std::size_t i = plan_.counts.size(); i-- > 0;) {
      const CountPiece& piece = plan_.counts[i];
      total = piece.guards.empty() ? piece.count : select(fold(Op::logical_and, piece.guards, 1), piece.count, total);
    }
    f.results = {total};
    f.result_names = {"count"};
    return f;
  }

  Function unrank() {
    Function f = start("unrank", {index_});
    Names taken = names(f);
    Expr rest = var(index_);
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      append(f.body, find_coordinate(*visible_[k], k + 1 == visible_.size(), rest, taken));
    }
    f.results = plan_.point_of_scan;
    f.result_names = plan_.dimensions;
    return f;
  }

  /// End points of a piece under the names its formulas use, or inline where that is short.
  struct Ends {
    Block bindings;
    Expr first{0};
    Expr last{0};
    Renaming renaming; ///< of first_name and last_name in the formulas of the piece
  };

  Ends ends_of(const LevelPlan& level, const PiecePlan& piece, Names& taken) {
    Ends ends;
    const Symbol first = first_name(level.coordinate);
    const Symbol last = last_name(level.coordinate);
    ends.first = end(fold(Op::maximum, piece.lower, 0), first, piece, ends, taken);
    ends.last = end(fold(Op::minimum, piece.upper, 0), last, piece, ends, taken);
    return ends;
  }

  static Expr end(const Expr& value, Symbol name, const PiecePlan& piece, Ends& ends, Names& taken) {
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

  static Expr guards_of(const PiecePlan& piece, const Ends& ends) {
    return replace(fold(Op::logical_and, piece.guards, 1), ends.renaming);
  }

  /// Finds one coordinate; `rest` is the residual before and, for all but the last level, after.
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

  Expr bind_rest(const LevelPlan& level, const Expr& value, Block& block, Names& taken) {
    const Symbol residual = taken.fresh("rest_" + level.coordinate.name());
    block.push_back(let(residual, value));
    return var(residual);
  }

  static Expr box_halvings(const LevelPlan& level) {
    return halvings(maximum(plus(minus(level.box_high, level.box_low), Expr(1)), Expr(1)));
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

  /// Binds `x` by the inversion of a piece; returns how much of the residual lies before x.
  Expr invert(const LevelPlan& level, const PiecePlan& piece, const Ends& ends, const Expr& rest, Symbol x,
              Block& block, Names& taken) {
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
      block.push_back(
          bisect(x, ends.first, ends.last, less_equal(at(piece.before, var(x)), rest), box_halvings(level)));
      return at(piece.before, var(x));
    }
    if (!inversion.from_end) {
      block.push_back(root(inversion, x, ends.first, ends.last, ends.first, at(piece.before, var(x)), rest,
                           at(inversion.b, var(x))));
      return at(piece.before, var(x));
    }
    const Symbol behind = taken.fresh("behind_" + level.coordinate.name());
    const Symbol back = taken.fresh("back_" + level.coordinate.name());
    block.push_back(let(behind, sub(sub(replace(piece.total, ends.renaming), Expr(1)), rest)));
    block.push_back(root(inversion, back, Expr(0), minus(ends.last, ends.first), Expr(0),
                         at(inversion.growth, var(back)), var(behind), at(inversion.b, var(back))));
    block.push_back(let(x, sub(ends.last, var(back))));
    return at(piece.before, var(x));
  }

  /// solve name in [low, high] where condition_value <= residual, by the root the inversion describes.
  static Statement root(const Inversion& inversion, Symbol name, const Expr& low, const Expr& high, const Expr& origin,
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

  /// The points with this prefix and coordinate less than x, whichever piece they are in.
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

  /// Scan coordinates from the dimensions, when they differ.
  void bind_scan(Block& block) const {
    for (std::size_t k = 0; k < plan_.scan.size(); ++k) {
      const Expr& value = plan_.scan_of_point[k];
      if (!(value.op() == Op::variable && value.name() == plan_.scan[k])) {
        block.push_back(let(plan_.scan[k], value));
      }
    }
  }

  Function rank() {
    Function f = start("rank", symbols(plan_.dimensions));
    Names taken = names(f);
    bind_scan(f.body);
    std::vector<Expr> terms;
    for (const LevelPlan* level : visible_) {
      const Expr term = rank_within(*level, var(level->coordinate), f.body, taken);
      if (!is_zero(term)) {
        terms.push_back(term);
      }
    }
    f.results = {fold(Op::add, terms, 0)};
    f.result_names = {index_.name()};
    return f;
  }

  Function contains() {
    Function f = start("contains", symbols(plan_.dimensions));
    f.results = {plan_.contains};
    f.result_names = {"contains"};
    return f;
  }

  [[nodiscard]] bool rows_known() const {
    return std::all_of(visible_.begin(), visible_.end(), [](const LevelPlan* l) { return !l->row_lower.empty(); });
  }

  /// The next point by counting like an odometer: the innermost coordinate that has room steps, the inner ones reset.
  Function odometer() {
    Function f = start("successor", symbols(plan_.dimensions));
    Names taken = names(f);
    bind_scan(f.body);
    Renaming next;
    for (const LevelPlan* level : visible_) {
      const Symbol name = taken.fresh("next_" + level->coordinate.name());
      f.body.push_back(declare(name, var(level->coordinate)));
      next.emplace_back(level->coordinate, var(name));
    }
    const Symbol has_next = taken.fresh("has_next");
    f.body.push_back(declare(has_next, Expr(1)));
    Block block{assign(has_next, Expr(0))};
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      const LevelPlan& level = *visible_[k];
      Block step{assign(next[k].second.name(), plus(var(level.coordinate), Expr(1)))};
      for (std::size_t inner = k + 1; inner < visible_.size(); ++inner) {
        step.push_back(
            assign(next[inner].second.name(), replace(fold(Op::maximum, visible_[inner]->row_lower, 0), next)));
      }
      const Expr last = fold(Op::minimum, level.row_upper, 0);
      block = {branch(less(var(level.coordinate), last), std::move(step), std::move(block))};
    }
    append(f.body, std::move(block));
    f.results = {var(has_next)};
    for (const Expr& e : plan_.point_of_scan) {
      f.results.push_back(replace(e, next));
    }
    f.result_names = successor_names();
    return f;
  }

  /// The next point through its index, for sets with gaps.
  Function by_rank(const Assembled& maps) {
    Function f = start("successor", symbols(plan_.dimensions));
    Names taken = names(f);
    std::vector<Expr> parameters;
    for (const Symbol s : plan_.parameters) {
      parameters.push_back(var(s));
    }
    std::vector<Expr> point;
    for (const Symbol s : f.arguments) {
      point.push_back(var(s));
    }
    Inlined rank = inline_call(maps.rank, "at_", parameters, point);
    append(f.body, std::move(rank.body));
    Inlined total = inline_call(maps.count, "all_", parameters, {});
    append(f.body, std::move(total.body));
    const Symbol following = taken.fresh("following");
    const Symbol has_next = taken.fresh("has_next");
    const Symbol target = taken.fresh("target");
    f.body.push_back(let(following, add(rank.results[0], Expr(1))));
    f.body.push_back(let(has_next, less(var(following), total.results[0])));
    f.body.push_back(let(target, select(var(has_next), var(following), rank.results[0])));
    const std::vector<Expr> argument{var(target)};
    Inlined next = inline_call(maps.unrank, "next_", parameters, argument);
    append(f.body, std::move(next.body));
    f.results = {var(has_next)};
    f.results.insert(f.results.end(), next.results.begin(), next.results.end());
    f.result_names = successor_names();
    return f;
  }

  [[nodiscard]] std::vector<std::string> successor_names() const {
    std::vector<std::string> out{"has_next"};
    for (const std::string& name : plan_.dimensions) {
      out.push_back("next_" + name);
    }
    return out;
  }

  const TelescopingPlan& plan_;
  Symbol index_{"w"};
  std::vector<const LevelPlan*> visible_;
};

} // namespace

Assembled assemble_telescoping(const TelescopingPlan& plan) {
  return Assembler(plan).run();
}

} // namespace mapwright::index_map
