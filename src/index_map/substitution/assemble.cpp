// Code generation for substitution maps.
//
// All loops run over the levels, coarsest first, and carry the type of the tile reached.
//
// weighted:   child = #{i in 1 .. M-1 : P[t][l][i] <= rest}; this is the child of the descent lemma, because P grows
//             with i and stays at the total, which exceeds rest, from the last child on.
// bit-fields: with k = 2^q, s = 2^m and g digits per step, n = floor(max(level - 1, 0)/g), r = level - g n, the n
//             coarsest groups of digits are bit fields of w; the r finest digits are filled up with zeros to g digits.
//             The zeros choose a descendant of the tile sought, so its coordinates are those found, shifted right
//             by m (g - r). The same with coordinates and h digits, where every tile is full.
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/substitution/substitution.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

constexpr std::int64_t comparisons_at_most = 12; // more children than this are searched by halving
constexpr int compared_scale = 4;                // digits of coordinates by comparison up to this scale

class Assembler {
public:
  Assembler(const SubstitutionPlan& plan, const domain::Domain& domain)
      : plan_(plan), weighted_(plan.form == "weighted"), parameters_(domain.parameters),
        dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions), index_(index_name(parameters_)),
        level_(parameters_.at(0)), scale_bits_(log2_exact(plan.shape.scale)), child_bits_(log2_exact(plan.arity())) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    Names names(reserved, dims_);
    counts_ = names.fresh("tile_counts");
    prefix_ = names.fresh("child_starts");
    forward_ = names.fresh("children");
    inverse_ = names.fresh("child_at");
    local_ = names;
  }

  Assembled all() {
    Assembled out;
    out.count = function("count", {}, {"count"});
    out.count.results = {count_value()};
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = successor(out.rank, out.unrank);
    if (weighted_) {
      out.tables.push_back(fixed_table(counts_.name(), plan_.counts, "unit tiles by level and type"));
      out.tables.push_back(fixed_table(prefix_.name(), plan_.prefix, "unit tiles before a child, by level and type"));
    }
    out.tables.push_back(fixed_table(forward_.name(), plan_.forward, "type and offset of a child, packed"));
    out.tables.push_back(fixed_table(inverse_.name(), plan_.inverse, "child and its type in a cell, -1: empty"));
    return out;
  }

private:
  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    expr::Function f{name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
    f.body.push_back(assume(level_, Expr(0), Expr(plan_.largest_level)));
    return f;
  }

  [[nodiscard]] Expr literal(std::int64_t value) const { return Expr(static_cast<Int>(value)); }
  [[nodiscard]] Expr level() const { return var(level_); }

  [[nodiscard]] Expr count_value() const {
    return weighted_ ? Expr::load(counts_, add(mul(level(), literal(plan_.types())), Expr(plan_.shape.start)))
                     : shift_left(Expr(1), mul(Expr(child_bits_), level()));
  }

  /// Row of the prefix table of the current tile: (l T + t) M.
  [[nodiscard]] Expr row(Symbol l, Symbol type) const {
    return mul(add(mul(var(l), literal(plan_.types())), var(type)), literal(plan_.arity()));
  }

  /// Coordinates in a forward entry.
  [[nodiscard]] std::vector<Expr> fields(Symbol entry) const {
    const int bits = plan_.field_bits();
    std::vector<Expr> out;
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const int shift = bits * static_cast<int>(dims_.size() - 1 - d);
      const Expr shifted = shift == 0 ? var(entry) : shift_right(var(entry), Expr(shift));
      out.push_back(bit_and(shifted, Expr((Int{1} << bits) - 1)));
    }
    return out;
  }
  [[nodiscard]] Expr type_after(Symbol entry) const {
    return shift_right(var(entry), Expr(plan_.field_bits() * static_cast<int>(dims_.size())));
  }

  Symbol load_entry(Block& body, Symbol type, const Expr& digits) {
    const Symbol entry = names_.fresh("entry");
    body.push_back(let(entry, Expr::load(forward_, add(mul(var(type), literal(plan_.entries())), digits))));
    return entry;
  }

  Symbol find_child(Block& body, Symbol row_start, Symbol rest) {
    const Symbol child = names_.fresh("child");
    const auto start_of = [&](const Expr& i) { return Expr::load(prefix_, add(var(row_start), i)); };
    if (plan_.arity() > comparisons_at_most + 1) {
      body.push_back(bisect(child, Expr(0), literal(plan_.arity() - 1), less_equal(start_of(var(child)), var(rest)),
                            halvings(literal(plan_.arity()))));
      return child;
    }
    std::vector<Expr> passed;
    for (std::int64_t i = 1; i < plan_.arity(); ++i) {
      passed.push_back(less_equal(start_of(literal(i)), var(rest)));
    }
    body.push_back(let(child, fold(Op::add, passed, 0)));
    return child;
  }

  /// The state every descent over coordinates or index carries.
  Symbol declare_type(Block& body) {
    const Symbol type = names_.fresh("type");
    body.push_back(declare(type, Expr(plan_.shape.start)));
    return type;
  }

  std::vector<Symbol> declare_each(Block& body, const std::string& prefix, const std::vector<Expr>& from) {
    std::vector<Symbol> out;
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      out.push_back(names_.fresh(prefix + dim_names_[d]));
      body.push_back(declare(out.back(), from[d]));
    }
    return out;
  }

  /// n and r of level = g n + r.
  std::pair<Expr, Expr> steps(Block& body, int digits) {
    const Symbol full = names_.fresh("steps");
    body.push_back(let(full, quotient(maximum(sub(level(), Expr(1)), Expr(0)), digits)));
    const Symbol last = names_.fresh("last_digits");
    body.push_back(let(last, sub(level(), mul(Expr(digits), var(full)))));
    body.push_back(assume(last, Expr(0), Expr(digits)));
    return {var(full), var(last)};
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Symbol type = declare_type(f.body);
    const auto at = declare_each(f.body, "at_", std::vector<Expr>(dims_.size(), Expr(0)));
    const Symbol l = names_.fresh("l");
    Block body;
    const auto descend = [&](const Expr& digits) {
      const Symbol entry = load_entry(body, type, digits);
      const auto parts = fields(entry);
      for (std::size_t d = 0; d < dims_.size(); ++d) {
        body.push_back(assign(at[d], add(mul(var(at[d]), Expr(plan_.shape.scale)), parts[d])));
      }
      body.push_back(assign(type, type_after(entry)));
    };
    if (weighted_) {
      const Symbol rest = names_.fresh("rest");
      f.body.push_back(declare(rest, var(index_)));
      const Symbol row_start = names_.fresh("row");
      body.push_back(let(row_start, row(l, type)));
      const Symbol child = find_child(body, row_start, rest);
      body.push_back(assign(rest, sub(var(rest), Expr::load(prefix_, add(var(row_start), var(child))))));
      descend(var(child));
      f.body.push_back(loop(l, level(), true, std::move(body)));
    } else if (plan_.group == 1) {
      descend(bit_and(shift_right(var(index_), mul(Expr(child_bits_), var(l))), literal(plan_.entries() - 1)));
      f.body.push_back(loop(l, level(), true, std::move(body)));
    } else {
      return grouped_unrank(std::move(f), type, at, l);
    }
    for (const Symbol a : at) {
      f.results.push_back(bounded(f.body, a));
    }
    return f;
  }

  /// States that a finished coordinate is below s^level.
  Expr bounded(Block& body, Symbol coordinate) const {
    body.push_back(assume(coordinate, Expr(0), sub(power(Expr(plan_.shape.scale), level()), Expr(1))));
    return var(coordinate);
  }

  expr::Function grouped_unrank(expr::Function f, Symbol type, const std::vector<Symbol>& at, Symbol c) {
    const int g = plan_.group;
    const auto [full, last] = steps(f.body, g);
    Block body;
    const Expr shift = mul(Expr(child_bits_), add(mul(Expr(g), var(c)), last));
    const Symbol entry = load_entry(body, type, bit_and(shift_right(var(index_), shift), literal(plan_.entries() - 1)));
    const auto parts = fields(entry);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      body.push_back(assign(at[d], add(shift_left(var(at[d]), Expr(scale_bits_ * g)), parts[d])));
    }
    body.push_back(assign(type, type_after(entry)));
    f.body.push_back(loop(c, full, true, std::move(body)));

    const Expr low = bit_and(var(index_), sub(shift_left(Expr(1), mul(Expr(child_bits_), last)), Expr(1)));
    const Symbol end = load_entry(f.body, type, shift_left(low, mul(Expr(child_bits_), sub(Expr(g), last))));
    const auto ends = fields(end);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const Symbol coordinate = names_.fresh("found_" + dim_names_[d]);
      f.body.push_back(let(coordinate, add(shift_left(var(at[d]), mul(Expr(scale_bits_), last)),
                                           shift_right(ends[d], mul(Expr(scale_bits_), sub(Expr(g), last))))));
      f.results.push_back(bounded(f.body, coordinate));
    }
    return f;
  }

  /// Descends over the cells of `from`, coarsest first; `visit(body, l, type, found)` sees each inverse entry before
  /// the type changes. `l` is absent in grouped steps.
  template <class Visit>
  void descend_cells(Block& out, const std::vector<Expr>& from, Symbol type, const Visit& visit) {
    const auto rest = declare_each(out, "rest_", from);
    if (plan_.inverse_group > 1) {
      grouped_cells(out, rest, type, visit);
      return;
    }
    const Symbol l = names_.fresh("l");
    Block body;
    std::vector<Expr> digits;
    if (scale_bits_ >= 0) {
      for (const Symbol r : rest) {
        digits.push_back(bit_and(shift_right(var(r), mul(Expr(scale_bits_), var(l))), Expr(plan_.shape.scale - 1)));
      }
    } else {
      const Symbol unit = names_.fresh("unit");
      out.push_back(declare(unit, power(Expr(plan_.shape.scale), level())));
      body.push_back(assign(unit, nonneg_div(var(unit), Expr(plan_.shape.scale))));
      for (std::size_t d = 0; d < dims_.size(); ++d) {
        const Symbol digit = names_.fresh("digit_" + dim_names_[d]);
        body.push_back(let(digit, digit_of(rest[d], unit)));
        body.push_back(assign(rest[d], sub(var(rest[d]), mul(var(digit), var(unit)))));
        digits.push_back(var(digit));
      }
    }
    step(body, position(digits, plan_.shape.scale), &l, type, visit);
    out.push_back(loop(l, level(), true, std::move(body)));
  }

  /// floor(rest / unit), where rest < scale * unit.
  [[nodiscard]] Expr digit_of(Symbol rest, Symbol unit) const {
    if (plan_.shape.scale > compared_scale) {
      return nonneg_div(var(rest), var(unit));
    }
    std::vector<Expr> passed;
    for (int i = 1; i < plan_.shape.scale; ++i) {
      passed.push_back(less_equal(mul(Expr(i), var(unit)), var(rest)));
    }
    return fold(Op::add, passed, 0);
  }

  template <class Visit>
  void step(Block& body, const Expr& box_position, const Symbol* l, Symbol type, const Visit& visit) {
    const Symbol found = names_.fresh("found");
    body.push_back(let(found, Expr::load(inverse_, add(mul(var(type), literal(plan_.box())), box_position))));
    const Expr entry = visit(body, l, found);
    body.push_back(assign(type, bit_and(entry, Expr((Int{1} << plan_.type_bits()) - 1))));
  }

  template <class Visit>
  void grouped_cells(Block& out, const std::vector<Symbol>& rest, Symbol type, const Visit& visit) {
    const int h = plan_.inverse_group;
    const Int side = Int{1} << (scale_bits_ * h);
    const auto [full, last] = steps(out, h);
    const Symbol c = names_.fresh("c");
    Block body;
    std::vector<Expr> digits;
    for (const Symbol r : rest) {
      const Expr shift = mul(Expr(scale_bits_), add(mul(Expr(h), var(c)), last));
      digits.push_back(bit_and(shift_right(var(r), shift), Expr(side - 1)));
    }
    step(body, position(digits, side), nullptr, type, visit);
    out.push_back(loop(c, full, true, std::move(body)));
    digits.clear();
    last_ = last;
    for (const Symbol r : rest) {
      const Expr low = bit_and(var(r), sub(shift_left(Expr(1), mul(Expr(scale_bits_), last)), Expr(1)));
      digits.push_back(shift_left(low, mul(Expr(scale_bits_), sub(Expr(h), last))));
    }
    const Symbol found = names_.fresh("last_found");
    out.push_back(let(found, Expr::load(inverse_, add(mul(var(type), literal(plan_.box())), position(digits, side)))));
    last_found_ = found;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const Symbol type = declare_type(f.body);
    const Symbol sum = names_.fresh("sum");
    f.body.push_back(declare(sum, Expr(0)));
    const Expr greatest = literal((inverse_entries() << plan_.type_bits()) - 1);
    descend_cells(f.body, variables(dims_), type, [&](Block& body, const Symbol* l, Symbol found) {
      body.push_back(assume(found, Expr(0), greatest));
      const Expr child = shift_right(var(found), Expr(plan_.type_bits()));
      body.push_back(assign(sum, weighted_ ? add(var(sum), Expr::load(prefix_, add(row(*l, type), child)))
                                           : add(mul(var(sum), literal(inverse_entries())), child)));
      return var(found);
    });
    if (plan_.inverse_group > 1) {
      f.body.push_back(assume(last_found_, Expr(0), greatest));
      const Expr digits = shift_right(var(last_found_), Expr(plan_.type_bits()));
      f.results = {add(shift_left(var(sum), mul(Expr(child_bits_), last_)),
                       shift_right(digits, mul(Expr(child_bits_), sub(Expr(plan_.inverse_group), last_))))};
      return f;
    }
    f.results = {var(sum)};
    return f;
  }

  /// k^h, or M where the children are weighted.
  [[nodiscard]] std::int64_t inverse_entries() const { return capped(plan_.arity(), plan_.inverse_group, 1 << 24); }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    const Symbol side = names_.fresh("side");
    f.body.push_back(let(side, power(Expr(plan_.shape.scale), level())));
    std::vector<Expr> tests;
    for (const Symbol d : dims_) {
      tests.push_back(less_equal(Expr(0), var(d)));
      tests.push_back(less(var(d), var(side)));
    }
    const Symbol inside = names_.fresh("inside");
    f.body.push_back(declare(inside, fold(Op::bit_and, tests, 1)));
    std::vector<Expr> from;
    for (const Symbol d : dims_) {
      from.push_back(select(var(inside), var(d), Expr(0)));
    }
    if (plan_.inverse_group > 1) { // every tile is full: so is the box
      f.results = {var(inside)};
      return f;
    }
    const Symbol type = declare_type(f.body);
    descend_cells(f.body, from, type, [&](Block& body, const Symbol*, Symbol found) {
      body.push_back(assign(inside, bit_and(var(inside), less_equal(Expr(0), var(found)))));
      return maximum(var(found), Expr(0)); // an empty cell: go on anywhere, the answer is known
    });
    f.results = {var(inside)};
    return f;
  }

  expr::Function successor(const expr::Function& rank_function, const expr::Function& unrank_function) {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    const std::vector<Expr> parameters{level()};
    const auto coordinates = variables(dims_);
    Inlined here = inline_call(rank_function, "r_", parameters, coordinates);
    append(f.body, std::move(here.body));
    const Symbol next = names_.fresh("next");
    f.body.push_back(let(next, add(here.results[0], Expr(1))));
    const Symbol has_next = names_.fresh("has_next");
    f.body.push_back(let(has_next, less(var(next), count_value())));
    const Symbol target = names_.fresh("target");
    f.body.push_back(let(target, add(sub(var(next), Expr(1)), var(has_next))));
    const std::vector<Expr> index{var(target)};
    Inlined there = inline_call(unrank_function, "u_", parameters, index);
    append(f.body, std::move(there.body));
    f.results = {var(has_next)};
    f.results.insert(f.results.end(), there.results.begin(), there.results.end());
    return f;
  }

  const SubstitutionPlan& plan_;
  bool weighted_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Symbol level_;
  int scale_bits_;
  int child_bits_;
  Symbol counts_{""};
  Symbol prefix_{""};
  Symbol forward_{""};
  Symbol inverse_{""};
  Symbol last_found_{""};
  Expr last_{0};
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_substitution(const SubstitutionPlan& plan, const domain::Domain& domain) {
  return Assembler(plan, domain).all();
}

} // namespace mapwright::index_map
