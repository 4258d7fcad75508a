// Small facts about values, for printing a division as `/` only where its operands are known to be non-negative.
#pragma once

#include "expr/function.hpp"

#include <set>

namespace mapwright::emit {

/// Names whose values are known to be >= 0.
class NonNegative {
public:
  void learn(expr::Symbol name) { names_.insert(name); }
  void forget(expr::Symbol name) { names_.erase(name); }
  /// Whether the value of `e` is certainly >= 0 wherever it has one. False means: not known.
  [[nodiscard]] bool holds(const expr::Expr& e) const;

private:
  std::set<expr::Symbol> names_;
};

/// The function without bindings that nothing reads, so that compilers have nothing to warn about. What only S7 reads
/// counts as unread: emitted text relies on the certificate and does not check.
expr::Function without_unused(const expr::Function& f);

/// Whether any expression of the function reads the name (a variable or a table).
bool reads(const expr::Function& f, expr::Symbol name);

} // namespace mapwright::emit
