// The configurations of a candidate: one value for each tunable, as far as the constraints allow it. All are listed, so
// a configuration is a number and the allowed ones can be drawn, scanned and compared.
#pragma once

#include "kernel/candidate/candidate.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::kernel {

/// The place of a tunable's value among its values in ascending order.
using Position = std::uint32_t;

class TuningSpace {
public:
  /// The most products of values that are listed.
  static constexpr std::size_t most_products = std::size_t{1} << 20U;

  /// The space of a candidate. Input error when there are more than most_products products, when nothing satisfies the
  /// constraints, or when a constraint cannot be evaluated.
  static Result<TuningSpace> of(const KernelCandidate& candidate);

  /// Number of configurations, at least 1. They are in the order of their positions, the last tunable fastest.
  [[nodiscard]] std::size_t size() const { return keys_.size(); }

  /// Number of tunables.
  [[nodiscard]] std::size_t dimensions() const { return tunables_.size(); }

  /// How many values a tunable has.
  [[nodiscard]] std::size_t values(std::size_t dimension) const { return tunables_.at(dimension).values.size(); }

  /// One position for each tunable. REQUIRES: index < size().
  [[nodiscard]] std::span<const Position> positions(std::size_t index) const;

  /// REQUIRES: index < size().
  [[nodiscard]] Tuning tuning(std::size_t index) const;

  /// The configuration with these positions; nothing when they are not allowed. REQUIRES: dimensions() of them.
  [[nodiscard]] std::optional<std::size_t> index_at(std::span<const Position> positions) const;

  /// The configuration with these values; nothing when it is none of this space: a tunable too many or too few, a value
  /// that is not listed, or a violated constraint.
  [[nodiscard]] std::optional<std::size_t> index_of(const Tuning& tuning) const;

  /// The allowed configurations that differ in one tunable by one position, in ascending order.
  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t index) const;

  /// Steps of one position between two configurations, whether what lies between is allowed or not.
  [[nodiscard]] std::size_t distance(std::size_t a, std::size_t b) const;

private:
  [[nodiscard]] std::size_t key(std::span<const Position> positions) const;

  std::vector<Tunable> tunables_{};   ///< with ascending values
  std::vector<std::size_t> keys_{};   ///< of the configurations, ascending: positions as digits of a number
  std::vector<Position> positions_{}; ///< of all configurations, one after the other
};

/// Steps of one position between two lists of positions. REQUIRES: equal lengths.
std::size_t distance(std::span<const Position> a, std::span<const Position> b);

} // namespace mapwright::kernel
