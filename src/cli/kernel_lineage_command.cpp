// mapwright kernel lineage [RUN]
#include "cli/command.hpp"
#include "cli/evolved_run.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "report/json.hpp"
#include "report/kernel_evolution.hpp"

namespace mapwright::cli {

namespace {

struct LineageOptions {
  std::string run;
  std::string archive;
  bool json = false;
  bool dot = false;
};

Result<int> show_lineage(const LineageOptions& options, Terminal& terminal) {
  auto opened = open_run(options.archive, options.run, archive::Access::read);
  if (!opened) {
    return forward(opened);
  }
  const auto evolution = read_evolved_run(opened->archive, opened->run);
  if (!evolution) {
    return forward(evolution);
  }
  report::Json document{{"schema_version", 1}, {"run", opened->run.id.value()}, {"title", opened->run.title}};
  document.update(report::Json::parse(to_json(*evolution).dump()));
  const auto written = write_out(terminal, options.json  ? report::document_text(document)
                                           : options.dot ? report::lineage_dot(*evolution)
                                                         : report::lineage_text(*evolution));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_kernel_lineage(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "lineage", "every version of a run: from what, by whom, with what gain",
                               "  mapwright kernel lineage\n"
                               "  mapwright kernel lineage 3 --dot | dot -Tsvg > lineage.svg");
  auto options = std::make_shared<LineageOptions>();
  app.add_option("RUN", options->run, "its number (default: the latest)")->type_name("");
  app.add_flag("--dot", options->dot, "as a graph, for Graphviz");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return show_lineage(*options, terminal); });
}

} // namespace mapwright::cli
