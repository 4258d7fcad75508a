// Which experiments on the way to a winner its gain does not need: each is taken back by itself, the others stay.
//
// An experiment is a change that made sense by itself, so that a winner without one of them is likely to compile; parts
// of a difference of texts often do not. What is taken back is the code: the values of the winner's tunables stay, so
// that it shows whether a gain is owed to the code or to values that were found with it.
#pragma once

#include "kernel/scientist/version.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// A winner without the changes of one experiment.
struct Withdrawal {
  Version taken_back; ///< the version that made them
  std::string source;
};

/// A state machine without a clock, like Minimisation.
class StepAblation {
public:
  /// `path`: the start, then each version and the next made from it, up to the winner. Experiments that were not shown
  /// to pay are taken back first, then those with the least gain over their base.
  explicit StepAblation(std::vector<Version> path);

  /// What is kept without the changes of one more experiment; nothing when none is left that can be taken back, which
  /// takes that later ones did not change the same lines. The same until something is learnt; never what was raced
  /// before with the same values, never the same twice.
  [[nodiscard]] const std::optional<Withdrawal>& next() const { return next_; }

  /// What came of next(). REQUIRES: there is one.
  void learn(bool as_good);

  /// The winner without what was found not to be needed.
  [[nodiscard]] const std::string& kept() const { return kept_; }
  /// Sources of which nothing needs to be asked: those of the path, and what was tried.
  [[nodiscard]] const std::set<std::string>& known() const { return known_; }

private:
  void advance();
  [[nodiscard]] std::optional<std::string> with_winners_values(const std::string& source) const;

  std::vector<Version> path_;
  std::vector<std::size_t> order_{}; ///< indices into path_ from 1 on
  std::size_t turn_ = 0;             ///< in order_
  std::string kept_;
  std::optional<Withdrawal> next_{};
  std::set<std::string> known_{};
};

/// Whether a version was found FASTER than its base.
bool has_paid(const Version& version);

/// Whether a version that lacks some of the champion's changes is as good: valid, and beyond doubt at most 5 % slower.
bool is_as_good(const Version& version);

/// Whether `rest`, a champion without the changes of `taken_back`, may take its place. Changes that were shown to pay
/// stay unless it is as good; of others nothing shows that they pay, so they go unless taking them back loses: unless
/// it is SLOWER, or by its median more than 5 % slower.
bool is_dispensable(const Version& taken_back, const Version& rest);

} // namespace mapwright::kernel::scientist
