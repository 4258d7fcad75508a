#include "kernel/scientist/built_in_roles.hpp"
#include "kernel/scientist/chance.hpp"
#include "kernel/scientist/experience.hpp"
#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/options.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr double bonus_of_unused_level = 0.03; ///< of log(gain), for each level of behaviour that the base lacks
constexpr double spread_of_sites = 0.02;       ///< of log(gain): which of an experiment's places is tried is chance
constexpr double familiarity = 4;              ///< tries after which an experiment is half as innovative

/// An option and what is thought of it.
struct Ranking {
  Option option;
  Expectation expected{};
  double rank = 0;
};

/// How many levels of what an experiment is about the base does not use.
int unused_levels(AvenueKind kind, const Behaviour& behaviour) {
  switch (kind) {
  case AvenueKind::memory:
    return 3 - behaviour.memory;
  case AvenueKind::compute:
    return 3 - behaviour.compute;
  case AvenueKind::parallelism:
    return 3 - behaviour.parallelism;
  case AvenueKind::work:
  case AvenueKind::compiler:
  case AvenueKind::tuning:
    break;
  }
  return 1;
}

Avenue avenue_of(const Ranking& ranking) {
  const Option& option = ranking.option;
  std::string why = option.hypothesis;
  if (!ranking.expected.evidence.empty()) {
    why += " " + ranking.expected.evidence;
  }
  return {fmt::format("{}: {}", option.variant.experiment, option.variant.site), option.kind, std::move(why)};
}

ExperimentPlan plan_of(const Ranking& ranking) {
  const Option& option = ranking.option;
  ExperimentPlan plan;
  plan.name = option.variant.experiment;
  plan.kind = option.kind;
  plan.description = avenue_of(ranking).why;
  plan.rubric = option.variant.rubric;
  plan.gain = ranking.expected.gain;
  plan.innovation = static_cast<int>(
      std::lround(option.innovation / (1 + static_cast<double>(ranking.expected.tried) / familiarity)));
  plan.site = option.variant.site;
  plan.cites = ranking.expected.cites;
  return plan;
}

/// The first of each experiment, then the others, as many as there are plans.
std::vector<Ranking> distinct_first(const std::vector<Ranking>& rankings) {
  std::vector<Ranking> picked;
  std::vector<Ranking> others;
  std::set<std::string> names;
  for (const Ranking& ranking : rankings) {
    (names.insert(ranking.option.variant.experiment).second ? picked : others).push_back(ranking);
  }
  picked.insert(picked.end(), others.begin(), others.end());
  picked.erase(picked.begin() + static_cast<std::ptrdiff_t>(std::min(picked.size(), plan_count)), picked.end());
  return picked;
}

Design design_of(const std::vector<Ranking>& rankings) {
  Design design;
  for (std::size_t i = 0; i < std::min(rankings.size(), avenue_count); ++i) {
    design.avenues.push_back(avenue_of(rankings[i]));
  }
  for (const Ranking& ranking : distinct_first(rankings)) {
    design.plans.push_back(plan_of(ranking));
  }
  return design;
}

/// The options that are left on the base; a Setback when there are none.
Answer<std::vector<Option>> open_options(const Situation& situation, const Selection& selection,
                                         const RoleTools& tools) {
  auto all = options_for(situation, selection, tools.examine, *tools.catalogue);
  if (!all) {
    return all;
  }
  const std::size_t applicable = all->size();
  std::vector<Option> open = untried(std::move(*all), situation, selection.base, tools.learning.novelty);
  if (open.empty()) {
    return tl::make_unexpected(
        loop::Setback{fmt::format("nothing new to try on version {}: of {} experiments that apply none is left",
                                  selection.base, applicable),
                      {}});
  }
  return open;
}

class BuiltInDesigner : public Designer {
public:
  explicit BuiltInDesigner(RoleTools tools) : tools_(std::move(tools)) {}

  [[nodiscard]] std::string name() const override { return "built-in"; }

  Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) override {
    auto open = open_options(situation, selection, tools_);
    if (!open) {
      return tl::make_unexpected(open.error());
    }
    std::vector<Ranking> rankings;
    std::map<std::string, double> luck;
    for (Option& option : *open) {
      const auto drawn = luck.find(option.variant.experiment);
      const double of_experiment = drawn != luck.end() ? drawn->second : draw_normal(context.random());
      luck.try_emplace(option.variant.experiment, of_experiment);
      rankings.push_back(rank(std::move(option), situation, selection.base, of_experiment));
      rankings.back().rank += tools_.learning.bandit ? spread_of_sites * draw_unit(context.random()) : 0;
    }
    std::stable_sort(rankings.begin(), rankings.end(),
                     [](const Ranking& a, const Ranking& b) { return a.rank > b.rank; });
    Design design = design_of(rankings);
    design.chosen = choose_three(corrected(design.plans, situation.ledger));
    return design;
  }

private:
  /// `luck`: a normally distributed draw, the same for all places of an experiment.
  [[nodiscard]] Ranking rank(Option option, const Situation& situation, std::uint64_t base, double luck) const {
    Ranking ranking{std::move(option)};
    ranking.expected = expect(ranking.option, situation, base, tools_.learning);
    ranking.rank = ranking.expected.value;
    if (tools_.learning.bandit) { // Thompson sampling
      ranking.rank += ranking.expected.deviation * luck;
    }
    if (tools_.learning.ledger) {
      const Interval& gain = ranking.expected.gain;
      ranking.rank += std::log(situation.ledger.corrected(gain, name(), ranking.option.kind).low / gain.low);
    }
    const Version* version = find_version(situation.versions, base);
    if (tools_.learning.behaviour && version != nullptr) {
      ranking.rank += bonus_of_unused_level * unused_levels(ranking.option.kind, version->behaviour);
    }
    return ranking;
  }

  [[nodiscard]] std::vector<ExperimentPlan> corrected(std::vector<ExperimentPlan> plans, const Ledger& ledger) const {
    for (ExperimentPlan& plan : plans) {
      plan.gain = tools_.learning.ledger ? ledger.corrected(plan.gain, name(), plan.kind) : plan.gain;
    }
    return plans;
  }

  RoleTools tools_;
};

class RandomDesigner : public Designer {
public:
  explicit RandomDesigner(RoleTools tools) : tools_(std::move(tools)) {}

  [[nodiscard]] std::string name() const override { return "random"; }

  Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) override {
    auto open = open_options(situation, selection, tools_);
    if (!open) {
      return tl::make_unexpected(open.error());
    }
    context.random().shuffle(std::span(*open));
    std::vector<Ranking> rankings;
    for (Option& option : *open) {
      const Interval gain = option.gain;
      rankings.push_back({std::move(option)});
      rankings.back().expected.gain = gain;
    }
    Design design = design_of(rankings);
    for (std::size_t i = 0; i < std::min(design.plans.size(), run_count); ++i) {
      design.chosen.push_back(i);
    }
    return design;
  }

private:
  RoleTools tools_;
};

} // namespace

std::unique_ptr<Designer> make_built_in_designer(const RoleTools& tools) {
  return std::make_unique<BuiltInDesigner>(tools);
}

std::unique_ptr<Designer> make_random_designer(const RoleTools& tools) {
  return std::make_unique<RandomDesigner>(tools);
}

} // namespace mapwright::kernel::scientist
