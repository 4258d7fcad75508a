#include "kernel/scientist/options.hpp"

#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/novelty.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr Interval gain_of_tuning{1.0, 1.15};
constexpr int innovation_of_tuning = 5;
constexpr int innovation_of_crossover = 60;
constexpr double least_gain_of_crossover = 0.9; ///< changes that paid apart may disturb each other

std::optional<Option> tuning_option(const Situation& situation, const Version& base) {
  const Tuning best = base.measured ? base.measured->tuning : Tuning{};
  auto source = with_wider_tunables(situation.task, situation.backend, base.source, best);
  if (!source) {
    return std::nullopt;
  }
  return Option{{tuning_name, "the values of the tunables", std::move(*source), {"`values` of tunables are changed"}},
                AvenueKind::tuning,
                "The best values found are at an end of their ranges, or not yet where the search begins.",
                gain_of_tuning,
                innovation_of_tuning};
}

/// What the reference gained since the common ancestor, and the kind of change that gained most.
struct WayOfReference {
  double gain = 1;
  double largest = 0;
  AvenueKind kind = AvenueKind::memory;
};

WayOfReference way_of(const std::vector<Version>& versions, std::uint64_t reference, std::uint64_t ancestor) {
  WayOfReference way;
  for (const std::uint64_t step : ancestry(versions, reference)) {
    const Version& version = *find_version(versions, step);
    if (step == ancestor) {
      break;
    }
    if (!version.measured || version.measured->verdict != SpeedVerdict::faster) {
      continue;
    }
    const double gain = 1 / version.measured->ratio;
    way.gain *= gain;
    if (gain > way.largest && version.plan) {
      way.largest = gain;
      way.kind = version.plan->kind;
    }
  }
  return way;
}

std::optional<Option> crossover_option(const Situation& situation, const Selection& selection) {
  const auto& versions = situation.versions;
  auto source = crossed(versions, selection.base, selection.reference);
  if (!source || !parse_candidate(situation.task, situation.backend, *source, "crossover", LaunchList::optional)) {
    return std::nullopt;
  }
  const std::uint64_t ancestor = *common_ancestor(versions, selection.base, selection.reference);
  const WayOfReference way = way_of(versions, selection.reference, ancestor);
  return Option{{crossover_name, fmt::format("version {}", selection.reference), std::move(*source), {}},
                way.kind,
                fmt::format("Version {} gained {:.2f}x since version {}, from which both come, by changes in other "
                            "lines than those of the base.",
                            selection.reference, way.gain, ancestor),
                {least_gain_of_crossover, std::max(way.gain, 1.0)},
                innovation_of_crossover};
}

const Experiment* entry_of(const std::vector<Experiment>& catalogue, const std::string& name) {
  const auto found = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const Experiment& experiment) { return experiment.name == name; });
  return found == catalogue.end() ? nullptr : &*found;
}

} // namespace

std::optional<std::string> crossed(const std::vector<Version>& versions, std::uint64_t base, std::uint64_t reference) {
  const auto ancestor = common_ancestor(versions, base, reference);
  if (!ancestor || *ancestor == base || *ancestor == reference) {
    return std::nullopt;
  }
  const std::string& from = find_version(versions, base)->source;
  const std::string& other = find_version(versions, reference)->source;
  auto source = merge(find_version(versions, *ancestor)->source, from, other);
  return source && *source != from && *source != other ? source : std::nullopt;
}

Answer<std::vector<Option>> options_for(const Situation& situation, const Selection& selection, const Examine& examine,
                                        const std::vector<Experiment>& catalogue) {
  const Version* base = find_version(situation.versions, selection.base);
  if (base == nullptr) {
    return tl::make_unexpected(loop::Setback{fmt::format("there is no version {}", selection.base), {}});
  }
  auto examination = examine(base->source);
  if (!examination) {
    return tl::make_unexpected(loop::Setback{examination.error().message, examination.error()});
  }
  if (!examination->trouble.empty()) {
    return tl::make_unexpected(
        loop::Setback{fmt::format("version {} could not be parsed: {}", base->step, examination->trouble), {}});
  }
  std::vector<Option> options;
  for (Variant& variant : examination->variants) {
    if (const Experiment* entry = entry_of(catalogue, variant.experiment)) {
      options.push_back({std::move(variant), entry->kind, entry->hypothesis, entry->gain, entry->innovation});
    }
  }
  if (auto tuning = tuning_option(situation, *base)) {
    options.push_back(std::move(*tuning));
  }
  if (auto crossover = crossover_option(situation, selection)) {
    options.push_back(std::move(*crossover));
  }
  return options;
}

std::vector<Option> untried(std::vector<Option> options, const Situation& situation, std::uint64_t base, bool novelty) {
  std::set<std::string> known;
  for (const Version& version : situation.versions) {
    known.insert(novelty ? sketch_of(version.source).exact : version.source);
  }
  std::erase_if(options, [&](const Option& option) {
    const bool made = std::any_of(situation.versions.begin(), situation.versions.end(), [&](const Version& version) {
      return version.base == base && version.plan && version.plan->name == option.variant.experiment &&
             version.plan->site == option.variant.site;
    });
    const std::string& source = option.variant.source;
    return made || !known.insert(novelty ? sketch_of(source).exact : source).second;
  });
  return options;
}

} // namespace mapwright::kernel::scientist
