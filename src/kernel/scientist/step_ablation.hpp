// Which experiments on the way to a winner its gain does not need: each is taken back by itself, the others stay.
//
// An experiment is a change that made sense by itself, so that a winner without one of them is likely to compile; parts
// of a difference of texts often do not.
#pragma once

#include "kernel/scientist/version.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// A state machine without a clock, like Minimisation.
class StepAblation {
public:
  /// `path`: the start, then each version and the next made from it, up to the winner. The experiment that shows the
  /// least gain over its base is taken back first.
  explicit StepAblation(std::vector<Version> path);

  /// What is kept without the changes of one more experiment; nothing when none is left that can be taken back, which
  /// takes that later ones did not change the same lines. The same until something is learnt; never a source of the
  /// path, never the same twice.
  [[nodiscard]] const std::optional<std::string>& next() const { return next_; }

  /// What came of next(). REQUIRES: there is one.
  void learn(bool as_good);

  /// The winner without what was found not to be needed.
  [[nodiscard]] const std::string& kept() const { return kept_; }
  /// Sources of which nothing needs to be asked: those of the path, and what was tried.
  [[nodiscard]] const std::set<std::string>& known() const { return known_; }

private:
  void advance();

  std::vector<Version> path_;
  std::vector<std::size_t> order_{}; ///< indices into path_ from 1 on
  std::size_t turn_ = 0;             ///< in order_
  std::string kept_;
  std::optional<std::string> next_{};
  std::set<std::string> known_{};
};

} // namespace mapwright::kernel::scientist
