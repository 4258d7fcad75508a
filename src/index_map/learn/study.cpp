#include "index_map/learn/study.hpp"

#include "index_map/learn/regression_proposer.hpp"
#include "index_map/learn/sought.hpp"
#include "index_map/learn/symbolic_proposer.hpp"
#include "loop/stop_reason.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

using Json = nlohmann::json;

/// Runs of cells in the archive by their key: the finished one, else the latest.
struct Found {
  archive::RunId run{0};
  bool finished = false;
};

Result<std::map<Json, Found>> find_cells(archive::Archive& archive) {
  const auto runs = archive.runs();
  if (!runs) {
    return forward(runs);
  }
  std::map<Json, Found> found;
  for (const archive::Run& run : *runs) {
    if (run.kind != study_kind || !run.options.contains("study")) {
      continue;
    }
    const auto end = archive.end(run.id);
    if (!end) {
      return forward(end);
    }
    Found& cell = found.try_emplace(run.options.at("study")).first->second;
    if (!cell.finished) {
      cell = {run.id, is_finished(*end)};
    }
  }
  return found;
}

/// What is left of a budget; a limit that is reached stays as 0.
Budget rest_of(Budget budget, const Resources& used) {
  const auto less = [](auto limit, auto by) { return limit > by ? limit - by : decltype(limit){0}; };
  if (budget.evaluations) {
    budget.evaluations = less(*budget.evaluations, used.evaluations);
  }
  if (budget.seconds) {
    budget.seconds = less(*budget.seconds, used.time.count());
  }
  if (budget.tokens) {
    budget.tokens = less(*budget.tokens, used.tokens);
  }
  if (budget.dollars) {
    budget.dollars = less(*budget.dollars, used.dollars);
  }
  if (budget.joules) {
    budget.joules = less(*budget.joules, used.energy.count());
  }
  return budget;
}

CellResult skipped(const StudyCell& cell, const std::string& why) {
  CellResult result;
  result.cell = cell;
  result.reason = why;
  return result;
}

/// The cells one after the other.
class Session {
public:
  Session(const StudySpec& spec, const StudyHost& host, std::map<Json, Found> found)
      : spec_(spec), host_(host), found_(std::move(found)) {}

  Result<CellResult> result(const StudyCell& cell, const std::stop_token& stop) {
    const auto found = found_.find(key_of(cell));
    if (found != found_.end() && found->second.finished) {
      return counted(read_cell(*host_.archive, cell, found->second.run));
    }
    if (stop.stop_requested()) {
      return skipped(cell, "interrupted");
    }
    if (const auto over = exhausted(spec_.budget, used_, {})) {
      return skipped(cell, loop::stop_text(loop::to_json(*over)));
    }
    if (const std::string* why = hindrance(cell.solver)) {
      CellResult result = skipped(cell, *why);
      result.broken = Error{ErrorKind::machine, *why};
      return result;
    }
    CellTask task;
    task.cell = cell;
    task.domain = &*std::find_if(spec_.domains.begin(), spec_.domains.end(),
                                 [&](const domain::Domain& domain) { return domain.text == cell.domain; });
    task.model = std::find_if(spec_.solvers.begin(), spec_.solvers.end(), [&](const StudySolver& solver) {
                   return solver.name == cell.solver;
                 })->asked;
    auto record = host_.record(cell);
    if (!record) {
      return forward(record);
    }
    task.record = std::move(*record);
    task.budget = rest_of(spec_.budget, used_);
    auto result =
        run_cell(*host_.archive, task, found != found_.end() ? std::optional(found->second.run) : std::nullopt, stop);
    if (result && result->broken) {
      hindrances_[cell.solver] = result->broken->message;
      result->reason = result->broken->message;
    }
    return counted(std::move(result));
  }

private:
  /// Why a solver cannot work here; null when it can, as far as is known.
  const std::string* hindrance(const std::string& solver) {
    if (solver == regression_name && !hindrances_.contains(solver)) {
      hindrances_[solver] = regression_missing().value_or("");
    }
    const auto found = hindrances_.find(solver);
    return found == hindrances_.end() || found->second.empty() ? nullptr : &found->second;
  }

  Result<CellResult> counted(Result<CellResult> result) {
    if (result) {
      used_ = used_ + result->used;
    }
    return result;
  }

  const StudySpec& spec_;
  const StudyHost& host_;
  std::map<Json, Found> found_;
  Resources used_{};
  std::map<std::string, std::string> hindrances_; ///< by solver; empty: it can work
};

} // namespace

const std::vector<std::string>& study_domains() {
  static const std::vector<std::string> domains{
      "triangle", "band(a=3,b=0)", "trapezoid(o=4)",         "harmonics",     "tetrahedron", "pyramid", "gasket",
      "carpet",   "vicsek",        "sierpinski-tetrahedron", "menger-sponge", "mosely-light"};
  return domains;
}

std::string class_of(const domain::Domain& domain) {
  return fmt::format("{} {}D", has_level(domain) ? "fractal" : "dense", domain.dimensions.size());
}

std::vector<StudyCell> cells_of(const StudySpec& spec) {
  std::vector<StudyCell> cells;
  for (const domain::Domain& domain : spec.domains) {
    for (const std::size_t points : spec.points) {
      for (const StudySolver& solver : spec.solvers) {
        const std::uint64_t repeats = solver.name == symbolic_name ? 1 : spec.repeats;
        for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
          cells.push_back({domain.text, points, solver.name, solver.model, repeat, spec.seed, spec.listed,
                           solver.asked == nullptr ? 1 : spec.tries});
        }
      }
    }
  }
  return cells;
}

Result<std::vector<CellResult>> run_study(const StudySpec& spec, const StudyHost& host, std::stop_token stop) {
  for (const domain::Domain& domain : spec.domains) { // a mistake is found before the work begins
    const auto sought = sought_domain(domain, {}, spec.listed, spec.points.back());
    if (!sought) {
      return forward(sought);
    }
    if (sought->shown < spec.points.back()) {
      return fail(ErrorKind::input,
                  fmt::format("{} points of '{}' cannot be shown: {} can be listed, and a quarter of them is held back",
                              spec.points.back(), domain.text, sought->examples.points.size()),
                  "show fewer points (--points) or list more (--listed)");
    }
  }
  auto found = find_cells(*host.archive);
  if (!found) {
    return forward(found);
  }
  Session session(spec, host, std::move(*found));
  std::vector<CellResult> results;
  for (const StudyCell& cell : cells_of(spec)) {
    if (host.progress) {
      host.progress(cell, results.size());
    }
    auto result = session.result(cell, stop);
    if (!result) {
      return forward(result);
    }
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace mapwright::index_map::learn
