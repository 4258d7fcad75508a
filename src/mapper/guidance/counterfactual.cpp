#include "mapper/guidance/counterfactual.hpp"

#include "mapper/language/parse.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Whether the plan is new; it is known from now on.
bool is_new(const Plan& plan, std::vector<Plan>& known) {
  if (std::find(known.begin(), known.end(), plan) != known.end()) {
    return false;
  }
  known.push_back(plan);
  return true;
}

Counterfactual counterfactual_of(ElaboratedChange tried, const CounterfactualBase& base, const Simulation& run) {
  Counterfactual made{std::move(tried.change), {}};
  if (run.status == SimulationStatus::out_of_memory) {
    const OutOfMemory& full = *run.out_of_memory;
    made.run = {TrialRun::Outcome::out_of_memory, 0, {}, full.message};
    return made;
  }
  made.run = {TrialRun::Outcome::done, run.makespan, {}, {}};
  if (base.makespan && *base.makespan > 0) {
    made.run.change = run.makespan / *base.makespan - 1;
  }
  made.bytes = bytes_copied(run);
  if (base.makespan && base.bytes > 0) {
    made.bytes_change = static_cast<double>(made.bytes) / static_cast<double>(base.bytes) - 1;
  }
  return made;
}

double order_of(const Counterfactual& made) {
  return made.run.outcome == TrialRun::Outcome::done ? made.run.makespan : std::numeric_limits<double>::infinity();
}

} // namespace

ElaboratedChange elaborated_change(const ProposedChange& proposed, const std::string& file, const SearchScene& scene) {
  ElaboratedChange found{proposed.ways.front()};
  bool elaborates = false;
  bool readable = false;
  for (const MapperChange& way : proposed.ways) {
    const language::SourceText text{way.text, file};
    language::Diagnostics unread;
    language::parse_mapper(text, unread);
    if (unread.errors() > 0) { // a task whose name is a word of the language
      continue;
    }
    auto made = elaborate(text, scene.program, scene.graph, scene.machine);
    if (made && proposed.holds(text, *made)) {
      return {way, std::move(made->plan)};
    }
    elaborates = elaborates || made.has_value();
    if (!made && !readable) {
      found.change = way;
      found.reason = made.error().message;
    }
    readable = true;
  }
  found.holds = readable && !elaborates;
  return found;
}

std::uint64_t bytes_copied(const Simulation& run) {
  std::uint64_t bytes = 0;
  for (const MemoryTraffic& pair : run.traffic) {
    bytes += pair.bytes;
  }
  return bytes;
}

CounterfactualRuns try_changes(const CounterfactualBase& base, const SearchScene& scene,
                               std::uint64_t most_simulations) {
  CounterfactualRuns out;
  Simulator simulator(scene.program, scene.graph, scene.machine);
  std::vector<Plan> known{base.made.plan};
  const std::vector<ProposedChange> proposals = proposed_changes(base.source, base.made, scene);
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    if (out.simulations >= most_simulations) {
      out.untried = proposals.size() - i;
      break;
    }
    ElaboratedChange tried = elaborated_change(proposals[i], base.source.file, scene);
    if (!tried.plan) {
      if (tried.holds) {
        out.made.push_back({std::move(tried.change), {TrialRun::Outcome::refused, 0, {}, std::move(tried.reason)}});
      }
      continue;
    }
    if (!is_new(*tried.plan, known)) {
      continue;
    }
    const auto run = simulator.rerun(*tried.plan);
    if (run) {
      ++out.simulations;
      out.made.push_back(counterfactual_of(std::move(tried), base, *run));
    }
  }
  std::stable_sort(out.made.begin(), out.made.end(),
                   [](const Counterfactual& a, const Counterfactual& b) { return order_of(a) < order_of(b); });
  return out;
}

} // namespace mapwright::mapper
