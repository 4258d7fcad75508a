// Which hunks of a winner are needed: drops them in larger, then smaller groups, as delta debugging does (Zeller and
// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), asking of each subset whether it is as good.
//
// A state machine without a clock: what was learnt in the order in which it was learnt decides what is tried next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace mapwright::kernel::scientist {

/// What a subset of the hunks turned out to be.
enum class SubsetVerdict : std::uint8_t {
  as_good, ///< valid and not slower than with all hunks: what was left out is not needed
  worse,   ///< slower, unclear, or not valid
};

class Minimisation {
public:
  /// All `hunks` are kept at first.
  explicit Minimisation(std::size_t hunks);

  /// The subset to be tried next, a flag for each hunk; nothing when no single hunk can be dropped any more. The same
  /// until something is learnt. Never all hunks, never none, never the same twice.
  [[nodiscard]] std::optional<std::vector<bool>> next() const;

  /// What came of the subset of next(). REQUIRES: there is one.
  void learn(SubsetVerdict verdict);

  /// The hunks that are kept: each time the smallest subset known to be as good.
  [[nodiscard]] const std::vector<bool>& kept() const { return kept_; }
  [[nodiscard]] std::size_t kept_count() const;

private:
  void advance();
  [[nodiscard]] std::optional<std::vector<bool>> without_group(std::size_t group) const;

  std::vector<bool> kept_;
  std::size_t groups_ = 2; ///< into which the kept hunks are divided
  std::size_t group_ = 0;  ///< whose turn it is to be left out
  std::set<std::vector<bool>> tried_{};
  bool done_ = false;
};

} // namespace mapwright::kernel::scientist
