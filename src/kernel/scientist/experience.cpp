#include "kernel/scientist/experience.hpp"

#include "kernel/scientist/lineage.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr double weight_of_catalogue = 2;   ///< experiments that outweigh its expectation
constexpr double least_deviation = 0.15;    ///< of log(gain) from experiment to experiment
constexpr double least_half_width = 0.03;   ///< of a predicted log(gain)
constexpr double weight_of_same_device = 2; ///< of a finding from another run here, in experiments
constexpr double weight_of_hypothesis = 1;  ///< of a finding from another device or task
constexpr double share_of_hypothesis = 0.5; ///< of its log(gain) that is believed
constexpr double share_after_failure = 0.5; ///< of the value, for each time it failed there on the way to this base

/// Sums of weighted observations.
struct Evidence {
  double weight = 0;
  double gains = 0;   ///< of log(gain)
  double squares = 0; ///< of log(gain)^2
  double values = 0;  ///< of log(gain), losses as 0
  double tries = 0;   ///< weights of `values`: failures count here only

  void add(double log_gain, double times) {
    weight += times;
    gains += times * log_gain;
    squares += times * log_gain * log_gain;
    values += times * std::max(log_gain, 0.0);
    tries += times;
  }
};

/// Whether something came of it: versions that were not written, not new or not timed say nothing of an experiment.
bool was_judged(const Version& version) {
  return version.measured ? was_timed(*version.measured) : !version.source.empty() && version.status != "repeated";
}

/// Experiments of this run; a gain counts when it was shown.
void add_versions(Evidence& evidence, Expectation& expectation, const std::string& name, const Situation& situation) {
  std::size_t faster = 0;
  for (const Version& version : situation.versions) {
    if (!version.plan || version.plan->name != name || !was_judged(version)) {
      continue;
    }
    ++expectation.tried;
    if (!version.measured) {
      evidence.tries += 1;
      continue;
    }
    const bool shown = version.measured->verdict == SpeedVerdict::faster;
    faster += shown ? 1 : 0;
    const double log_gain = -std::log(version.measured->ratio);
    evidence.add(shown ? log_gain : std::min(log_gain, 0.0), 1);
  }
  if (expectation.tried > 0) {
    expectation.evidence = fmt::format("It was faster in {} of {} experiments of this run.", faster, expectation.tried);
  }
}

/// Findings; those of this run only when its versions do not count themselves.
void add_findings(Evidence& evidence, Expectation& expectation, const std::string& name, const Situation& situation,
                  bool own_too) {
  for (const Finding& finding : situation.findings.all()) {
    if (finding.experiment != name || finding.backend != situation.backend) {
      continue;
    }
    const bool own = finding.origin.empty();
    if (finding.standing != Standing::contradicted) {
      expectation.cites.push_back(finding.id);
    }
    if (own && !own_too) {
      continue;
    }
    if (finding.standing == Standing::contradicted) {
      evidence.add(0, weight_of_hypothesis);
    } else if (finding.standing == Standing::hypothesis) {
      evidence.add(share_of_hypothesis * std::log(finding.gain), weight_of_hypothesis);
    } else {
      evidence.add(std::log(finding.gain),
                   own ? static_cast<double>(finding.supported_by.size()) : weight_of_same_device);
    }
  }
}

/// A place without its numbers: lines move when a source changes.
std::string without_numbers(std::string site) {
  std::erase_if(site, [](unsigned char c) { return std::isdigit(c) != 0; });
  return site;
}

/// How often it came to nothing at the same place on the way to this base.
int failures_on_the_way(const Option& option, const Situation& situation, std::uint64_t base) {
  const std::vector<std::uint64_t> way = ancestry(situation.versions, base);
  const std::string site = without_numbers(option.variant.site);
  return static_cast<int>(
      std::count_if(situation.versions.begin(), situation.versions.end(), [&](const Version& version) {
        return version.plan && version.plan->name == option.variant.experiment &&
               without_numbers(version.plan->site) == site && version.base &&
               std::find(way.begin(), way.end(), *version.base) != way.end() &&
               !(version.measured && version.measured->verdict == SpeedVerdict::faster);
      }));
}

/// No gain beyond the machine's floor.
Interval within_headroom(Interval gain, const Version* base) {
  if (base != nullptr && base->measured && base->measured->headroom) {
    gain.high = std::min(gain.high, std::max(*base->measured->headroom, 1.0));
    gain.low = std::min(gain.low, gain.high);
  }
  return gain;
}

} // namespace

Expectation expect(const Option& option, const Situation& situation, std::uint64_t base, const Learning& learning) {
  Expectation expectation;
  Evidence evidence;
  if (learning.bandit) {
    add_versions(evidence, expectation, option.variant.experiment, situation);
  }
  if (learning.findings) {
    add_findings(evidence, expectation, option.variant.experiment, situation, !learning.bandit);
  }
  const double low = std::log(option.gain.low);
  const double high = std::log(option.gain.high);
  const double middle_of_catalogue = (low + high) / 2;
  const double all = weight_of_catalogue + evidence.weight;
  const double middle = (weight_of_catalogue * middle_of_catalogue + evidence.gains) / all;
  double half = (high - low) / 2;
  if (evidence.weight > 0) {
    const double mean = evidence.gains / evidence.weight;
    const double spread = std::sqrt(std::max(evidence.squares / evidence.weight - mean * mean, 0.0));
    half = (weight_of_catalogue * half + evidence.weight * std::max(spread, least_half_width)) / all;
  }
  half = std::max(half, least_half_width);
  expectation.gain =
      within_headroom({std::exp(middle - half), std::exp(middle + half)}, find_version(situation.versions, base));
  const double tries = weight_of_catalogue + evidence.tries;
  expectation.value = (weight_of_catalogue * std::max(middle_of_catalogue, 0.0) + evidence.values) / tries;
  expectation.deviation = std::max((high - low) / 4, least_deviation) / std::sqrt(tries);
  if (learning.bandit) {
    expectation.value *= std::pow(share_after_failure, failures_on_the_way(option, situation, base));
  }
  return expectation;
}

} // namespace mapwright::kernel::scientist
