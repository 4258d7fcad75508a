// How a run is going, on standard error: a line that replaces itself on a terminal, else now and then a line; and, for
// kinds whose steps take long, a line for each step that stays.
#pragma once

#include "cli/terminal.hpp"
#include "loop/history.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::cli {

/// What is to be said of a step in a line that stays; empty: nothing.
using Announce = std::function<std::string(const archive::Step&, const loop::History&)>;

class RunProgress {
public:
  /// `before`: steps of earlier sessions, which do not count into the rate. Without `announce` steps leave no lines.
  RunProgress(Terminal& terminal, Budget budget, std::uint64_t before, Announce announce = {})
      : terminal_(terminal), budget_(budget), before_(before), announce_(std::move(announce)) {
    line_.emplace(terminal);
  }

  /// A step was committed.
  void show(const archive::Step& step, const loop::History& history);
  /// The run is over.
  void clear() { line_.reset(); }

private:
  Terminal& terminal_;
  std::optional<Progress> line_;
  Budget budget_;
  std::uint64_t before_;
  Announce announce_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = begun_;
};

/// "step 12 (3.1/s), best 0.25, 40 % of tokens used, about 2 min left": the limit that will be reached first.
std::string progress_text(const loop::History& history, const Budget& budget, double steps_per_second);

} // namespace mapwright::cli
