// mapwright run PROBLEM.toml
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_flags.hpp"
#include "cli/run_session.hpp"

namespace mapwright::cli {

namespace {

struct RunOptions {
  std::string file;
  std::string archive;
  RunFlags flags;
  bool json = false;
};

Result<int> run_problem(const RunOptions& options, Terminal& terminal) {
  auto run = record_problem(options.file, options.flags);
  if (!run) {
    return forward(run);
  }
  auto open = open_problem(*run, "", Purpose::first, terminal);
  if (!open) {
    return forward(open);
  }
  auto archive = open_archive(options.archive, archive::Access::create, open->file.run.durability);
  if (!archive) {
    return forward(archive);
  }
  auto journal = archive->begin(std::move(*run));
  if (!journal) {
    return forward(journal);
  }
  return run_session(*archive, *journal, *open, options.archive.empty() ? default_archive() : options.archive,
                     options.json, terminal);
}

} // namespace

void add_run(CLI::App& program, Commands& commands) {
  CLI::App& app =
      commands.add(program, "run", "do what a problem file asks for: propose, verify, measure, keep",
                   "  mapwright run problem.toml\n"
                   "where problem.toml is, for example,\n"
                   "  [problem]\n"
                   "  kind = \"index-map\"\n"
                   "  domain = \"triangle\"\n"
                   "  [parameters]\n"
                   "  n = 1000\n"
                   "  [emit]\n"
                   "  languages = [\"cpp\", \"cuda\"]\n"
                   "  directory = \"generated\"\n"
                   "  [verify]\n"
                   "  exhaustive = true\n"
                   "With a model (docs/models.md):\n"
                   "  mapwright run problem.toml --model openai:qwen3@http://localhost:8080 --budget tokens=50000");
  auto options = std::make_shared<RunOptions>();
  app.add_option("PROBLEM", options->file, "a problem file")->required()->type_name("");
  declare(app, options->flags);
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return run_problem(*options, terminal); });
}

} // namespace mapwright::cli
