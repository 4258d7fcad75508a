// Code generation for the triangle by squares; halving.hpp states the arithmetic. `bits` = level - 1 is the number of
// bits of x (none at level 0, which has no points), `z` = y + 1.
#include "index_map/halving/halving.hpp"
#include "index_map/nodes.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

class Assembler {
public:
  Assembler(const HalvingPlan& plan, const domain::Domain& domain)
      : plan_(plan), parameters_(domain.parameters), dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions),
        index_(index_name(parameters_)), names_(parameters_, dims_) {}

  Assembled all() { return {count(), unrank(), rank(), contains(), successor(), {}}; }

private:
  [[nodiscard]] Expr level() const { return var(parameters_.at(0)); }
  [[nodiscard]] static Expr power_of_two(const Expr& exponent) { return shift_left(Expr(1), exponent); }
  [[nodiscard]] static Expr below_power(const Expr& exponent) { return sub(power_of_two(exponent), Expr(1)); }

  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    std::vector<Symbol> taken = dims_;
    taken.push_back(index_);
    names_ = Names(parameters_, taken);
    return {name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
  }

  /// Binds a name to the value and returns it.
  Expr bind(Block& body, const std::string& wish, Expr value) {
    const Symbol name = names_.fresh(wish);
    body.push_back(let(name, std::move(value)));
    return var(name);
  }
  /// The same, with a bound the lemma gives.
  Expr bind(Block& body, const std::string& wish, Expr value, Expr low, Expr high) {
    const Expr name = bind(body, wish, std::move(value));
    body.push_back(assume(name.name(), std::move(low), std::move(high)));
    return name;
  }

  Expr bits(Block& body) { return bind(body, "bits", maximum(sub(level(), Expr(1)), Expr(0))); }

  /// 2^h m from x = 2^h m + c.
  [[nodiscard]] Expr high_part(const Expr& x, const Expr& h) const {
    return plan_.form == "shifts" ? shift_left(shift_right(x, h), h) : sub(x, bit_and(x, below_power(h)));
  }

  /// The point in row z - 1 and column x of the box.
  std::vector<Expr> point(Block& body, const Expr& z, const Expr& x, const Expr& width) {
    const Expr h = bind(body, "h", floor_log2(z));
    const Expr q = bind(body, "q", high_part(x, h), Expr(0), below_power(width));
    const Expr last = sub(power_of_two(level()), Expr(2));
    return {bind(body, dim_names_[0] + "_found", add(sub(z, Expr(1)), mul(Expr(2), q)), Expr(0), last),
            bind(body, dim_names_[1] + "_found", add(x, q), Expr(0), last)};
  }

  /// z and x of a point.
  std::pair<Expr, Expr> place(Block& body, const Expr& width) {
    const Expr a = bind(body, "a", add(var(dims_[0]), Expr(1)));
    const Expr b = var(dims_[1]);
    const Expr h = bind(body, "h", floor_log2(Expr::raw(Op::bit_xor, {a, b})), Expr(0), width);
    const Expr z = bind(body, "z", bit_and(a, sub(shift_left(Expr(2), h), Expr(1))), Expr(1), below_power(level()));
    if (plan_.form == "shifts") {
      const Expr q = shift_left(shift_right(b, add(h, Expr(1))), h);
      return {z, bind(body, "x", sub(b, q), Expr(0), below_power(width))};
    }
    const Expr twice_q = bind(body, "twice_q", sub(a, z), Expr(0), below_power(level()));
    return {z, bind(body, "x", sub(b, shift_right(twice_q, Expr(1))), Expr(0), below_power(width))};
  }

  expr::Function count() {
    expr::Function f = function("count", {}, {"count"});
    const Expr width = bits(f.body);
    f.results = {shift_left(below_power(level()), width)};
    return f;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Expr width = bits(f.body);
    const Expr z = bind(f.body, "z", add(shift_right(var(index_), width), Expr(1)), Expr(1), below_power(level()));
    const Expr x = bind(f.body, "x", bit_and(var(index_), below_power(width)));
    f.results = point(f.body, z, x, width);
    return f;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const Expr width = bits(f.body);
    const auto [z, x] = place(f.body, width);
    f.results = {add(shift_left(sub(z, Expr(1)), width), x)};
    return f;
  }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    f.results = {fold(Op::bit_and,
                      {less_equal(Expr(0), var(dims_[1])), less_equal(var(dims_[1]), var(dims_[0])),
                       less(var(dims_[0]), below_power(level()))},
                      1)};
    return f;
  }

  /// The next column of the box, or the first of the next row.
  expr::Function successor() {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    const Expr width = bits(f.body);
    const auto [z, x] = place(f.body, width);
    const Expr turn = bind(f.body, "turn", equal(x, below_power(width)));
    const Expr raised = bind(f.body, "raised", add(z, turn));
    const Expr has_next = bind(f.body, "has_next", less(raised, power_of_two(level())));
    const Expr next_z = bind(f.body, "next_z", minimum(raised, below_power(level())));
    const Expr next_x = bind(f.body, "next_x", select(turn, Expr(0), add(x, Expr(1))), Expr(0), below_power(width));
    const std::vector<Expr> next = point(f.body, next_z, next_x, width);
    f.results = {has_next, next[0], next[1]};
    return f;
  }

  const HalvingPlan& plan_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Names names_;
};

} // namespace

Assembled assemble_halving(const HalvingPlan& plan, const domain::Domain& domain) {
  return Assembler(plan, domain).all();
}

} // namespace mapwright::index_map
