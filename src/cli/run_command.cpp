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
  return begin_session(*std::move(run), options.archive, options.json, terminal);
}

} // namespace

void add_run(CLI::App& program, Commands& commands) {
  CLI::App& app = commands.add(
      program, "run", "do what a problem file asks for: propose, verify, measure, keep",
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
      "A problem of the kind \"kernel\" names a task (docs/runs.md); `kernel evolve` is the same in one line.\n"
      "One of the kind \"mapper\" names a program and a machine; `mapper search` is the same in one line.\n"
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
