// mapwright mapper explain FILE [AFTER] --program P --machine M
#include "cli/command.hpp"
#include "cli/mapper_diagnostics.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/decision_source.hpp"
#include "mapper/explain/plan_comparison.hpp"
#include "report/mapper_explanation.hpp"
#include "report/mapper_guidance.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using mapper::Elaborated;
using mapper::language::SourceText;

struct ExplainOptions {
  std::string first;
  std::string second;
  std::string level = "suggest";
  std::uint64_t lines = 0;
  std::uint64_t simulations = mapper::GuidanceOptions{}.most_simulations;
  bool guided = false; ///< an option for one mapper was given
  SubjectOptions subject;
  bool json = false;
};

/// A mapper, and what it decides; nothing when it is refused, which is told.
struct ElaboratedText {
  SourceText source;
  std::optional<Elaborated> made;
};

Result<ElaboratedText> elaborated_text(Result<SourceText> source, const MapperSubject& subject, bool json,
                                       Terminal& terminal) {
  if (!source) {
    return forward(source);
  }
  mapper::Elaboration found = mapper::check_on(*source, subject.program, subject.graph, subject.machine);
  if (!found.made) {
    print_diagnostics(found.diagnostics, *source, terminal);
    terminal.err << count_of(found.diagnostics, *source);
    const auto written =
        json ? write_out(terminal, report::document_text(json_of(found.diagnostics, *source))) : Result<void>();
    if (!written) {
      return forward(written);
    }
  }
  return ElaboratedText{*std::move(source), std::move(found.made)};
}

report::ExplainedMapper side_of(const SourceText& text, const Elaborated& made, const MapperSubject& subject) {
  return {text.file, mapper::plan_hash(subject.program, subject.graph, made.plan),
          mapper::communication_bound(subject.graph, subject.machine, made.plan)};
}

/// From the first mapper to the second.
Result<int> explain_two(const ExplainOptions& options, const MapperSubject& subject, Terminal& terminal) {
  const auto before =
      elaborated_text(read_mapper_for(subject, options.first, terminal), subject, options.json, terminal);
  if (!before || !before->made) {
    return before ? Result<int>(report::exit_code(ErrorKind::input)) : forward(before);
  }
  const auto after =
      elaborated_text(read_mapper_for(subject, options.second, terminal), subject, options.json, terminal);
  if (!after || !after->made) {
    return after ? Result<int>(report::exit_code(ErrorKind::input)) : forward(after);
  }
  auto comparison =
      mapper::compare_plans(subject.program, subject.graph, subject.machine, before->made->plan, after->made->plan,
                            mapper::statements_of(before->source, subject.program, before->made->origins),
                            mapper::statements_of(after->source, subject.program, after->made->origins));
  if (!comparison) {
    return forward(comparison);
  }
  const report::MapperExplanation explanation{subject.program, subject.machine,
                                              side_of(before->source, *before->made, subject),
                                              side_of(after->source, *after->made, subject), *std::move(comparison)};
  const auto written = write_out(terminal, options.json ? report::document_text(report::explanation_json(explanation))
                                                        : report::explanation_text(explanation));
  return written ? Result<int>(0) : forward(written);
}

/// One mapper: how it runs, why, and what to do.
Result<int> explain_one(const ExplainOptions& options, mapper::GuidanceLevel level, const MapperSubject& subject,
                        Terminal& terminal) {
  const auto source = read_mapper_for(subject, options.first, terminal);
  if (!source) {
    return forward(source);
  }
  const mapper::SearchScene scene{subject.program, subject.graph, subject.machine};
  mapper::GuidanceOptions wanted;
  wanted.level = level;
  wanted.most_simulations = options.simulations;
  const mapper::Guidance found = mapper::guidance(*source, scene, wanted);
  report::Json document = report::guidance_json(found, level);
  if (options.json && found.outcome == mapper::GuidanceOutcome::refused) {
    const mapper::Elaboration refused = mapper::check_on(*source, subject.program, subject.graph, subject.machine);
    document.update(json_of(refused.diagnostics, *source));
  }
  const auto written = write_out(terminal, options.json ? report::document_text(document)
                                                        : found.text(level, static_cast<std::size_t>(options.lines)));
  if (!written) {
    return forward(written);
  }
  switch (found.outcome) {
  case mapper::GuidanceOutcome::done:
    return 0;
  case mapper::GuidanceOutcome::out_of_memory:
    return report::exit_code(ErrorKind::answer_no);
  case mapper::GuidanceOutcome::refused:
    return report::exit_code(ErrorKind::input);
  }
  return 0;
}

Result<int> explain(const ExplainOptions& options, Terminal& terminal) {
  const auto level = mapper::guidance_level_named(options.level);
  if (!level) {
    return fail(ErrorKind::input, fmt::format("there is no level '{}'", options.level.substr(0, 60)),
                "levels are raw, explain and suggest");
  }
  if (options.guided && !options.second.empty()) {
    return fail(ErrorKind::input, "--level, --lines and --simulations are for one mapper",
                "leave them out to compare two");
  }
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  return options.second.empty() ? explain_one(options, *level, *subject, terminal)
                                : explain_two(options, *subject, terminal);
}

} // namespace

void add_mapper_explain(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "explain", "why a mapper runs as it does and what to change, or why one is faster",
                   "  mapwright mapper explain my.mapper --app circuit --machine p100x4\n"
                   "  mapwright mapper explain first.mapper second.mapper --program heat.toml --machine lassen\n"
                   "Exit code of one mapper: 0 it runs, 1 it runs out of memory, 2 it is refused.");
  auto options = std::make_shared<ExplainOptions>();
  app.add_option("FILE", options->first, "a mapper, or the name of one of --app")->required()->type_name("");
  app.add_option("AFTER", options->second, "a second mapper to compare it with")->type_name("");
  const std::vector<CLI::Option*> for_one{
      app.add_option("--level", options->level, "raw: the outcome; explain: and why; suggest: and what to do (default)")
          ->type_name("LEVEL"),
      app.add_option("--lines", options->lines, "most lines of the text")->type_name("N"),
      app.add_option("--simulations", options->simulations, "most simulations of changed mappers (default: 100)")
          ->type_name("N")};
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options, for_one](Terminal& terminal) {
    options->guided =
        std::any_of(for_one.begin(), for_one.end(), [](const CLI::Option* option) { return option->count() > 0; });
    return explain(*options, terminal);
  });
}

} // namespace mapwright::cli
