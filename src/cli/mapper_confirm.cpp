#include "cli/mapper_confirm.hpp"

#include "cli/mapper_problem.hpp"
#include "cli/starpu_measurement.hpp"
#include "cli/starpu_plans.hpp"
#include "mapper/agent/agent.hpp"
#include "mapper/confirm/confirm.hpp"
#include "mapper/confirm/confirmation_json.hpp"
#include "mapper/elaborate/elaborate.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// A plan that may be confirmed.
struct PlanToConfirm {
  std::string hash;
  mapper::Plan plan;
  std::uint64_t step = 0;
  double predicted = 0;
};

/// The default and the best plans of a search, each plan once.
struct PlansToConfirm {
  MapperSubject subject;
  std::string usual_hash;
  mapper::Plan usual;
  std::vector<PlanToConfirm> plans;

  [[nodiscard]] const mapper::Plan* find(const std::string& hash) const {
    const auto found =
        std::find_if(plans.begin(), plans.end(), [&](const PlanToConfirm& each) { return each.hash == hash; });
    return hash == usual_hash ? &usual : found == plans.end() ? nullptr : &found->plan;
  }
};

Result<mapper::Plan> plan_of_candidate(const std::string& form, const std::string& content,
                                       const MapperSubject& subject) {
  if (form == mapper::plan_form) {
    return mapper::plan_from_json(subject.program, subject.graph, content);
  }
  auto made = mapper::elaborate(mapper::language::SourceText{content, "mapper"}, subject.program, subject.graph,
                                subject.machine);
  return made ? Result<mapper::Plan>(std::move(made->plan)) : forward(made);
}

/// A step with a makespan, and nothing else of it.
struct ScoredStep {
  double score = 0;
  std::uint64_t number = 0;
};

/// The fastest first.
Result<std::vector<ScoredStep>> scored_steps(archive::Archive& archive, archive::RunId run) {
  std::vector<ScoredStep> scored;
  const auto read = archive.for_each_step(run, [&](archive::Step&& step) -> Result<void> {
    if (step.score && step.candidate) {
      scored.push_back({*step.score, step.number});
    }
    return {};
  });
  if (!read) {
    return forward(read);
  }
  std::stable_sort(scored.begin(), scored.end(),
                   [](const ScoredStep& a, const ScoredStep& b) { return a.score < b.score; });
  return scored;
}

/// Plans that need no more workers than there are cores go first: times of the others say little. Looks at so many
/// steps at most; some spare plans stand behind those that are asked for.
Result<PlansToConfirm> plans_to_confirm(const MapperProblem& problem, archive::Archive& archive, archive::RunId run) {
  constexpr std::size_t most_steps = 200;
  const std::size_t most_plans = 4 * problem.confirm_top;
  auto subject = open_subject(subject_options(problem));
  const auto scored = scored_steps(archive, run);
  if (!subject || !scored) {
    return subject ? forward(scored) : forward(subject);
  }
  PlansToConfirm made{*std::move(subject), {}, {}, {}};
  const std::string* const text = made.subject.application->mapper("default");
  auto usual = plan_of_candidate(mapper::mapper_form, text == nullptr ? std::string() : *text, made.subject);
  if (!usual) {
    return forward(usual);
  }
  made.usual = *std::move(usual);
  const auto hash_of = [&](const mapper::Plan& plan) {
    return plan_hash(made.subject.program, made.subject.graph, plan);
  };
  made.usual_hash = hash_of(made.usual);
  std::set<std::string> known;
  std::vector<PlanToConfirm> crowded;
  for (std::size_t i = 0; i < std::min(scored->size(), most_steps) && made.plans.size() < most_plans; ++i) {
    const auto steps = archive.steps(run, (*scored)[i].number, 1);
    if (!steps) {
      return forward(steps);
    }
    const archive::Candidate& candidate = *steps->at(0).candidate;
    auto plan = plan_of_candidate(candidate.form, candidate.content, made.subject);
    if (!plan) {
      return forward(plan);
    }
    if (std::string hash = hash_of(*plan); known.insert(hash).second) {
      auto& list = workers_of_plan(made.subject, *plan).crowded() ? crowded : made.plans;
      list.push_back({std::move(hash), *std::move(plan), (*scored)[i].number, (*scored)[i].score});
    }
  }
  std::move(crowded.begin(), crowded.end(), std::back_inserter(made.plans));
  made.plans.resize(std::min(made.plans.size(), most_plans));
  return made;
}

mapper::Confirmation begun_with(const PlansToConfirm& plans, const MapperProblem& problem, double usual_predicted) {
  mapper::Confirmation begun;
  begun.engine = problem.confirm;
  begun.top = problem.confirm_top;
  begun.usual.plan = plans.usual_hash;
  begun.usual.predicted = usual_predicted;
  for (const PlanToConfirm& each : plans.plans) {
    mapper::ConfirmedPlan plan;
    plan.plan = each.hash;
    plan.step = each.step;
    plan.predicted = each.predicted;
    plan.same_plan = each.hash == plans.usual_hash;
    begun.plans.push_back(std::move(plan));
  }
  return begun;
}

/// Whether `kept` was begun like this: later steps of a run may have found something better.
bool is_of(const mapper::Confirmation& kept, const mapper::Confirmation& begun) {
  return kept.engine == begun.engine && kept.top == begun.top && kept.usual.plan == begun.usual.plan &&
         kept.plans.size() <= begun.plans.size() &&
         std::equal(kept.plans.begin(), kept.plans.end(), begun.plans.begin(),
                    [](const mapper::ConfirmedPlan& a, const mapper::ConfirmedPlan& b) { return a.plan == b.plan; });
}

} // namespace

Result<void> confirm_search(const MapperProblem& problem, archive::Archive& archive, archive::Journal& journal,
                            const mapper::MapperSearch& search, Terminal& terminal) {
  if (problem.confirm.empty()) {
    return {};
  }
  const auto plans = plans_to_confirm(problem, archive, journal.run());
  const auto findings = archive.findings(journal.run());
  if (!plans || !findings) {
    return plans ? Result<void>(forward(findings)) : forward(plans);
  }
  if (plans->plans.empty()) {
    return {}; // nothing was found
  }
  mapper::Confirmation begun = begun_with(*plans, problem, search.arena().usual().makespan.value_or(0));
  if (auto kept = mapper::confirmation_among(*findings); kept && is_of(*kept, begun)) {
    begun = *std::move(kept);
  }
  auto runner = StarpuPlans::make({{"app", problem.app}}, plans->subject);
  if (!runner) {
    return forward(runner);
  }
  runner->add(plans->usual_hash, plans->usual);
  for (const PlanToConfirm& each : plans->plans) {
    runner->add(each.hash, each.plan);
  }
  Progress progress(terminal);
  progress.show("running the best mappings for real");
  measure::SteadyClock clock;
  mapper::ConfirmRule rule;
  rule.most = Seconds(problem.confirm_seconds);
  const auto confirmed =
      confirm(std::move(begun), *runner, clock, rule, [&](const mapper::Confirmation& now) -> Result<void> {
        progress.show(summary_of(now));
        return journal.append(finding_of(now));
      });
  return confirmed ? Result<void>() : forward(confirmed);
}

Result<std::optional<mapper::Confirmation>> confirmation_of(archive::Archive& archive, archive::RunId run) {
  const auto findings = archive.findings(run);
  if (!findings) {
    return forward(findings);
  }
  auto kept = mapper::confirmation_among(*findings);
  return kept && kept->stage == mapper::ConfirmStage::done ? std::move(kept) : std::nullopt;
}

Result<mapper::Recalibration> recalibrate_from(const MapperProblem& problem, archive::Archive& archive,
                                               archive::RunId run, const mapper::Confirmation& confirmation) {
  const auto plans = plans_to_confirm(problem, archive, run);
  if (!plans) {
    return forward(plans);
  }
  std::vector<mapper::PlanRun> runs;
  std::vector<const mapper::ConfirmedPlan*> all{&confirmation.usual};
  for (const mapper::ConfirmedPlan& each : confirmation.plans) {
    all.push_back(&each);
  }
  for (const bool disturbed : {false, true}) { // those that were, where there are no others
    for (const mapper::ConfirmedPlan* each : all) {
      const mapper::Plan* const plan = plans->find(each->plan);
      if (each->typical && plan != nullptr && each->typical->disturbed == disturbed) {
        runs.push_back({plan, *each->typical, each->error});
      }
    }
    if (!runs.empty()) {
      break;
    }
  }
  if (runs.empty()) {
    return fail(ErrorKind::input, "there are no runs to recalibrate the machine with");
  }
  const std::string measured =
      fmt::format("recalibrated {:%F} on StarPU {} with {} mappings of {}",
                  fmt::gmtime(std::chrono::system_clock::now()), confirmation.version, runs.size(), problem.app);
  return recalibrated(plans->subject.program, plans->subject.graph, plans->subject.machine.description(), runs,
                      measured);
}

} // namespace mapwright::cli
