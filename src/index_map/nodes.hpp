// Short names for raw expression nodes and statements, for the assemblers.
//
// An assembler turns the data of a proof into functions. A checker repeats it, so nothing here rewrites or simplifies:
// what is written is the node that results.
#pragma once

#include "expr/function.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::index_map::nodes {

using expr::Block;
using expr::Expr;
using expr::Int;
using expr::Op;
using expr::Statement;
using expr::Symbol;

inline Expr var(Symbol name) {
  return Expr::variable(name);
}
inline Expr add(const Expr& a, const Expr& b) {
  return Expr::raw(Op::add, {a, b});
}
inline Expr sub(const Expr& a, const Expr& b) {
  return Expr::raw(Op::sub, {a, b});
}
inline Expr mul(const Expr& a, const Expr& b) {
  return Expr::raw(Op::mul, {a, b});
}
inline Expr minimum(const Expr& a, const Expr& b) {
  return Expr::raw(Op::minimum, {a, b});
}
inline Expr maximum(const Expr& a, const Expr& b) {
  return Expr::raw(Op::maximum, {a, b});
}
inline Expr power(const Expr& a, const Expr& b) {
  return Expr::raw(Op::power, {a, b});
}
inline Expr nonneg_div(const Expr& a, const Expr& b) {
  return Expr::raw(Op::nonneg_div, {a, b});
}
inline Expr nonneg_mod(const Expr& a, const Expr& b) {
  return Expr::raw(Op::nonneg_mod, {a, b});
}
inline Expr exact_div(const Expr& a, const Expr& b) {
  return Expr::raw(Op::exact_div, {a, b});
}
inline Expr shift_left(const Expr& a, const Expr& b) {
  return Expr::raw(Op::shift_left, {a, b});
}
inline Expr shift_right(const Expr& a, const Expr& b) {
  return Expr::raw(Op::shift_right, {a, b});
}
inline Expr bit_and(const Expr& a, const Expr& b) {
  return Expr::raw(Op::bit_and, {a, b});
}
inline Expr bit_or(const Expr& a, const Expr& b) {
  return Expr::raw(Op::bit_or, {a, b});
}
inline Expr less(const Expr& a, const Expr& b) {
  return Expr::raw(Op::less, {a, b});
}
inline Expr less_equal(const Expr& a, const Expr& b) {
  return Expr::raw(Op::less_equal, {a, b});
}
inline Expr equal(const Expr& a, const Expr& b) {
  return Expr::raw(Op::equal, {a, b});
}
inline Expr both(const Expr& a, const Expr& b) {
  return Expr::raw(Op::logical_and, {a, b});
}
inline Expr select(const Expr& c, const Expr& a, const Expr& b) {
  return Expr::raw(Op::select, {c, a, b});
}
inline Expr floor_log2(const Expr& a) {
  return Expr::raw(Op::floor_log2, {a});
}

/// Left-nested fold of `op`; `neutral` when there is no operand.
inline Expr fold(Op op, const std::vector<Expr>& operands, Int neutral) {
  if (operands.empty()) {
    return Expr(neutral);
  }
  Expr all = operands[0];
  for (std::size_t i = 1; i < operands.size(); ++i) {
    all = Expr::raw(op, {all, operands[i]});
  }
  return all;
}

/// Exponent e with value = 2^e, or -1.
inline int log2_exact(Int value) {
  int exponent = 0;
  while (value > 1 && value % 2 == 0) {
    value /= 2;
    ++exponent;
  }
  return value == 1 ? exponent : -1;
}

/// floor(a / literal) for a >= 0: a shift when the literal is a power of two.
inline Expr quotient(const Expr& a, Int literal) {
  const int bits = log2_exact(literal);
  return bits >= 0 ? shift_right(a, Expr(bits)) : nonneg_div(a, Expr(literal));
}

/// a mod literal for a >= 0: a mask when the literal is a power of two.
inline Expr remainder(const Expr& a, Int literal) {
  return log2_exact(literal) >= 0 ? bit_and(a, Expr(literal - 1)) : nonneg_mod(a, Expr(literal));
}

/// Halvings that find one of `candidates` >= 1 neighbours: ceil(log2(n)) = floor(log2(2n - 1)).
inline Expr halvings(const Expr& candidates) {
  return floor_log2(maximum(sub(mul(Expr(2), candidates), Expr(1)), Expr(1)));
}

inline Statement let(Symbol name, Expr value) {
  return {expr::Let{name, std::move(value)}};
}
inline Statement declare(Symbol name, Expr value) {
  return {expr::Declare{name, std::move(value)}};
}
inline Statement assign(Symbol name, Expr value) {
  return {expr::Assign{name, std::move(value)}};
}
inline Statement assume(Symbol name, Expr low, Expr high) {
  return {expr::Assume{name, std::move(low), std::move(high)}};
}
inline Statement loop(Symbol name, Expr count, bool descending, Block body) {
  return {expr::For{name, std::move(count), descending, std::move(body)}};
}
inline Statement branch(Expr condition, Block then_block, Block else_block = {}) {
  return {expr::If{std::move(condition), std::move(then_block), std::move(else_block)}};
}
inline Statement bisect(Symbol name, Expr low, Expr high, Expr condition, Expr iterations) {
  return {
      expr::Solve{name, std::move(low), std::move(high), std::move(condition), expr::Bisection{std::move(iterations)}}};
}
inline void append(Block& to, Block more) {
  for (Statement& statement : more) {
    to.push_back(std::move(statement));
  }
}

/// sum_d part_d side^(D-1-d): the number of a cell of a box, by Horner's rule.
inline Expr position(const std::vector<Expr>& parts, Int side) {
  Expr sum = parts.at(0);
  for (std::size_t d = 1; d < parts.size(); ++d) {
    sum = add(mul(sum, Expr(side)), parts[d]);
  }
  return sum;
}

/// The variables of these names.
inline std::vector<Expr> variables(const std::vector<Symbol>& names) {
  std::vector<Expr> out;
  for (const Symbol name : names) {
    out.push_back(var(name));
  }
  return out;
}

/// Hands out names that differ from all reserved ones and from each other, the same ones on every run.
class Names {
public:
  explicit Names(const std::vector<Symbol>& parameters, const std::vector<Symbol>& arguments = {}) {
    for (const Symbol s : parameters) {
      taken_.push_back(s);
    }
    for (const Symbol s : arguments) {
      taken_.push_back(s);
    }
  }
  Symbol fresh(const std::string& wish) {
    Symbol name(wish);
    for (int i = 2; std::find(taken_.begin(), taken_.end(), name) != taken_.end(); ++i) {
      name = Symbol(wish + "_" + std::to_string(i));
    }
    taken_.push_back(name);
    return name;
  }

private:
  std::vector<Symbol> taken_;
};

/// A prefix, `wish` or a numbered variant of it, that none of the names starts with.
inline std::string unused_prefix(const std::string& wish, const std::vector<Symbol>& names) {
  std::string prefix = wish + "_";
  const auto used = [&](Symbol name) { return name.name().starts_with(prefix); };
  for (int i = 2; std::any_of(names.begin(), names.end(), used); ++i) {
    prefix = wish + std::to_string(i) + "_";
  }
  return prefix;
}

/// The dimensions of a domain as symbols.
inline std::vector<Symbol> symbols(const std::vector<std::string>& names) {
  std::vector<Symbol> out;
  for (const std::string& name : names) {
    out.emplace_back(name);
  }
  return out;
}

/// The name of the index argument: `w`, or another one when a parameter has that name.
inline Symbol index_name(const std::vector<Symbol>& parameters) {
  return Names(parameters).fresh("w");
}

/// A fixed table with its bounds computed.
inline expr::Table fixed_table(const std::string& name, std::vector<std::int64_t> values, std::string meaning) {
  expr::Table table{Symbol(name), false, std::move(values), 0, 0, std::move(meaning)};
  if (!table.values.empty()) {
    const auto [least, greatest] = std::minmax_element(table.values.begin(), table.values.end());
    table.least = *least;
    table.greatest = *greatest;
  }
  return table;
}

} // namespace mapwright::index_map::nodes
