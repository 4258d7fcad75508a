// Exact integer expressions: immutable trees over named integers.
//
// Every node has one meaning in the integers Z, written beside its operator below; docs/semantics.md numbers these
// laws and the tests quote the numbers. Machine words play no part here: whether all intermediates of an expression
// fit 32 or 64 bits is a question for expr/interval.hpp, answered before anything is emitted.
#pragma once

#include "expr/int128.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::expr {

/// An interned name. Two symbols are equal iff their names are equal.
class Symbol {
public:
  Symbol() = default; ///< the empty name
  explicit Symbol(std::string_view name);
  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] std::uint32_t id() const { return id_; }
  friend bool operator==(Symbol, Symbol) = default;
  friend auto operator<=>(Symbol, Symbol) = default;

private:
  std::uint32_t id_ = 0;
};

/// The operators. a, b, c stand for the values of the operands; "fault" means evaluation stops with a typed fault.
enum class Op : std::uint8_t {
  constant,    ///< E1  the integer itself
  variable,    ///< E2  the value bound to the name; unbound: fault
  add,         ///< E3  a + b
  sub,         ///< E4  a - b
  mul,         ///< E5  a * b
  floor_div,   ///< E6  floor(a / b); b = 0: fault
  floor_mod,   ///< E7  a - b * floor(a / b); b = 0: fault
  exact_div,   ///< E8  the q with q * b = a; none or b = 0: fault
  nonneg_div,  ///< E9  floor(a / b) where a >= 0 and b > 0; otherwise fault. The only division printed as C `/`
  nonneg_mod,  ///< E10 a - b * floor(a / b) where a >= 0 and b > 0; otherwise fault
  minimum,     ///< E11 the lesser of a and b
  maximum,     ///< E12 the greater of a and b
  root,        ///< E13 greatest r >= 0 with r^k <= a; a < 0: fault. k is a literal >= 2
  power,       ///< E14 a^b; b < 0: fault. a^0 = 1
  shift_left,  ///< E15 a * 2^b; a < 0 or b outside 0..126: fault
  shift_right, ///< E16 floor(a / 2^b); a < 0 or b < 0: fault
  bit_and,     ///< E17 digitwise and in base 2; a < 0 or b < 0: fault
  bit_or,      ///< E18 digitwise or in base 2; a < 0 or b < 0: fault
  bit_xor,     ///< E19 digitwise exclusive or in base 2; a < 0 or b < 0: fault
  floor_log2,  ///< E20 greatest e with 2^e <= a; a <= 0: fault
  less,        ///< E21 1 if a < b else 0
  less_equal,  ///< E22 1 if a <= b else 0
  equal,       ///< E23 1 if a = b else 0
  not_equal,   ///< E24 1 if a != b else 0
  logical_and, ///< E25 0 if a = 0, else 1 if b != 0 else 0; b is not evaluated when a = 0
  logical_or,  ///< E26 1 if a != 0, else 1 if b != 0 else 0; b is not evaluated when a != 0
  logical_not, ///< E27 1 if a = 0 else 0
  select,      ///< E28 b if a != 0 else c; only the chosen one is evaluated
  load,        ///< E29 entry a (from 0) of the named table; outside: fault
};

class Expr;

/// One node. Plain data; made only through Expr's factories, which check the number of operands.
struct Node {
  Op op = Op::constant;
  Int value = 0;              ///< the constant, or k of a root
  Symbol name{""};            ///< the variable or the table
  std::vector<Expr> operands; ///< in the order of the law
};

/// A shared handle of an immutable node. Copying is cheap; threads may share expressions freely.
class Expr {
public:
  Expr(Int value);                                    // NOLINT(google-explicit-constructor): integers are expressions
  Expr(int value) : Expr(static_cast<Int>(value)) {}  // NOLINT(google-explicit-constructor)
  Expr(long value) : Expr(static_cast<Int>(value)) {} // NOLINT(google-explicit-constructor)

  static Expr variable(Symbol name);
  static Expr variable(std::string_view name) { return variable(Symbol(name)); }
  static Expr load(Symbol table, Expr index);
  static Expr root(int k, Expr operand);
  /// The node as asked for, with no rewriting. Throws std::logic_error on a wrong operand count.
  static Expr raw(Op op, std::vector<Expr> operands);

  [[nodiscard]] Op op() const { return node_->op; }
  [[nodiscard]] Int value() const { return node_->value; }
  [[nodiscard]] Symbol name() const { return node_->name; }
  [[nodiscard]] const std::vector<Expr>& operands() const { return node_->operands; }
  [[nodiscard]] const Expr& operand(std::size_t i) const { return node_->operands[i]; }
  [[nodiscard]] bool is_constant() const { return op() == Op::constant; }
  [[nodiscard]] bool is_constant(Int value) const { return is_constant() && this->value() == value; }
  /// Identity of the node, for sharing-aware walks.
  [[nodiscard]] const Node* node() const { return node_.get(); }

  /// Structural equality.
  friend bool operator==(const Expr& a, const Expr& b);

private:
  explicit Expr(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

/// Number of operands `op` takes.
std::size_t arity(Op op);

/// Names an expression reads: variables (not tables), each once, in order of first use.
std::vector<Symbol> free_variables(const Expr& e);

/// `e` with every occurrence of `name` replaced, rebuilt through the rules of expr/build.hpp.
Expr substitute(const Expr& e, Symbol name, const Expr& replacement);

/// Number of nodes counted as a tree; a measure of cost.
std::size_t tree_size(const Expr& e);

} // namespace mapwright::expr
