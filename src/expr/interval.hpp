// Interval analysis: which integers every name and every intermediate of a function can take, and so which machine
// word holds them all.
//
// Given an inclusive interval for each parameter and argument, analyse() walks the function once. Its claims hold for
// every call inside these intervals that ends without a fault:
//   I1  the value of every node that is evaluated lies in the node's interval;
//   I2  the value of every name lies in the name's interval;
//   I3  every intermediate fits a signed word of `bits` bits.
// Intermediates are the values of all nodes evaluated, and what the methods of a Solve compute on the way:
//   - the condition at every candidate in [low, high], and in [low, high + 1] when RootEstimate has up > 0;
//   - RootEstimate: the radicand, the root, root + offset and root + (offset + divisor * up), and their quotients by
//     the divisor before they are clamped;
//   - Bisection: high - low and high - low + 1; the middle low + left / 2 lies in [low, high];
//   - E13, a root inside an expression: (r + 1)^k, the power an integer correction compares with.
// An Assume is a certified fact: it narrows its name and is not itself computed by emitted code.
// Conditions of if, select, and, or narrow the names they compare inside the guarded part. Loops whose count is at most
// `unroll_limit` are unrolled with the exact value of the loop name; longer ones are iterated to a fixpoint, widening
// to the bounds an Assume in the body states and only then without bound. Until then a Let followed by an Assume of its
// name takes the interval promised.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/function.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mapwright::expr {

/// All integers x with low <= x <= high; never empty where one is passed around.
struct Interval {
  Int low = 0;
  Int high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
  [[nodiscard]] bool contains(Int x) const { return low <= x && x <= high; }
};
std::string to_string(const Interval& interval);

/// Least number of bits of a two's complement word that holds the whole interval; at most 128.
int signed_bits(const Interval& interval);

/// An operation whose fault the intervals do not rule out. (That an exact division leaves no remainder is never
/// concluded from intervals, and is not listed.)
struct Hazard {
  FaultKind kind = FaultKind::overflow;
  std::string at; ///< text of the operation, or the name
};

struct AnalysisOptions {
  int unroll_limit = 128;    ///< loops of at most so many iterations are unrolled
  bool keep_nodes = false;   ///< fill Analysis::nodes
  bool keep_hazards = false; ///< fill Analysis::hazards
  /// Claims for code as it is executed, promises kept or not: an Assume bounds nothing, and a Solve yields whatever its
  /// method finds, be the solution another or none. I1 to I3 then hold for every execution in which no operator faults.
  bool as_executed = false;
};

struct Analysis {
  int bits = 1;                                      ///< I3; more than 128 when some intermediate may exceed Int
  std::string widest{};                              ///< text of the first intermediate that needs `bits` bits
  Interval widest_interval{};                        ///< and its interval
  std::vector<Interval> results{};                   ///< one per result; empty when no call ends without a fault
  std::vector<std::pair<Symbol, Interval>> names{};  ///< I2, in order of first binding; hull over all bindings
  std::unordered_map<const Node*, Interval> nodes{}; ///< I1, hull over all evaluations
  std::vector<Hazard> hazards{};                     ///< each place once
  [[nodiscard]] bool fits(int word) const { return bits <= word; }
};

/// Where a function is used: intervals of its parameters and arguments.
struct Box {
  std::vector<Interval> parameters;
  std::vector<Interval> arguments;
};

/// Intervals of everything `f` computes. Tables: those `f` reads; a fixed one by its entries, a run-time one by its
/// bounds, which its entries must respect. Throws std::logic_error when the numbers of parameters or arguments do not
/// match.
Analysis analyse(const Function& f, std::span<const Interval> parameters, std::span<const Interval> arguments,
                 Tables tables = {}, const AnalysisOptions& options = {});
inline Analysis analyse(const Function& f, const Box& box, Tables tables = {}, const AnalysisOptions& options = {}) {
  return analyse(f, box.parameters, box.arguments, tables, options);
}

/// The interval of one expression, given intervals of its names; nothing when it can only fault.
std::optional<Interval> interval_of(const Expr& e, std::span<const std::pair<Symbol, Interval>> names,
                                    Tables tables = {});

} // namespace mapwright::expr
