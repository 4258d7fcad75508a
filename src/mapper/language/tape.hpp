// A mapping function as a flat list of operations on integers, recorded once and run for each point of a launch.
//
// Recording is an evaluation of the function in which the coordinates of the point stand for registers: whatever does
// not depend on them, such as spaces and their factors, is worked out once, and the rest leaves its operations behind.
// Both branches of a choice are recorded, each to be skipped where it would not be evaluated. A run does what the
// evaluator does with integers, but only says that it failed, not why.
#pragma once

#include "mapper/language/number.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

/// One operation. Registers are numbers of 64 bits.
struct TapeStep {
  enum class Kind : std::uint8_t {
    operation, ///< target = a OPERATION b; fails where that has no result
    choose,    ///< target = a != 0 ? b : c
    within,    ///< fails unless b <= a <= c
    skip,      ///< goes on with step `target` unless (a != 0) == truth
  };
  Kind kind = Kind::operation;
  BinaryOperator operation = BinaryOperator::add;
  bool truth = true;
  std::uint32_t target = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

class Tape {
public:
  Tape(std::vector<TapeStep> steps, std::vector<std::int64_t> registers)
      : steps_(std::move(steps)), registers_(std::move(registers)) {}

  /// Registers to run on, as often as one likes. The inputs are the first ones, in the order in which they were made.
  [[nodiscard]] std::vector<std::int64_t> registers() const { return registers_; }
  /// Runs once; false where an operation has no result or a number lies outside its range.
  [[nodiscard]] bool run(std::vector<std::int64_t>& registers) const;

private:
  std::vector<TapeStep> steps_;
  std::vector<std::int64_t> registers_; ///< constants; other registers are 0
};

/// Collects the steps of a tape; what Arithmetic records with.
class TapeRecorder {
public:
  static constexpr std::size_t most_steps = 20'000; ///< a longer recording is of no use

  /// The next input; all of them come before anything else.
  Number input();
  /// The register that holds a number.
  std::uint32_t place(const Number& number);

  Number operation(BinaryOperator operation, const Number& a, const Number& b);
  Number choose(const Number& condition, const Number& a, const Number& b);
  void require_within(const Number& a, std::int64_t low, std::int64_t high);
  /// What follows is done only where the condition is `truth`; until end_condition.
  void begin_condition(const Number& condition, bool truth);
  void end_condition();

  [[nodiscard]] bool full() const { return steps_.size() >= most_steps; }
  /// The steps so far.
  [[nodiscard]] Tape tape() const { return {steps_, registers_}; }

private:
  std::uint32_t constant(std::int64_t value);
  Number result(TapeStep step);

  std::vector<TapeStep> steps_;
  std::vector<std::int64_t> registers_;
  std::map<std::int64_t, std::uint32_t> constants_;
  std::vector<std::size_t> open_; ///< steps that skip to where the condition ends
};

} // namespace mapwright::mapper::language
