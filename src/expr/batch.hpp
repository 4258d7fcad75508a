// Many calls of one function at once: a function compiled to operations on blocks of lanes.
//
// A Batch computes what `call` (expr/evaluate.hpp) computes, for a whole column of arguments, provided that
//   B1  every intermediate fits 64 bits (expr/interval.hpp; compile_checked asks it), and
//   B2  `call` ends without a fault for these parameters and arguments.
// Where B2 fails for some index, the results at that index are unspecified; other indices are unaffected and nothing
// traps: divisors of zero give zero, table indices outside the table read entry 0. An Assume is not computed.
//
// A Solve is executed by its method, exactly as stated in expr/function.hpp and with no safety net: RootEstimate in
// double precision with `down` and `up` steps, Bisection with its number of halvings. So an exhaustive comparison of a
// batch with an independent scan verifies the method and its step counts, not only the formula.
//   Bisection: name := low, left := high - low + 1; each halving tests name + floor(left / 2), moves there if the
//   condition holds, and sets left := ceil(left / 2).
//
// Lanes have 64 bits. compile_checked looks for a proof that lanes of 32 bits compute the same inside its box
// (batch/narrow.hpp); a run whose parameters and arguments all lie in the box then uses them, every other run does not.
//
// What depends on parameters only is computed once per run; equal subexpressions are shared; division by such a value
// is a multiplication with a precomputed reciprocal; loops run with the same trip count for all lanes.
#pragma once

#include "expr/function.hpp"
#include "expr/interval.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace mapwright::expr {

enum class BatchRefusal : std::uint8_t {
  unbound_name,      ///< a name is read or assigned that has no value
  unknown_table,     ///< a table is read that was not given, or that has no entries
  varying_count,     ///< the count of a loop, or the number of halvings, differs between lanes
  wide_constant,     ///< a constant does not fit 64 bits
  wide_intermediate, ///< an intermediate may exceed 64 bits (compile_checked only)
};

/// Why a function cannot run as a batch, and where: a name, or the text of an expression.
struct Refusal {
  BatchRefusal kind = BatchRefusal::unbound_name;
  std::string at;
};
std::string describe(const Refusal& refusal);

namespace batch {
struct Columns;
struct Compiled;
} // namespace batch

/// A compiled function. Immutable; threads may share it and run it at the same time.
class Batch {
public:
  /// B1 is the caller's promise. The entries of `tables` are copied; run-time tables must have theirs filled in.
  static tl::expected<Batch, Refusal> compile(const Function& f, Tables tables = {});
  /// Checks B1 for every call inside `box`.
  static tl::expected<Batch, Refusal> compile_checked(const Function& f, const Box& box, Tables tables = {});

  /// results[r][k] = result r of the call with arguments[0][k], arguments[1][k], ... for 0 <= k < count.
  /// Result columns overlap neither each other nor the arguments. Throws std::logic_error on a wrong number of columns.
  void run(std::span<const std::int64_t> parameters, std::span<const std::int64_t* const> arguments, std::size_t count,
           std::span<std::int64_t* const> results) const;

  /// The same for one argument that takes the values first, first + 1, ..., first + count - 1.
  void run_consecutive(std::span<const std::int64_t> parameters, std::int64_t first, std::size_t count,
                       std::span<std::int64_t* const> results) const;

  /// Number of operations on lanes per block, loops counted once: what sharing and hoisting left.
  [[nodiscard]] std::size_t lane_operations() const;

  /// Bits per lane of a run inside the box of compile_checked: 32 or 64.
  [[nodiscard]] int lane_bits() const;

  /// The widest vector instructions in use on this machine: "avx512", "avx2" or "baseline".
  static std::string_view instruction_set();

private:
  explicit Batch(std::shared_ptr<const batch::Compiled> compiled) : compiled_(std::move(compiled)) {}
  static tl::expected<Batch, Refusal> compile(const Function& f, const Box* narrow_box, Tables tables);
  void run(const batch::Columns& columns) const;

  std::shared_ptr<const batch::Compiled> compiled_;
};

} // namespace mapwright::expr
