// Asks somebody's function for points and finds the first that is wrong.
#pragma once

#include "core/error.hpp"
#include "domain/reference.hpp"
#include "index_map/audit/oracle.hpp"
#include "index_map/candidate/subject.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map::audit {

/// An index with a wrong point, or none.
struct Wrong {
  std::vector<std::int64_t> size;
  std::int64_t index = 0;
  std::vector<Int> expected;
  std::vector<Int> point{}; ///< empty when the function stopped
  std::string stopped{};    ///< what it did instead of returning
  std::string said{};       ///< first line of its standard error when it stopped
};

/// Consecutive indices, compared up to the first wrong one.
struct Stretch {
  std::optional<Wrong> wrong{};
  std::int64_t end = 0; ///< the indices before it were right; not the end asked for when the time was over
};

/// Ascending indices of one size.
struct Probe {
  const Oracle* oracle = nullptr;
  std::vector<std::int64_t> indices;
};

class Prober {
public:
  /// Both must outlive this. Scans from index 0 on end `gapless_seconds` from now.
  Prober(const domain::Reference& reference, candidate::Subject& subject, double gapless_seconds)
      : reference_(reference), subject_(subject),
        deadline_(Clock::now() +
                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(gapless_seconds))) {}

  /// The first wrong index, in the order given.
  Result<std::optional<Wrong>> first_wrong(std::span<const Probe> probes);
  Result<std::optional<Wrong>> first_wrong(const Oracle& oracle, std::vector<std::int64_t> ascending);
  /// The first wrong index of first, .., end - 1. From 0 on the domain's own scan says what is right.
  Result<Stretch> first_wrong_between(const Oracle& oracle, std::int64_t first, std::int64_t end);

  /// What the function returns for first, .., end - 1, as far as it returns.
  Result<candidate::Answer> ask(const Oracle& oracle, std::int64_t first, std::int64_t end);

  [[nodiscard]] std::uint64_t compared() const { return compared_; }
  [[nodiscard]] bool out_of_time() const { return out_of_time_; }

private:
  using Clock = std::chrono::steady_clock;
  std::optional<Wrong> stop_at(const Oracle& oracle, std::int64_t index, const candidate::Answer& answer);

  const domain::Reference& reference_;
  candidate::Subject& subject_;
  Clock::time_point deadline_;
  std::uint64_t compared_ = 0;
  bool out_of_time_ = false;
};

} // namespace mapwright::index_map::audit
