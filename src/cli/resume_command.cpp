// mapwright resume [RUN]
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "loop/run_end.hpp"
#include "loop/settings.hpp"

namespace mapwright::cli {

namespace {

struct ResumeOptions {
  std::string run;
  std::string archive;
  std::string budget;
  bool json = false;
};

Result<int> resume(const ResumeOptions& options, Terminal& terminal) {
  auto opened = open_run(options.archive, options.run, archive::Access::write);
  if (!opened) {
    return forward(opened);
  }
  auto& [archive, run] = *opened;
  auto journal = archive.reopen(run.id);
  if (!journal) {
    return forward(journal);
  }
  // Limits that an earlier resume changed are those of the latest end.
  const auto end = archive.end(run.id);
  if (!end) {
    return forward(end);
  }
  auto open = open_problem(run, options.budget, Purpose::again, terminal);
  if (!open) {
    return forward(open);
  }
  if (*end) {
    Budget later;
    if (!options.budget.empty()) {
      later = loop::parse_budget(options.budget).value(); // open_problem has read it
    }
    Budget& budget = open->file.run.flow.budget;
    budget = loop::merged(loop::merged(budget, loop::budget_at(**end)), later);
  }
  return run_session(archive, *journal, *open, options.archive.empty() ? default_archive() : options.archive,
                     options.json, terminal);
}

} // namespace

void add_resume(CLI::App& program, Commands& commands) {
  CLI::App& app = commands.add(program, "resume", "go on with a run that was interrupted, killed or out of budget",
                               "  mapwright resume\n"
                               "  mapwright resume 3 --budget tokens=200000");
  auto options = std::make_shared<ResumeOptions>();
  app.add_option("RUN", options->run, "its number (default: the latest)")->type_name("");
  app.add_option("--budget", options->budget, "new limits, e.g. tokens=200000")->type_name("LIMITS");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return resume(*options, terminal); });
}

} // namespace mapwright::cli
