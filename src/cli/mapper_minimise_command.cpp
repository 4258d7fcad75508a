// mapwright mapper minimise FILE --program P --machine M
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "report/mapper_guidance.hpp"

#include <ostream>
#include <utility>

namespace mapwright::cli {

namespace {

using mapper::language::SourceText;

struct MinimiseCommandOptions {
  std::string file;
  std::string baseline;
  double tolerance_percent = 0;
  bool keep_plan = false;
  SubjectOptions subject;
  bool json = false;
};

/// What the mapper is compared with: a mapper, the application's default, or the language without statements.
Result<SourceText> baseline_of(const MinimiseCommandOptions& options, const MapperSubject& subject,
                               Terminal& terminal) {
  if (!options.baseline.empty()) {
    return read_mapper_for(subject, options.baseline, terminal);
  }
  const std::string* usual = subject.application ? subject.application->mapper("default") : nullptr;
  return usual != nullptr ? SourceText{*usual, "the default mapper"} : SourceText{"", "no statements"};
}

Result<int> minimise(const MinimiseCommandOptions& options, Terminal& terminal) {
  if (options.tolerance_percent < 0) {
    return fail(ErrorKind::input, "--tolerance must not be negative", "a percentage of the makespan: --tolerance 1");
  }
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  const auto source = read_mapper_for(*subject, options.file, terminal);
  const auto baseline = source ? baseline_of(options, *subject, terminal) : source;
  if (!baseline) {
    return forward(baseline);
  }
  const mapper::SearchScene scene{subject->program, subject->graph, subject->machine};
  const auto minimal = mapper::minimise_mapper(*source, scene, {options.tolerance_percent / 100, options.keep_plan});
  if (!minimal) {
    return forward(minimal);
  }
  const auto shares = mapper::statement_shares(*baseline, {minimal->text, "minimal"}, scene);
  if (options.json) {
    report::Json document = report::minimal_json(*minimal);
    document["shares"] = shares ? report::shares_json(*shares, baseline->file) : report::Json(nullptr);
    const auto written = write_out(terminal, report::document_text(document));
    return written ? Result<int>(0) : forward(written);
  }
  terminal.err << report::minimal_text(*minimal) << '\n'
               << (shares ? report::shares_text(*shares, baseline->file)
                          : "no shares: " + shares.error().message + "\n");
  const auto written = write_out(terminal, minimal->text);
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_minimise(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "minimise", "a mapper without what it does not need",
                               "  mapwright mapper minimise my.mapper --app circuit --machine p100x4\n"
                               "The mapper goes to standard output, what was taken away to standard error.");
  auto options = std::make_shared<MinimiseCommandOptions>();
  app.add_option("FILE", options->file, "a mapper, or the name of one of --app; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--tolerance", options->tolerance_percent, "how much slower it may get (default: 0)")
      ->type_name("PERCENT");
  app.add_flag("--keep-plan", options->keep_plan, "take away only what does not change the plan");
  app.add_option("--baseline", options->baseline,
                 "the mapper over which the speed-up is shared out (default: the application's)")
      ->type_name("MAPPER");
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return minimise(*options, terminal); });
}

} // namespace mapwright::cli
