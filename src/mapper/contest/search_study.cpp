#include "mapper/contest/search_study.hpp"

#include "loop/flow.hpp"
#include "loop/run_end.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/machine/read_machine.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using Arenas = std::vector<std::shared_ptr<const SearchArena>>;

/// Calls work(i, thread) for i = 0, ..., count - 1, several at once. The first error ends it.
Result<void> for_all(std::size_t count, unsigned threads, const std::stop_token& stop,
                     const std::function<Result<void>(std::size_t, unsigned)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex lock;
  std::optional<Error> broken;
  {
    std::vector<std::jthread> workers;
    for (unsigned thread = 0; thread < std::max(1U, threads); ++thread) {
      workers.emplace_back([&, thread] {
        for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) {
          if (auto done = work(i, thread); !done) {
            const std::lock_guard hold(lock);
            broken = broken ? broken : std::optional(done.error());
            next = count;
          }
        }
      });
    }
  }
  return broken ? Result<void>(tl::unexpected<Error>(*std::move(broken))) : Result<void>();
}

Result<std::shared_ptr<const SearchArena>> arena_of(const std::string& specification, const Machine& machine) {
  auto application = open_application(specification);
  if (!application) {
    return forward(application);
  }
  const auto text = [&](const char* name) {
    const std::string* found = application->mapper(name);
    return found == nullptr ? std::optional<std::string>() : std::optional(*found);
  };
  ArenaSpec spec{specification, application->program, machine, text("expert"), text("default").value_or("")};
  return SearchArena::make(std::move(spec));
}

/// What a thread writes its runs to; the loop needs an archive.
struct StudyArchive {
  sandbox::ScratchDirectory directory;
  archive::Archive archive;

  static Result<StudyArchive> create() {
    auto directory = sandbox::ScratchDirectory::create();
    if (!directory) {
      return forward(directory);
    }
    auto opened = archive::Archive::open(directory->path() / "study.db", archive::Access::create);
    return opened ? Result<StudyArchive>(StudyArchive{*std::move(directory), *std::move(opened)}) : forward(opened);
  }
};

/// Whether a model's reply that was written for a test made the candidate.
bool says_fixture(const nlohmann::json& notes) {
  return notes.is_object() && notes.value("fixture", false);
}

Result<void> run_cell(SearchStudyCell& cell, const SearchStudySpec& spec, const Arenas& arenas,
                      const std::vector<loop::Model>& models, StudyArchive& kept, const std::stop_token& stop) {
  SearchSpec searching = spec.search;
  searching.searchers = {cell.searcher};
  if (!has_policy(cell.searcher)) {
    searching.policy.reset();
  }
  auto search = make_search(arenas[cell.application], searching, models);
  if (!search) {
    return forward(search);
  }
  loop::FlowOptions options;
  options.seed = spec.seed + cell.repeat;
  options.budget.evaluations = spec.evaluations;
  archive::Run run;
  run.kind = "study";
  run.title = fmt::format("{}, {}", (*search)->title(), cell.searcher);
  run.options = nlohmann::json::object();
  run.begun = loop::utc_now();
  auto journal = kept.archive.begin(std::move(run));
  if (!journal) {
    return forward(journal);
  }
  double best = std::numeric_limits<double>::infinity();
  const auto observe = [&](const archive::Step& step, const loop::History&) {
    if (step.used.evaluations == 0) {
      return;
    }
    cell.invalid += step.verdict && step.verdict->valid ? 0U : 1U;
    if (step.score && *step.score < best) {
      best = *step.score;
      cell.bound = (*search)->arena().bound_of(step.candidate->form);
    }
    cell.fixture = cell.fixture || says_fixture(step.candidate->notes);
    cell.best_after.push_back(best);
  };
  const auto begun = std::chrono::steady_clock::now();
  const auto outcome =
      loop::run((*search)->proposer(), (*search)->evaluator(), options, loop::Past(), {}, *journal, observe, stop);
  if (!outcome) {
    return forward(outcome);
  }
  cell.seconds = Seconds(std::chrono::steady_clock::now() - begun).count();
  cell.side_simulations = (*search)->side_simulations();
  if (const auto* broken = std::get_if<loop::Broken>(&outcome->reason)) {
    cell.broken = broken->error.message;
  } else if (std::holds_alternative<loop::Interrupted>(outcome->reason)) {
    cell.broken = "interrupted";
  }
  return {};
}

std::vector<SearchStudyCell> cells_of(const SearchStudySpec& spec) {
  std::vector<SearchStudyCell> cells;
  for (std::size_t application = 0; application < spec.applications.size(); ++application) {
    for (const std::string& searcher : spec.searchers) {
      for (std::uint64_t repeat = 0; repeat < spec.repeats; ++repeat) {
        SearchStudyCell cell;
        cell.application = application;
        cell.searcher = searcher;
        cell.repeat = repeat;
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

} // namespace

double SearchStudyCell::best() const {
  return best_after.empty() ? std::numeric_limits<double>::infinity() : best_after.back();
}

Result<SearchStudy> run_search_study(SearchStudySpec spec, const std::vector<loop::Model>& models,
                                     const StudyProgress& progress, const std::stop_token& stop) {
  if (spec.search.policy && std::none_of(spec.searchers.begin(), spec.searchers.end(), has_policy)) {
    return fail(ErrorKind::input, "a policy is given, but no searcher of the study would use it",
                "rl and portfolio begin with a policy");
  }
  const auto machine = open_machine(spec.machine);
  if (!machine) {
    return forward(machine);
  }
  Arenas arenas(spec.applications.size());
  const auto opened = for_all(arenas.size(), spec.threads, stop, [&](std::size_t i, unsigned) -> Result<void> {
    auto arena = arena_of(spec.applications[i], *machine);
    if (!arena) {
      return forward(arena);
    }
    arenas[i] = *std::move(arena);
    return {};
  });
  if (!opened) {
    return forward(opened);
  }
  SearchStudy study{std::move(spec), {}, {}, true};
  if (stop.stop_requested()) {
    study.complete = false;
    return study;
  }
  for (std::size_t i = 0; i < arenas.size(); ++i) {
    study.applications.push_back({study.spec.applications[i], arenas[i]->expert().value_or(arenas[i]->usual()),
                                  arenas[i]->usual(), arenas[i]->bounds()});
  }
  std::vector<StudyArchive> archives;
  for (unsigned thread = 0; thread < std::max(1U, study.spec.threads); ++thread) {
    auto made = StudyArchive::create();
    if (!made) {
      return forward(made);
    }
    archives.push_back(*std::move(made));
  }
  study.cells = cells_of(study.spec);
  std::mutex telling;
  std::size_t done = 0;
  const auto ran = for_all(study.cells.size(), study.spec.threads, stop, [&](std::size_t i, unsigned thread) {
    auto one = run_cell(study.cells[i], study.spec, arenas, models, archives[thread], stop);
    const std::lock_guard hold(telling);
    progress(++done, study.cells.size());
    return one;
  });
  if (!ran) {
    return forward(ran);
  }
  study.complete =
      done == study.cells.size() && std::none_of(study.cells.begin(), study.cells.end(),
                                                 [](const SearchStudyCell& cell) { return cell.broken.has_value(); });
  return study;
}

} // namespace mapwright::mapper
