// Numbers of the language: 64-bit integers, or expressions of the coordinates of a launch whose range is known.
//
// The same evaluator runs a function for one point, where all numbers are integers, and for all points of a launch at
// once, where coordinates are variables with bounds. An operation on expressions succeeds only where the interval
// analysis of src/expr proves that it is defined and fits 64 bits at every point: whatever succeeds then holds at all.
#pragma once

#include "expr/expr.hpp"
#include "expr/interval.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::mapper::language {

/// An expression and its number of nodes; while a tape is recorded, a register instead.
struct Symbolic {
  expr::Expr e;
  std::size_t size = 1;
  std::uint32_t place = 0; ///< the register
};

/// An integer, or an expression; conditions are 0 and 1.
struct Number {
  std::int64_t value = 0;
  std::shared_ptr<const Symbolic> symbolic{}; ///< null: the integer `value`
  [[nodiscard]] bool is_integer() const { return symbolic == nullptr; }
};

/// Why an operation has no result.
struct Trouble {
  std::string message;
  std::string hint{};
};

template <class T> using Attempt = tl::expected<T, Trouble>;

class TapeRecorder;

/// The operations. Division truncates towards zero, and a % b has the sign of a. Trouble: a divisor of zero, a result
/// beyond 64 bits; for expressions also: that cannot be excluded, or the expression grows too large.
class Arithmetic {
public:
  using Bounds = std::vector<std::pair<expr::Symbol, expr::Interval>>;

  Arithmetic() = default; ///< for integers alone
  explicit Arithmetic(Bounds bounds) : bounds_(std::move(bounds)) {}
  /// Records what is done with numbers that are inputs of the recorder or come from these, instead of proving it.
  explicit Arithmetic(TapeRecorder& recorder) : recorder_(&recorder) {}

  /// The variable of this name, which has bounds.
  [[nodiscard]] Number variable(expr::Symbol name) const;

  /// Any operation but || and &&, of which the left side decides whether the right one is evaluated.
  [[nodiscard]] Attempt<Number> apply(BinaryOperator operation, const Number& a, const Number& b) const;
  [[nodiscard]] Attempt<Number> negate(const Number& a) const;
  /// a || b, a && b of conditions.
  [[nodiscard]] Attempt<Number> either(const Number& a, const Number& b) const;
  [[nodiscard]] Attempt<Number> both(const Number& a, const Number& b) const;
  /// a where the condition holds, else b.
  [[nodiscard]] Attempt<Number> choose(const Number& condition, const Number& a, const Number& b) const;

  /// Whether low <= a <= high, at every point. Recorded, it becomes a check of each point.
  [[nodiscard]] bool within(const Number& a, std::int64_t low, std::int64_t high) const;

  /// What follows is evaluated only where the condition, an expression, is `truth`; until `forget`.
  void assume(const Number& condition, bool truth);
  void forget();

private:
  [[nodiscard]] Attempt<Number> divide(const Number& a, const Number& b, bool remainder) const;
  [[nodiscard]] Attempt<Number> made(const expr::Expr& e, std::size_t size) const;
  [[nodiscard]] Attempt<Number> recorded(Number number) const;
  [[nodiscard]] expr::Interval range_of(const expr::Expr& e) const;

  Bounds bounds_;
  TapeRecorder* recorder_ = nullptr;
  struct Assumption {
    std::shared_ptr<const Symbolic> condition;
    bool truth = true;
  };
  std::vector<Assumption> path_;
};

} // namespace mapwright::mapper::language
