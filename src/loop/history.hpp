// What the committed steps of a run amount to.
#pragma once

#include "archive/records.hpp"
#include "core/budget.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace mapwright::loop {

/// The best step so far.
struct Best {
  std::uint64_t step = 0;
  double score = 0;
};

class History {
public:
  /// REQUIRES: steps come in the order of their numbers, from 0.
  void add(const archive::Step& step);

  /// Steps committed.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Used by all of them; the time is that of the last commit.
  [[nodiscard]] const Resources& used() const { return used_; }
  /// The lowest score of a valid step, the first of equals.
  [[nodiscard]] const std::optional<Best>& best() const { return best_; }
  /// Steps since the best one, or since the beginning.
  [[nodiscard]] std::uint64_t since_improvement() const { return best_ ? size_ - 1 - best_->step : size_; }
  /// The first step before `end` that proposed a candidate of this digest.
  [[nodiscard]] std::optional<std::uint64_t> first_with(const std::string& digest, std::uint64_t end) const;

private:
  std::uint64_t size_ = 0;
  Resources used_{};
  std::optional<Best> best_{};
  std::unordered_map<std::string, std::uint64_t> digests_{};
};

} // namespace mapwright::loop
