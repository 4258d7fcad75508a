// Code generation for digit maps.
//
// Steps. With g digits per step, K = k^g, S = s^g and, for level >= 0,
//     n = floor(max(level - 1, 0) / g),   r = level - g n   (1 <= r <= g, or r = 0 when level = 0)
// the index splits as w = sum_{c<n} v_c K^c + v_n K^n with 0 <= v_c < K and 0 <= v_n < k^r, and the point is
//     sum_{c<n} T[v_c] S^c + (T[v_n] - Z[r]) S^n,
// where T[v] is the offset of the g digits of v and Z[r] = cells[0] (s^r + ... + s^(g-1)) is what the g - r leading
// zero digits of v_n add to it. All Z vanish when cell 0 is the origin; then the table of Z is left out.
// Packing several coordinates into one word keeps differences: every field of T[v_n] is at least that of Z[r].
//
// The other way, with h digits per step, S = s^h: the lowest h digits of all coordinates form a box position
//     B = sum_d (x_d mod S) S^(D-1-d),   and  inverse[B] = v with T[v] = (x mod S), or -1 when there is none;
// after n steps what is left of the coordinates is < s^r, and adding Z[r] fills it up to h digits.
#include "index_map/digits/digits.hpp"
#include "index_map/nodes.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

Int int_power(Int base, int exponent) {
  const auto value = expr::integer_power(base, exponent);
  return value ? *value : expr::int_max;
}

class Assembler {
public:
  Assembler(const DigitPlan& plan, const domain::Domain& domain)
      : plan_(plan), parameters_(domain.parameters), dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions),
        index_(index_name(parameters_)), level_(parameters_.at(0)) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    Names names(reserved, dims_);
    for (std::size_t t = 0; t < plan_.forward.size(); ++t) {
      forward_.push_back(names.fresh(plan_.packed ? "cells_of_digits" : "cells_of_digits_" + dim_names_[t]));
      leading_.push_back(names.fresh(plan_.packed ? "leading_cells" : "leading_cells_" + dim_names_[t]));
    }
    inverse_ = names.fresh("digits_of_cells");
    inverse_leading_ = names.fresh("leading_box");
    powers_ = names.fresh("digit_powers");
    local_ = names;
  }

  Assembled all() {
    Assembled out;
    out.count = function("count", {}, {"count"});
    guard(out.count.body);
    out.count.results = {power(Expr(plan_.kept()), level())};
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = successor();
    out.tables = tables();
    return out;
  }

private:
  /// Counts of steps: literals when the level is fixed, expressions of it otherwise.
  struct Steps {
    int digits = 1; ///< per step
    Int literal_full = 0;
    int literal_top = 0;
    Expr full{0};
    Expr top{0};
  };

  [[nodiscard]] Expr level() const { return plan_.level ? Expr(*plan_.level) : var(level_); }
  [[nodiscard]] std::size_t rank_of_box() const { return dims_.size(); }

  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    return {name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
  }

  /// A map of one level says so first.
  void guard(Block& body) const {
    if (plan_.level) {
      body.push_back(assume(level_, Expr(*plan_.level), Expr(*plan_.level)));
    }
  }

  Steps steps(Block& body, int digits) {
    Steps s;
    s.digits = digits;
    if (plan_.level) {
      s.literal_full = (std::max<Int>(*plan_.level - 1, 0)) / digits;
      s.literal_top = static_cast<int>(*plan_.level - digits * s.literal_full);
      s.full = Expr(s.literal_full);
      s.top = Expr(s.literal_top);
      return s;
    }
    const Symbol full = names_.fresh("steps");
    body.push_back(let(full, quotient(maximum(sub(level(), Expr(1)), Expr(0)), digits)));
    s.full = var(full);
    const Symbol top = names_.fresh("top_digits");
    body.push_back(let(top, sub(level(), mul(Expr(digits), var(full)))));
    body.push_back(assume(top, Expr(0), Expr(digits)));
    s.top = var(top);
    return s;
  }

  /// Runs `step` for all full steps: as a loop, or repeated when the level is fixed.
  template <class Step> void repeat(Block& body, const Steps& s, const Step& step) {
    if (!plan_.level) {
      Block inside;
      const Symbol c = names_.fresh("step");
      step(inside);
      body.push_back(loop(c, s.full, false, std::move(inside)));
      return;
    }
    for (Int c = 0; c < s.literal_full; ++c) {
      step(body);
    }
  }

  /// The bound of a value below base^digits, as an inclusive greatest value.
  Expr below_power(Int base, const Expr& digits, int literal) {
    return plan_.level ? Expr(int_power(base, literal) - 1) : sub(power(Expr(base), digits), Expr(1));
  }

  /// The coordinates in forward entries at `at`; `minus`: the r of Z[r] to take off, nothing when Z vanishes.
  std::vector<Expr> entry(Block& body, const std::string& name, const Expr& at, const Expr* minus,
                          std::optional<int> literal_minus) {
    std::vector<Expr> fields;
    for (std::size_t t = 0; t < forward_.size(); ++t) {
      Expr value = Expr::load(forward_[t], at);
      if (!plan_.first_at_origin() && literal_minus) {
        const std::int64_t known = plan_.leading.at(t).at(static_cast<std::size_t>(*literal_minus));
        value = known == 0 ? value : sub(value, Expr(static_cast<Int>(known)));
      } else if (!plan_.first_at_origin() && minus != nullptr) {
        value = sub(value, Expr::load(leading_[t], *minus));
      }
      const Symbol word = names_.fresh(plan_.packed ? name : name + "_" + dim_names_[t]);
      body.push_back(let(word, std::move(value)));
      fields.push_back(var(word));
    }
    if (!plan_.packed) {
      return fields;
    }
    const int bits = plan_.field_bits();
    const Expr word = fields[0];
    fields.clear();
    for (std::size_t d = 0; d < rank_of_box(); ++d) {
      const int shift = bits * static_cast<int>(rank_of_box() - 1 - d);
      const Expr shifted = shift == 0 ? word : shift_right(word, Expr(shift));
      fields.push_back(d == 0 ? shifted : bit_and(shifted, Expr((static_cast<Int>(1) << bits) - 1)));
    }
    return fields;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    guard(f.body);
    const Int base = int_power(plan_.kept(), plan_.group);
    const Int side = int_power(plan_.scale, plan_.group);
    const Steps s = steps(f.body, plan_.group);
    const Symbol rest = names_.fresh("rest");
    const Symbol weight = names_.fresh("weight");
    std::vector<Symbol> sums;
    f.body.push_back(declare(rest, var(index_)));
    f.body.push_back(declare(weight, Expr(1)));
    for (const std::string& d : dim_names_) {
      sums.push_back(names_.fresh("sum_" + d));
      f.body.push_back(declare(sums.back(), Expr(0)));
    }
    repeat(f.body, s, [&](Block& body) {
      const auto fields = entry(body, "entry", remainder(var(rest), base), nullptr, std::nullopt);
      body.push_back(assign(rest, quotient(var(rest), base)));
      for (std::size_t d = 0; d < sums.size(); ++d) {
        body.push_back(assign(sums[d], add(var(sums[d]), mul(fields[d], var(weight)))));
      }
      body.push_back(assign(weight, mul(var(weight), Expr(side))));
    });
    f.body.push_back(assume(rest, Expr(0), below_power(plan_.kept(), s.top, s.literal_top)));
    const auto fields = entry(f.body, "top", var(rest), &s.top, literal_top(s));
    for (std::size_t d = 0; d < sums.size(); ++d) {
      const Symbol top = names_.fresh("top_" + dim_names_[d]);
      f.body.push_back(let(top, fields[d]));
      f.body.push_back(assume(top, Expr(0), below_power(plan_.scale, s.top, s.literal_top)));
      f.results.push_back(add(var(sums[d]), mul(var(top), var(weight))));
    }
    return f;
  }

  [[nodiscard]] std::optional<int> literal_top(const Steps& s) const {
    return plan_.level ? std::optional<int>(s.literal_top) : std::nullopt;
  }

  /// What walking the coordinates from their lowest digits needs.
  struct Walk {
    Int side = 1;
    Int base = 1;
    Steps steps;
    std::vector<Symbol> rest;
  };

  Walk begin_walk(Block& body, const std::vector<Expr>& from) {
    Walk walk;
    walk.side = int_power(plan_.scale, plan_.inverse_group);
    walk.base = int_power(plan_.kept(), plan_.inverse_group);
    walk.steps = steps(body, plan_.inverse_group);
    for (std::size_t d = 0; d < from.size(); ++d) {
      walk.rest.push_back(names_.fresh("rest_" + dim_names_[d]));
      body.push_back(declare(walk.rest.back(), from[d]));
    }
    return walk;
  }

  /// Reads the digits of one full step and drops them from the coordinates.
  Symbol walk_step(Block& body, const Walk& walk) {
    std::vector<Expr> parts;
    for (const Symbol r : walk.rest) {
      parts.push_back(remainder(var(r), walk.side));
    }
    const Symbol digits = names_.fresh("digits");
    body.push_back(let(digits, Expr::load(inverse_, position(parts, walk.side))));
    for (const Symbol r : walk.rest) {
      body.push_back(assign(r, quotient(var(r), walk.side)));
    }
    return digits;
  }

  /// Reads the digits of the last step.
  Symbol walk_top(Block& body, const Walk& walk) {
    std::vector<Expr> parts;
    for (const Symbol r : walk.rest) {
      body.push_back(assume(r, Expr(0), below_power(plan_.scale, walk.steps.top, walk.steps.literal_top)));
      parts.push_back(var(r));
    }
    Expr box = position(parts, walk.side);
    if (!plan_.first_at_origin()) {
      const std::int64_t known =
          plan_.level ? plan_.inverse_leading.at(static_cast<std::size_t>(walk.steps.literal_top)) : 0;
      box = plan_.level ? add(box, Expr(static_cast<Int>(known)))
                        : add(box, Expr::load(inverse_leading_, walk.steps.top));
    }
    const Symbol digits = names_.fresh("top");
    body.push_back(let(digits, Expr::load(inverse_, box)));
    return digits;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    guard(f.body);
    const Walk walk = begin_walk(f.body, variables(dims_));
    const Symbol weight = names_.fresh("weight");
    const Symbol sum = names_.fresh("sum");
    f.body.push_back(declare(weight, Expr(1)));
    f.body.push_back(declare(sum, Expr(0)));
    repeat(f.body, walk.steps, [&](Block& body) {
      const Symbol digits = walk_step(body, walk);
      body.push_back(assume(digits, Expr(0), Expr(walk.base - 1)));
      body.push_back(assign(sum, add(var(sum), mul(var(digits), var(weight)))));
      body.push_back(assign(weight, mul(var(weight), Expr(walk.base))));
    });
    const Symbol top = walk_top(f.body, walk);
    f.body.push_back(assume(top, Expr(0), below_power(plan_.kept(), walk.steps.top, walk.steps.literal_top)));
    f.results = {add(var(sum), mul(var(top), var(weight)))};
    return f;
  }

  /// 1 when the point is in the box [0, s^level)^D.
  Symbol inside_box(Block& body) {
    const Symbol side = names_.fresh("side");
    body.push_back(let(side, plan_.level ? Expr(int_power(plan_.scale, static_cast<int>(*plan_.level)))
                                         : power(Expr(plan_.scale), level())));
    std::vector<Expr> tests;
    for (const Symbol d : dims_) {
      tests.push_back(less_equal(Expr(0), var(d)));
      tests.push_back(less(var(d), var(side)));
    }
    const Symbol inside = names_.fresh("inside");
    body.push_back(let(inside, fold(Op::bit_and, tests, 1)));
    return inside;
  }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    guard(f.body);
    const Symbol inside = inside_box(f.body);
    std::vector<Expr> from;
    for (const Symbol d : dims_) {
      from.push_back(select(var(inside), var(d), Expr(0)));
    }
    const Walk walk = begin_walk(f.body, from);
    const Symbol kept = names_.fresh("kept");
    f.body.push_back(declare(kept, var(inside)));
    repeat(f.body, walk.steps, [&](Block& body) {
      const Symbol digits = walk_step(body, walk);
      body.push_back(assign(kept, bit_and(var(kept), less_equal(Expr(0), var(digits)))));
    });
    const Symbol top = walk_top(f.body, walk);
    f.results = {bit_and(var(kept), less_equal(Expr(0), var(top)))};
    return f;
  }

  /// One more, digit group by digit group with a carry: the same tables both ways.
  expr::Function successor() {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    guard(f.body);
    const Walk walk = begin_walk(f.body, variables(dims_));
    const Symbol weight = names_.fresh("weight");
    const Symbol carry = names_.fresh("carry");
    f.body.push_back(declare(weight, Expr(1)));
    f.body.push_back(declare(carry, Expr(1)));
    std::vector<Symbol> sums;
    for (const std::string& d : dim_names_) {
      sums.push_back(names_.fresh("sum_" + d));
      f.body.push_back(declare(sums.back(), Expr(0)));
    }
    repeat(f.body, walk.steps, [&](Block& body) {
      const Symbol digits = walk_step(body, walk);
      body.push_back(assume(digits, Expr(0), Expr(walk.base - 1)));
      const Symbol raised = names_.fresh("raised");
      body.push_back(let(raised, add(var(digits), var(carry))));
      body.push_back(assign(carry, equal(var(raised), Expr(walk.base))));
      const Symbol next = names_.fresh("next");
      body.push_back(let(next, select(var(carry), Expr(0), var(raised))));
      const auto fields = entry(body, "entry", var(next), nullptr, plan_.inverse_group);
      for (std::size_t d = 0; d < sums.size(); ++d) {
        body.push_back(assign(sums[d], add(var(sums[d]), mul(fields[d], var(weight)))));
      }
      body.push_back(assign(weight, mul(var(weight), Expr(walk.side))));
    });
    const Symbol top = walk_top(f.body, walk);
    f.body.push_back(assume(top, Expr(0), below_power(plan_.kept(), walk.steps.top, walk.steps.literal_top)));
    const Symbol raised = names_.fresh("top_raised");
    f.body.push_back(let(raised, add(var(top), var(carry))));
    const Symbol has_next = names_.fresh("has_next");
    const Expr limit =
        plan_.level ? Expr(int_power(plan_.kept(), walk.steps.literal_top)) : Expr::load(powers_, walk.steps.top);
    f.body.push_back(let(has_next, less(var(raised), limit)));
    const Symbol next = names_.fresh("top_next");
    f.body.push_back(let(next, select(var(has_next), var(raised), Expr(0))));
    const auto fields = entry(f.body, "top_entry", var(next), &walk.steps.top, literal_top(walk.steps));
    f.results = {var(has_next)};
    for (std::size_t d = 0; d < sums.size(); ++d) {
      const Symbol part = names_.fresh("top_" + dim_names_[d]);
      f.body.push_back(let(part, fields[d]));
      f.body.push_back(assume(part, Expr(0), below_power(plan_.scale, walk.steps.top, walk.steps.literal_top)));
      f.results.push_back(select(var(has_next), add(var(sums[d]), mul(var(part), var(weight))), var(dims_[d])));
    }
    return f;
  }

  /// The tables some function reads; those of a fixed level or a first cell at the origin are fewer.
  std::vector<expr::Table> tables() const {
    std::vector<expr::Table> out;
    const std::string digits = std::to_string(plan_.group) + (plan_.group == 1 ? " digit" : " digits");
    for (std::size_t t = 0; t < forward_.size(); ++t) {
      const std::string of = plan_.packed ? "all coordinates, packed" : "coordinate " + dim_names_[t];
      out.push_back(fixed_table(forward_[t].name(), plan_.forward[t], of + ", of " + digits + " of the index"));
      if (!plan_.first_at_origin() && !plan_.level) {
        out.push_back(fixed_table(leading_[t].name(), plan_.leading.at(t), of + ", added by leading zero digits"));
      }
    }
    out.push_back(fixed_table(inverse_.name(), plan_.inverse, "digits of the index of a box position, -1: empty"));
    if (!plan_.level) {
      if (!plan_.first_at_origin()) {
        out.push_back(fixed_table(inverse_leading_.name(), plan_.inverse_leading, "box position of leading zeros"));
      }
      out.push_back(fixed_table(powers_.name(), plan_.powers, "numbers of indices with so many digits"));
    }
    return out;
  }

  const DigitPlan& plan_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Symbol level_;
  std::vector<Symbol> forward_;
  std::vector<Symbol> leading_;
  Symbol inverse_{""};
  Symbol inverse_leading_{""};
  Symbol powers_{""};
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_digits(const DigitPlan& plan, const domain::Domain& domain) {
  return plan.form == "single-cell" ? assemble_single_cell(plan, domain) : Assembler(plan, domain).all();
}

} // namespace mapwright::index_map
