#include "cli/mapper_plan.hpp"

#include "cli/mapper_diagnostics.hpp"

#include <ostream>
#include <utility>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_plan_bytes = std::size_t{1} << 30;

Result<std::optional<MappedPlan>> elaborated_plan(const MapperSubject& subject, const PlanOptions& options,
                                                  Terminal& terminal) {
  auto source = read_mapper_for(subject, options.file, terminal);
  if (!source) {
    return forward(source);
  }
  mapper::Elaboration elaboration = mapper::check_on(*source, subject.program, subject.graph, subject.machine);
  if (elaboration.made) {
    if (elaboration.diagnostics.warnings() > 0) {
      terminal.err << count_of(elaboration.diagnostics, *source);
    }
    return std::optional(MappedPlan{*std::move(elaboration.made), *std::move(source)});
  }
  print_diagnostics(elaboration.diagnostics, *source, terminal);
  terminal.err << count_of(elaboration.diagnostics, *source);
  if (options.json) {
    const auto written = write_out(terminal, report::document_text(json_of(elaboration.diagnostics, *source)));
    if (!written) {
      return forward(written);
    }
  }
  return std::optional<MappedPlan>();
}

} // namespace

void declare(CLI::App& app, PlanOptions& options) {
  app.add_option("FILE", options.file, "the mapper, or the name of one of --app; - reads standard input")
      ->type_name("");
  app.add_option("--from-plan", options.from_plan, "a plan that --plan wrote, instead of a mapper")->type_name("FILE");
}

Result<std::optional<MappedPlan>> plan_for(const MapperSubject& subject, const PlanOptions& options,
                                           const std::string& example, Terminal& terminal) {
  if (options.file.empty() == options.from_plan.empty()) {
    return fail(ErrorKind::input, "give one of a mapper and --from-plan", "e.g. " + example);
  }
  if (options.from_plan.empty()) {
    return elaborated_plan(subject, options, terminal);
  }
  const auto text = read_file(options.from_plan, most_plan_bytes, "plan");
  if (!text) {
    return forward(text);
  }
  auto plan = mapper::plan_from_json(subject.program, subject.graph, *text);
  if (!plan) {
    return forward(plan);
  }
  return std::optional(MappedPlan{{*std::move(plan), {}}, std::nullopt});
}

} // namespace mapwright::cli
