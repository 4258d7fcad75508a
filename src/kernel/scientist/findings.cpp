#include "kernel/scientist/findings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

bool is_gain(const Finding& finding) {
  return finding.gain > 1;
}

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

std::string statement(const Finding& finding) {
  const std::string what = fmt::format("{} ({}) on {}", finding.task, to_string(finding.backend), finding.device);
  if (finding.standing == Standing::contradicted) {
    return fmt::format("{} makes {} now faster, now slower: between {:.2f}x and {:.2f}x", finding.experiment, what,
                       finding.gain_interval.low, finding.gain_interval.high);
  }
  return is_gain(finding) ? fmt::format("{} makes {} {:.2f}x faster", finding.experiment, what, finding.gain)
                          : fmt::format("{} makes {} {:.2f}x slower", finding.experiment, what, 1 / finding.gain);
}

/// One more experiment about the same thing.
void take_in(Finding& finding, std::uint64_t step, double gain, const Interval& interval) {
  const bool agrees = finding.supported_by.empty() || (gain > 1) == is_gain(finding);
  const auto before = static_cast<double>(finding.supported_by.size() + finding.contradicted_by.size());
  finding.gain_interval = before == 0 ? interval : hull(finding.gain_interval, interval);
  if (finding.standing != Standing::contradicted && agrees) {
    finding.gain = std::exp((before * std::log(finding.gain) + std::log(gain)) / (before + 1));
  }
  (agrees ? finding.supported_by : finding.contradicted_by).push_back(step);
  if (!agrees) {
    finding.standing = Standing::contradicted;
  }
  finding.text = statement(finding);
}

} // namespace

std::string_view to_string(Standing standing) {
  switch (standing) {
  case Standing::hypothesis:
    return "hypothesis";
  case Standing::supported:
    return "supported";
  case Standing::contradicted:
    break;
  }
  return "contradicted";
}

Findings::Findings(std::string task, Backend backend, std::string device)
    : task_(std::move(task)), backend_(backend), device_(std::move(device)) {}

std::string Findings::next_id() {
  return fmt::format("F{}", ++issued_);
}

void Findings::bring_in(const std::vector<Finding>& findings) {
  for (Finding finding : findings) {
    const bool here = finding.task == task_ && finding.backend == backend_ && finding.device == device_;
    if (!here && finding.standing == Standing::supported) {
      finding.standing = Standing::hypothesis;
    }
    if (finding.origin.empty()) {
      finding.origin = "another run";
    }
    finding.contradicted_by.clear(); // of that run: its standing and its interval say what they showed
    finding.id = next_id();
    findings_.push_back(std::move(finding));
  }
}

Finding& Findings::own(const Version& version) {
  const auto found = std::find_if(findings_.begin(), findings_.end(), [&](const Finding& finding) {
    return finding.origin.empty() && finding.experiment == version.plan->name;
  });
  if (found != findings_.end()) {
    return *found;
  }
  Finding fresh;
  fresh.id = next_id();
  fresh.experiment = version.plan->name;
  fresh.kind = version.plan->kind;
  fresh.task = task_;
  fresh.backend = backend_;
  fresh.device = device_;
  findings_.push_back(std::move(fresh));
  return findings_.back();
}

void Findings::compare_with_others(const Finding& shown, std::uint64_t step) {
  const bool gained = is_gain(shown);
  std::vector<Finding> kept;
  for (Finding& finding : findings_) {
    const bool elsewhere =
        !finding.origin.empty() && finding.experiment == shown.experiment && finding.backend == backend_;
    if (elsewhere && finding.standing != Standing::contradicted && is_gain(finding) == gained) {
      continue;
    }
    if (elsewhere && is_gain(finding) != gained) {
      finding.standing = Standing::contradicted;
      finding.contradicted_by.push_back(step);
    }
    kept.push_back(std::move(finding));
  }
  findings_ = std::move(kept);
}

void Findings::learn(const Version& version) {
  if (!version.plan || !version.measured) {
    return;
  }
  const Measurement& measured = *version.measured;
  if (measured.verdict != SpeedVerdict::faster && measured.verdict != SpeedVerdict::slower) {
    return;
  }
  Finding& finding = own(version);
  take_in(finding, version.step, 1 / measured.ratio,
          {1 / measured.ratio_interval.high, 1 / measured.ratio_interval.low});
  Finding shown = finding;
  shown.gain = 1 / measured.ratio;
  compare_with_others(shown, version.step);
}

} // namespace mapwright::kernel::scientist
