// mapwright mapper explain BEFORE [AFTER] --program P --machine M
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/decision_source.hpp"
#include "mapper/explain/plan_comparison.hpp"
#include "report/mapper_explanation.hpp"

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

/// A mapper of the application by its name, else that of a file.
Result<SourceText> text_of_mapper(const std::string& name, const MapperSubject& subject, Terminal& terminal) {
  const std::string* text = subject.application ? subject.application->mapper(name) : nullptr;
  return text != nullptr ? Result<SourceText>(SourceText{*text, name}) : read_mapper_text(name, terminal);
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
  const auto before =
      one ? Result<SourceText>(SourceText{"", "the default"}) : text_of_mapper(options.first, *subject, terminal);
  const auto after = text_of_mapper(one ? options.first : options.second, *subject, terminal);
  if (!before || !after) {
    return before ? forward(after) : forward(before);
  }
  auto old = mapper::elaborate(*before, subject->program, subject->graph, subject->machine);
  auto now = mapper::elaborate(*after, subject->program, subject->graph, subject->machine);
  if (!old || !now) {
    return old ? forward(now) : forward(old);
  }
  auto comparison = mapper::compare_plans(subject->program, subject->graph, subject->machine, old->plan, now->plan,
                                          mapper::statements_of(*before, subject->program, old->origins),
                                          mapper::statements_of(*after, subject->program, now->origins));
  if (!comparison) {
    return forward(comparison);
  }
  const report::MapperExplanation explanation{subject->program, subject->machine, side_of(*before, *old, *subject),
                                              side_of(*after, *now, *subject), *std::move(comparison)};
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
  app.add_option("BEFORE", options->first, "a mapper; of an application also its name")->required()->type_name("");
  app.add_option("AFTER", options->second, "the mapper to compare it with")->type_name("");
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return explain(*options, terminal); });
}

} // namespace mapwright::cli
