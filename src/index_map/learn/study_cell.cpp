#include "index_map/learn/study_cell.hpp"

#include "index_map/learn/judge.hpp"
#include "index_map/learn/problem.hpp"
#include "loop/flow.hpp"
#include "loop/run_end.hpp"
#include "loop/stop_reason.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t most_steps = std::uint64_t{1} << 32U;

ProblemSpec spec_of(const CellTask& task) {
  ProblemSpec spec;
  spec.title = task.cell.domain;
  spec.domain = *task.domain;
  spec.sizes.resize(task.domain->parameters.size());
  spec.proposers = {task.model != nullptr ? "model" : task.cell.solver};
  spec.listed = task.cell.listed;
  spec.shown = task.cell.points;
  spec.definition_shown = false;
  spec.tries = task.cell.tries;
  return spec;
}

archive::Run record_of(const CellTask& task) {
  archive::Run run = task.record;
  run.kind = study_kind;
  run.title = fmt::format("{}, {} points, {}", task.cell.domain, task.cell.points, task.cell.solver);
  run.seed = task.cell.seed + task.cell.repeat;
  run.options["study"] = key_of(task.cell);
  return run;
}

/// How good an attempt is: the order of CellOutcome, and among equals the share.
struct Attempt {
  CellOutcome outcome = CellOutcome::no_answer;
  double share = 0;
  std::string reason;
};

bool better(const Attempt& a, const Attempt& b) {
  return a.outcome != b.outcome ? a.outcome < b.outcome : a.share > b.share;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string how_exact(const archive::Verdict& verdict) {
  if (verdict.evidence.contains("proof")) {
    return fmt::format("{} ({})", verdict.status == refused ? "not proved" : "the map is proved",
                       verdict.evidence.value("proof", ""));
  }
  return "compared, not proved";
}

Attempt attempt_of(const archive::Step& step) {
  if (!step.verdict || step.verdict->status == loop::unavailable_status) {
    return {CellOutcome::no_answer, 0, first_line(step.failure)};
  }
  const archive::Verdict& verdict = *step.verdict;
  // The definition itself is valid without a comparison.
  const double share = verdict.evidence.value("share", verdict.valid ? 1.0 : 0.0);
  if (share == 1.0) {
    return {CellOutcome::exact, share, how_exact(verdict)};
  }
  if (verdict.status == refused) {
    return {CellOutcome::refused, 0, first_line(verdict.evidence.value("diagnostics", verdict.status))};
  }
  const bool any_unseen = verdict.evidence.value("unseen_right", 0) > 0;
  return {any_unseen ? CellOutcome::partial : CellOutcome::wrong, share,
          fmt::format("the first wrong index is {}", verdict.evidence.at("first_wrong").value("index", 0))};
}

/// What the replies say of energy and of their origin.
void read_exchanges(const std::vector<archive::Exchange>& exchanges, CellResult& result) {
  for (const archive::Exchange& exchange : exchanges) {
    result.fixture = result.fixture || exchange.fixture;
    const auto energy = exchange.reply.find("energy");
    if (energy == exchange.reply.end() || !energy->is_object()) {
      continue;
    }
    const bool estimated = energy->value("estimated", true);
    if (result.energy != EnergySource::estimated) { // one estimate makes the sum an estimate
      result.energy = estimated ? EnergySource::estimated : EnergySource::measured;
      result.energy_method = energy->value("method", "");
    }
  }
}

} // namespace

Json key_of(const StudyCell& cell) {
  return {{"domain", cell.domain}, {"points", cell.points}, {"solver", cell.solver}, {"model", cell.model},
          {"repeat", cell.repeat}, {"seed", cell.seed},     {"listed", cell.listed}, {"tries", cell.tries}};
}

std::string_view to_string(CellOutcome outcome) {
  constexpr std::array<std::string_view, 6> names{"exact", "partial", "wrong", "refused", "no-answer", "skipped"};
  return names.at(static_cast<std::size_t>(outcome));
}

std::string_view to_string(EnergySource source) {
  constexpr std::array<std::string_view, 3> names{"none", "measured", "estimated"};
  return names.at(static_cast<std::size_t>(source));
}

bool is_finished(const std::optional<archive::RunEnd>& end) {
  return end && loop::follows_from_steps(end->reason) && end->reason.value("kind", "") != "budget";
}

Result<CellResult> read_cell(archive::Archive& archive, const StudyCell& cell, archive::RunId run) {
  CellResult result;
  result.cell = cell;
  result.run = run;
  const auto end = archive.end(run);
  if (!end) {
    return forward(end);
  }
  const auto steps = archive.steps(run, 0, most_steps);
  if (!steps) {
    return forward(steps);
  }
  const auto exchanges = archive.exchanges(run);
  if (!exchanges) {
    return forward(exchanges);
  }
  read_exchanges(*exchanges, result);
  Attempt best{CellOutcome::no_answer, 0, ""};
  for (const archive::Step& step : *steps) {
    result.used = result.used + step.used;
    result.used.time = step.committed;
    Attempt attempt = attempt_of(step);
    if (result.attempts++ == 0 || better(attempt, best)) {
      best = std::move(attempt);
    }
  }
  result.outcome = is_finished(*end) ? best.outcome : CellOutcome::skipped;
  result.share = best.share;
  result.reason = is_finished(*end) ? best.reason : *end ? loop::stop_text((*end)->reason) : "it was interrupted";
  return result;
}

Result<CellResult> run_cell(archive::Archive& archive, const CellTask& task, std::optional<archive::RunId> unfinished,
                            std::stop_token stop) {
  const auto problem =
      make_problem(spec_of(task), task.model != nullptr ? std::vector{*task.model} : std::vector<loop::Model>{});
  if (!problem) {
    return forward(problem);
  }
  auto journal = unfinished ? archive.reopen(*unfinished) : archive.begin(record_of(task));
  if (!journal) {
    return forward(journal);
  }
  const archive::RunId run = journal->run();
  auto past = loop::Past::of(archive, run);
  if (!past) {
    return forward(past);
  }
  const auto recorded = archive.exchanges(run);
  if (!recorded) {
    return forward(recorded);
  }
  loop::FlowOptions options;
  options.seed = task.cell.seed + task.cell.repeat;
  options.budget = task.budget;
  const auto outcome = loop::run((*problem)->proposer(), (*problem)->evaluator(), options, std::move(*past), *recorded,
                                 *journal, {}, std::move(stop));
  if (!outcome) {
    return forward(outcome);
  }
  if (auto finished = journal->finish(loop::end_now(outcome->reason, task.budget)); !finished) {
    return forward(finished);
  }
  auto result = read_cell(archive, task.cell, run);
  if (result) {
    if (const auto* broken = std::get_if<loop::Broken>(&outcome->reason)) {
      result->broken = broken->error;
    }
  }
  return result;
}

} // namespace mapwright::index_map::learn
