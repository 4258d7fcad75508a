#include "cli/run_progress.hpp"

#include "report/text_table.hpp"

#include <ostream>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr Seconds between_redraws{0.1};
constexpr Seconds between_lines{5};

} // namespace

std::string progress_text(const loop::History& history, const Budget& budget, double steps_per_second) {
  std::string text = fmt::format("step {}", history.size());
  if (steps_per_second > 0) {
    text += fmt::format(" ({:.3g}/s)", steps_per_second);
  }
  if (history.best()) {
    text += fmt::format(", best {:.4g} in step {}", history.best()->score, history.best()->step);
  }
  // The resource that is used up soonest decides how much is left.
  std::optional<ResourceKind> nearest;
  double most_used = 0;
  for (const ResourceKind kind : all_resource_kinds) {
    const auto limit = budget.limit(kind);
    const double used = limit && *limit > 0 ? amount(history.used(), kind) / *limit : 0;
    if (limit && (!nearest || used > most_used)) {
      nearest = kind;
      most_used = used;
    }
  }
  if (nearest) {
    text += fmt::format(", {:.0f} % of {} used", 100 * most_used, to_string(*nearest));
    if (most_used > 0 && most_used < 1) {
      const double elapsed = history.used().time.count();
      text += fmt::format(", about {} left", report::duration_text(elapsed * (1 - most_used) / most_used));
    }
  }
  return text;
}

void RunProgress::show(const archive::Step& step, const loop::History& history) {
  if (announce_) {
    if (const std::string said = announce_(step, history); !said.empty()) {
      line_.reset(); // what replaces itself makes room
      terminal_.err << said << std::endl;
      line_.emplace(terminal_);
    }
    if (!terminal_.progress) {
      return;
    }
  }
  const auto now = std::chrono::steady_clock::now();
  const Seconds since(now - shown_);
  if (since < (terminal_.progress ? between_redraws : between_lines)) {
    return;
  }
  shown_ = now;
  const Seconds elapsed(now - begun_);
  const std::string text = progress_text(
      history, budget_, elapsed.count() > 0 ? static_cast<double>(step.number + 1 - before_) / elapsed.count() : 0);
  if (terminal_.progress) {
    line_->show(text);
  } else {
    terminal_.err << text << std::endl;
  }
}

} // namespace mapwright::cli
