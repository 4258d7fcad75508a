#include "cli/run_session.hpp"

#include "cli/interrupt.hpp"
#include "cli/kernel_problem.hpp"
#include "cli/map_problem.hpp"
#include "cli/mapper_confirm.hpp"
#include "cli/mapper_problem.hpp"
#include "cli/run_progress.hpp"
#include "cli/values.hpp"
#include "loop/flow.hpp"
#include "loop/run_end.hpp"
#include "report/kernel_evolution.hpp"
#include "report/run_report.hpp"

#include <cstdlib>
#include <ostream>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_runs = std::uint64_t{1} << 62U;

/// The step that reached the goal.
Result<std::optional<archive::Step>> solution(archive::Archive& archive, archive::RunId run,
                                              const loop::StopReason& reason) {
  const auto* solved = std::get_if<loop::Solved>(&reason);
  if (solved == nullptr) {
    return std::nullopt;
  }
  auto steps = archive.steps(run, solved->step, 1);
  if (!steps) {
    return forward(steps);
  }
  return std::move(steps->at(0));
}

/// What came of the run, in the words of its kind.
Result<RunResult> result_of(archive::Archive& archive, archive::RunId run, const loop::StopReason& reason,
                            const OpenProblem& open, Terminal& terminal) {
  if (const auto* kernel = std::get_if<KernelProblem>(&open.file.problem)) {
    const auto record = archive.run(run);
    return record ? kernel_result(*kernel, open.directory, archive, *record) : forward(record);
  }
  if (const auto* mapper = std::get_if<MapperProblem>(&open.file.problem)) {
    return mapper_result(*mapper, open.directory, archive, run, *open.problem);
  }
  const auto step = solution(archive, run, reason);
  if (!step) {
    return forward(step);
  }
  return map_result(std::get<MapProblem>(open.file.problem), open.directory, *step, terminal);
}

/// What a problem does with what its run found before the run is over. Not for a run that was stopped on the way.
Result<void> after_loop(archive::Archive& archive, archive::Journal& journal, const OpenProblem& open,
                        const loop::StopReason& reason, Terminal& terminal) {
  const auto* mapper = std::get_if<MapperProblem>(&open.file.problem);
  if (mapper == nullptr || std::holds_alternative<loop::Interrupted>(reason) ||
      std::holds_alternative<loop::Broken>(reason)) {
    return {};
  }
  auto confirmed = confirm_search(*mapper, archive, journal, search_of(*open.problem), terminal);
  if (!confirmed) {
    std::string& hint = confirmed.error().hint;
    hint += fmt::format("{}`mapwright resume {}` goes on with the runs for real", hint.empty() ? "" : "; then ",
                        journal.run().value());
  }
  return confirmed;
}

/// Lines that stay, for kinds whose steps are worth one each.
Announce announce_of(const OpenProblem& open) {
  if (std::holds_alternative<KernelProblem>(open.file.problem)) {
    return report::evolution_line;
  }
  return std::holds_alternative<MapperProblem>(open.file.problem) ? mapper_line(*open.problem) : Announce();
}

} // namespace

std::string default_archive() {
  const char* named = std::getenv("MAPWRIGHT_ARCHIVE");
  return named != nullptr && *named != '\0' ? named : "mapwright.db";
}

void declare_archive(CLI::App& app, std::string& file) {
  app.add_option("--archive", file, "the archive (default: $MAPWRIGHT_ARCHIVE, else mapwright.db)")->type_name("FILE");
}

Result<archive::Archive> open_archive(const std::string& file, archive::Access access, archive::Durability durability) {
  return archive::Archive::open(file.empty() ? default_archive() : file, access, durability);
}

Result<archive::Run> find_run(archive::Archive& archive, const std::string& run) {
  if (run.empty()) {
    return archive.run(std::nullopt);
  }
  const auto number = parse_count(run, "RUN", 1, most_runs);
  return number ? archive.run(archive::RunId(*number)) : forward(number);
}

Result<ArchivedRun> open_run(const std::string& file, const std::string& run, archive::Access access) {
  auto archive = open_archive(file, access);
  if (!archive) {
    return forward(archive);
  }
  auto found = find_run(*archive, run);
  if (!found) {
    return forward(found);
  }
  return ArchivedRun{std::move(*archive), std::move(*found)};
}

Result<int> run_session(archive::Archive& archive, archive::Journal& journal, OpenProblem& open,
                        const std::string& archive_file, bool json, Terminal& terminal) {
  const archive::RunId run = journal.run();
  auto past = loop::Past::of(archive, run);
  if (!past) {
    return forward(past);
  }
  const auto recorded = archive.exchanges(run);
  if (!recorded) {
    return forward(recorded);
  }
  const loop::FlowOptions& options = open.file.run.flow;
  RunProgress progress(terminal, options.budget, past->size(), announce_of(open));
  std::optional<Result<loop::Outcome>> outcome;
  {
    const Interrupt interrupt;
    outcome = loop::run(
        open.problem->proposer(), open.problem->evaluator(), options, std::move(*past), *recorded, journal,
        [&](const archive::Step& step, const loop::History& history) { progress.show(step, history); },
        interrupt.token());
  }
  progress.clear();
  if (!*outcome) {
    return forward(*outcome);
  }
  const loop::Outcome& done = **outcome;
  for (const archive::Finding& finding : open.problem->findings()) {
    if (auto kept = journal.append(finding); !kept) {
      return forward(kept);
    }
  }
  if (auto after = after_loop(archive, journal, open, done.reason, terminal); !after) {
    return forward(after);
  }
  if (auto finished = journal.finish(loop::end_now(done.reason, options.budget)); !finished) {
    return forward(finished);
  }
  const auto report = report::make_run_report(archive, run);
  if (!report) {
    return forward(report);
  }
  auto result = result_of(archive, run, done.reason, open, terminal);
  if (!result) {
    return forward(result);
  }
  report::Json document{{"schema_version", 1}, {"kind", open.file.kind()}};
  document.update(result->json);
  document["run"] = report::to_json(*report);
  document["run"]["archive"] = archive_file;
  const auto written = write_out(terminal, json ? report::document_text(document)
                                                : result->text + report::short_text(*report, archive_file));
  if (!written) {
    return forward(written);
  }
  if (const auto* broken = std::get_if<loop::Broken>(&done.reason)) {
    Error error = broken->error;
    error.hint += fmt::format("{}`mapwright resume {}` goes on", error.hint.empty() ? "" : "; then ", run.value());
    return tl::unexpected<Error>(error);
  }
  return result->found ? 0 : 1;
}

Result<int> begin_session(archive::Run run, const std::string& archive_file, bool json, Terminal& terminal) {
  auto open = open_problem(run, "", Purpose::first, terminal);
  if (!open) {
    return forward(open);
  }
  auto archive = open_archive(archive_file, archive::Access::create, open->file.run.durability);
  if (!archive) {
    return forward(archive);
  }
  auto journal = archive->begin(std::move(run));
  if (!journal) {
    return forward(journal);
  }
  return run_session(*archive, *journal, *open, archive_file.empty() ? default_archive() : archive_file, json,
                     terminal);
}

} // namespace mapwright::cli
