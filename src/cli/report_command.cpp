// mapwright report [RUN]
#include "archive/export.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "report/run_report.hpp"

namespace mapwright::cli {

namespace {

struct ReportOptions {
  std::string run;
  std::string archive;
  std::string format = "text";
  bool json = false;
  bool list = false;
};

Result<int> list_runs(archive::Archive& archive, bool json, Terminal& terminal) {
  const auto runs = archive.runs();
  if (!runs) {
    return forward(runs);
  }
  std::vector<std::optional<archive::RunEnd>> ends;
  for (const archive::Run& run : *runs) {
    auto end = archive.end(run.id);
    if (!end) {
      return forward(end);
    }
    ends.push_back(std::move(*end));
  }
  const auto written = write_out(
      terminal, json ? report::document_text({{"schema_version", 1}, {"runs", report::list_json(*runs, ends)}})
                     : report::list_text(*runs, ends));
  return written ? Result<int>(0) : forward(written);
}

Result<int> export_run(archive::Archive& archive, archive::RunId run, const std::string& format, Terminal& terminal) {
  const auto written = format == "csv" ? archive::export_csv(archive, run, terminal.out)
                                       : archive::export_jsonl(archive, run, terminal.out);
  return written ? Result<int>(0) : forward(written);
}

Result<int> report_run(const ReportOptions& options, Terminal& terminal) {
  auto archive = open_archive(options.archive, archive::Access::read);
  if (!archive) {
    return forward(archive);
  }
  if (options.list) {
    return list_runs(*archive, options.json, terminal);
  }
  const auto run = find_run(*archive, options.run);
  if (!run) {
    return forward(run);
  }
  if (!options.json && (options.format == "csv" || options.format == "jsonl")) {
    return export_run(*archive, run->id, options.format, terminal);
  }
  const auto made = report::make_run_report(*archive, run->id);
  if (!made) {
    return forward(made);
  }
  report::Json document{{"schema_version", 1}};
  document.update(report::to_json(*made));
  const bool json = options.json || options.format == "json";
  const auto written = write_out(terminal, json ? report::document_text(document) : report::to_text(*made));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_report(CLI::App& program, Commands& commands) {
  CLI::App& app = commands.add(program, "report", "what a run did and found",
                               "  mapwright report\n"
                               "  mapwright report 3 --format csv > steps.csv\n"
                               "  mapwright report --list");
  auto options = std::make_shared<ReportOptions>();
  app.add_option("RUN", options->run, "its number (default: the latest)")->type_name("");
  app.add_option("--format", options->format, "text, json, jsonl (everything the archive holds) or csv (a row a step)")
      ->check(CLI::IsMember({"text", "json", "jsonl", "csv"}))
      ->type_name("FORMAT");
  app.add_flag("--list", options->list, "all runs, a line each");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return report_run(*options, terminal); });
}

} // namespace mapwright::cli
