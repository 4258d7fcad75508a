// A function called for whole columns of arguments at one size: as a batch where every intermediate provably fits 64
// bits, otherwise by one exact call after the other.
#pragma once

#include "expr/batch.hpp"
#include "expr/evaluate.hpp"
#include "expr/interval.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map {

/// Immutable; threads may share it. The function must outlive it.
class ColumnFunction {
public:
  /// `arguments` bounds the arguments of every later call; nothing: unknown, which means exact calls. A batch executes
  /// methods as emitters print them and leaves faults out (expr/batch.hpp); exact calls report them.
  ColumnFunction(const expr::Function& f, std::span<const expr::Int> parameters,
                 const std::optional<std::vector<expr::Interval>>& arguments, expr::Tables tables);

  /// Where the columns end early: at `at` the call faults, or a result does not fit 64 bits.
  struct Stop {
    std::size_t at = 0;
    std::string why;
    bool gave_up = false; ///< more loop iterations than one call is given here: no fault of the function
  };

  /// results[r][k] = result r of the call with arguments[0][k], ...; columns before a Stop are filled.
  std::optional<Stop> run(std::span<const std::int64_t* const> arguments, std::size_t count,
                          std::span<std::int64_t* const> results) const;

  /// The same for one argument that takes the values first, first + 1, ...
  std::optional<Stop> run_consecutive(std::int64_t first, std::size_t count,
                                      std::span<std::int64_t* const> results) const;

  [[nodiscard]] bool is_batch() const { return batch_.has_value(); }

private:
  std::optional<Stop> call_one(std::size_t at, std::span<const expr::Int> arguments,
                               std::span<std::int64_t* const> results) const;

  const expr::Function& function_;
  std::vector<expr::Int> parameters_;
  std::vector<std::int64_t> narrow_;
  expr::Tables tables_;
  std::optional<expr::Batch> batch_;
};

/// Whether `value` fits a signed 64-bit word.
inline bool fits_64(expr::Int value) {
  return static_cast<std::int64_t>(value) == value;
}

} // namespace mapwright::index_map
