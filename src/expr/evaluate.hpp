// The evaluator: the meaning of expressions and functions, one value at a time, exactly.
//
// This is the trusted base. Certificates are checked with it, emitted code is compared with it.
#pragma once

#include "expr/function.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::expr {

enum class FaultKind : std::uint8_t {
  unbound,           ///< a name with no value
  overflow,          ///< the exact result does not fit Int
  zero_divisor,      ///< E6-E10 with b = 0
  inexact,           ///< E8 with no quotient
  negative_operand,  ///< an operand outside the law's domain
  out_of_table,      ///< E29 outside the table
  broken_assumption, ///< S7
  no_solution,       ///< S6: the condition fails at low
  step_limit,        ///< more loop iterations than allowed
};

/// Why evaluation stopped, and at which name or operator.
struct Fault {
  FaultKind kind = FaultKind::overflow;
  std::string at{};
};
std::string describe(const Fault& fault);

template <class T> using Evaluated = tl::expected<T, Fault>;

/// Values of names, innermost binding last.
class Environment {
public:
  void bind(Symbol name, Int value) { bindings_.emplace_back(name, value); }
  /// Assigns to the innermost binding of the name; false when there is none.
  bool assign(Symbol name, Int value);
  [[nodiscard]] const Int* find(Symbol name) const;
  [[nodiscard]] std::size_t size() const { return bindings_.size(); }
  void truncate(std::size_t size) {
    bindings_.erase(bindings_.begin() + static_cast<std::ptrdiff_t>(size), bindings_.end());
  }
  void reserve(std::size_t size) { bindings_.reserve(size); }

private:
  std::vector<std::pair<Symbol, Int>> bindings_;
};

/// The tables an evaluation may read.
using Tables = std::span<const Table>;

/// The table of this name; null if there is none.
const Table* find_table(Tables tables, Symbol name);

Evaluated<Int> evaluate(const Expr& e, const Environment& environment, Tables tables = {});

/// Calls `f` with one value per parameter and argument; at most `step_limit` loop iterations in all.
Evaluated<std::vector<Int>> call(const Function& f, std::span<const Int> parameters, std::span<const Int> arguments,
                                 Tables tables = {}, std::uint64_t step_limit = 1'000'000);

} // namespace mapwright::expr
