// mapwright mapper explain BEFORE [AFTER] --program P --machine M
#include "cli/command.hpp"
#include "cli/mapper_diagnostics.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/decision_source.hpp"
#include "mapper/explain/plan_comparison.hpp"
#include "report/mapper_explanation.hpp"

#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace mapwright::cli {

namespace {

using mapper::Elaborated;
using mapper::language::SourceText;

struct ExplainOptions {
  std::string first;
  std::string second;
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

/// From the first mapper to the second; with one only, from the defaults of the language to it.
Result<int> explain(const ExplainOptions& options, Terminal& terminal) {
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  const bool one = options.second.empty();
  const auto before = elaborated_text(one ? Result<SourceText>(SourceText{"", "the default"})
                                          : read_mapper_for(*subject, options.first, terminal),
                                      *subject, options.json, terminal);
  if (!before || !before->made) {
    return before ? Result<int>(report::exit_code(ErrorKind::input)) : forward(before);
  }
  const auto after = elaborated_text(read_mapper_for(*subject, one ? options.first : options.second, terminal),
                                     *subject, options.json, terminal);
  if (!after || !after->made) {
    return after ? Result<int>(report::exit_code(ErrorKind::input)) : forward(after);
  }
  auto comparison =
      mapper::compare_plans(subject->program, subject->graph, subject->machine, before->made->plan, after->made->plan,
                            mapper::statements_of(before->source, subject->program, before->made->origins),
                            mapper::statements_of(after->source, subject->program, after->made->origins));
  if (!comparison) {
    return forward(comparison);
  }
  const report::MapperExplanation explanation{subject->program, subject->machine,
                                              side_of(before->source, *before->made, *subject),
                                              side_of(after->source, *after->made, *subject), *std::move(comparison)};
  const auto written = write_out(terminal, options.json ? report::document_text(report::explanation_json(explanation))
                                                        : report::explanation_text(explanation));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_explain(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "explain", "why one mapper runs faster than another, statement by statement",
                   "  mapwright mapper explain first.mapper second.mapper --program heat.toml --machine lassen\n"
                   "  mapwright mapper explain my.mapper --program heat.toml --machine lassen\n"
                   "With one mapper it is compared with what the language does without any statement.");
  auto options = std::make_shared<ExplainOptions>();
  app.add_option("BEFORE", options->first, "a mapper, or the name of one of --app")->required()->type_name("");
  app.add_option("AFTER", options->second, "the mapper to compare it with")->type_name("");
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return explain(*options, terminal); });
}

} // namespace mapwright::cli
