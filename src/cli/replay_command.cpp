// mapwright replay [RUN]
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "loop/flow.hpp"
#include "loop/run_end.hpp"
#include "loop/stop_reason.hpp"
#include "report/json.hpp"
#include "report/text_table.hpp"

#include <chrono>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct ReplayOptions {
  std::string run;
  std::string archive;
  bool verify = false;
  bool json = false;
};

std::string replay_text(const loop::Replayed& replayed, archive::RunId run, bool verify, double seconds) {
  if (replayed.difference) {
    return fmt::format("run {} differs from its record: {}\n", run.value(), *replayed.difference);
  }
  return fmt::format("run {}: {} steps, all decided as recorded{}, in {}\n", run.value(),
                     report::grouped(std::to_string(replayed.steps)), verify ? ", and every verdict is the same" : "",
                     report::duration_text(seconds));
}

Result<int> replay_run(const ReplayOptions& options, Terminal& terminal) {
  auto opened = open_run(options.archive, options.run, archive::Access::read);
  if (!opened) {
    return forward(opened);
  }
  auto& [archive, run] = *opened;
  auto open = open_problem(run, "", Purpose::replay, terminal);
  if (!open) {
    return forward(open);
  }
  const auto end = archive.end(run.id);
  if (!end) {
    return forward(end);
  }
  loop::FlowOptions& flow = open->file.run.flow;
  if (*end) {
    flow.budget = loop::merged(flow.budget, loop::budget_at(**end));
  }
  auto past = loop::Past::of(archive, run.id);
  if (!past) {
    return forward(past);
  }
  const auto recorded = archive.exchanges(run.id);
  if (!recorded) {
    return forward(recorded);
  }
  const auto begun = std::chrono::steady_clock::now();
  const auto replayed = loop::replay(open->problem->proposer(), open->problem->evaluator(), flow, std::move(*past),
                                     *recorded, *end, options.verify, {}, {});
  if (!replayed) {
    return forward(replayed);
  }
  const double seconds = Seconds(std::chrono::steady_clock::now() - begun).count();
  const report::Json document{
      {"schema_version", 1},
      {"run", run.id.value()},
      {"steps", replayed->steps},
      {"same", !replayed->difference},
      {"difference", replayed->difference ? report::Json(*replayed->difference) : report::Json()},
      {"verified", options.verify},
      {"seconds", seconds}};
  const auto written = write_out(terminal, options.json ? report::document_text(document)
                                                        : replay_text(*replayed, run.id, options.verify, seconds));
  if (!written) {
    return forward(written);
  }
  return replayed->difference ? 1 : 0;
}

} // namespace

void add_replay(CLI::App& program, Commands& commands) {
  CLI::App& app = commands.add(program, "replay", "make every decision of a run again from its archive, offline",
                               "  mapwright replay\n"
                               "  mapwright replay 3 --verify");
  auto options = std::make_shared<ReplayOptions>();
  app.add_option("RUN", options->run, "its number (default: the latest)")->type_name("");
  app.add_flag("--verify", options->verify, "verify every candidate again too");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return replay_run(*options, terminal); });
}

} // namespace mapwright::cli
