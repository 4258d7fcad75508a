#include "kernel/scientist/situation_text.hpp"

#include "kernel/scientist/lineage.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

/// "1.4x faster (1.31x-1.52x)" or why there is no such number.
std::string outcome_text(const Version& version) {
  if (!version.measured) {
    return version.evidence.empty() ? version.status : fmt::format("{}: {}", version.status, version.evidence);
  }
  const Measurement& measured = *version.measured;
  if (!was_timed(measured)) {
    return "could not be timed";
  }
  const double gain = 1 / measured.ratio;
  return fmt::format("{}, {:.2f}x ({:.2f}x-{:.2f}x)", to_string(measured.verdict), gain,
                     1 / measured.ratio_interval.high, 1 / measured.ratio_interval.low);
}

std::string tuning_text(const Tuning& tuning) {
  std::vector<std::string> values;
  for (const auto& [name, value] : tuning) {
    values.push_back(fmt::format("{} = {}", name, value));
  }
  return fmt::format("{}", fmt::join(values, ", "));
}

std::string ratios_text(const Ranked& version) {
  std::vector<std::string> ratios;
  for (const auto& [shape, ratio] : version.ratios) {
    ratios.push_back(fmt::format("{}: {:.3f}", shape, ratio));
  }
  return fmt::format("{}", fmt::join(ratios, "; "));
}

std::string calibration_line(const Calibration& group) {
  const std::string what = group.kind ? std::string(to_string(*group.kind)) : "all kinds";
  std::string bias = "right on average";
  if (group.bias < 0.95) {
    bias = fmt::format("too high by {:.2f}x", 1 / group.bias);
  } else if (group.bias > 1.05) {
    bias = fmt::format("too low by {:.2f}x", group.bias);
  }
  return fmt::format("- {}: {} of {} predictions could be measured, {} were inside the interval, {} versions were "
                     "faster; predictions were {}.\n",
                     what, group.valid, group.predictions, group.covered, group.faster, bias);
}

} // namespace

std::string standing_text(const Version& version) {
  return version.score ? fmt::format("{:.3f} of the start's time", *version.score) : version.status;
}

std::string versions_text(const std::vector<Version>& versions) {
  const std::vector<Ranked> all = ranked(versions);
  std::string text;
  for (const Version& version : versions) {
    text += fmt::format("- version {}", version.step);
    text += version.base ? fmt::format(" (from {}", *version.base) : " (the start";
    text += version.plan ? fmt::format(", {}, by {})", version.plan->name, version.author) : ")";
    const auto rank =
        std::find_if(all.begin(), all.end(), [&](const Ranked& other) { return other.version == &version; });
    if (rank == all.end()) {
      text += fmt::format(": {}\n", outcome_text(version));
      continue;
    }
    text += fmt::format(": {}, uses {}", standing_text(version), to_text(version.behaviour));
    text += version.base && version.measured ? fmt::format(", against its base {}", outcome_text(version)) : "";
    const std::string ratios = ratios_text(*rank);
    text += ratios.empty() ? "\n" : fmt::format("; {}\n", ratios);
  }
  return text;
}

std::string times_text(const Version& version) {
  if (!version.measured) {
    return "It was not measured by itself.";
  }
  std::string text;
  for (const ShapeTime& shape : version.measured->shapes) {
    text += fmt::format("- {}: {:.3g} ms\n", shape.shape, 1e3 * shape.time.count());
  }
  if (!version.measured->tuning.empty()) {
    text += fmt::format("Best values of tunables found: {}.\n", tuning_text(version.measured->tuning));
  }
  if (version.measured->headroom) {
    text += fmt::format("It takes {:.2f} times what the machine needs at least.\n", *version.measured->headroom);
  }
  return text.empty() ? "It was not measured by itself." : text;
}

std::string record_text(const Ledger& ledger, const std::string& designer) {
  std::string text;
  for (const Calibration& group : ledger.calibrations()) {
    text += group.designer == designer ? calibration_line(group) : "";
  }
  return text.empty() ? "You have made no predictions yet." : text;
}

std::string made_text(const std::vector<Version>& versions, std::uint64_t base) {
  std::string text;
  for (const Version& version : versions) {
    if (version.base == base && version.plan) {
      text += fmt::format("- {}{} (version {}): {}\n", version.plan->name,
                          version.plan->site.empty() ? "" : " at " + version.plan->site, version.step,
                          outcome_text(version));
    }
  }
  return text.empty() ? "none\n" : text;
}

std::string options_text(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    text += fmt::format("- {} at {}: {}\n", option.variant.experiment, option.variant.site, option.hypothesis);
  }
  return text.empty() ? "none\n" : text;
}

std::string reference_text(const Situation& situation, const Selection& selection) {
  const Version* reference = find_version(situation.versions, selection.reference);
  if (reference == nullptr || selection.reference == selection.base) {
    return "It is the base itself: there is no other version to look at.";
  }
  return fmt::format("It has {}.\n{}\n```{}\n{}```", standing_text(*reference), times_text(*reference),
                     fence_of(situation.backend), reference->source);
}

} // namespace mapwright::kernel::scientist
