#include "mapper/language/mapper.hpp"

#include "mapper/language/check.hpp"
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/parse.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

/// The first error, and how many more there are.
Error first_error(const Examined& examined) {
  const std::vector<Diagnostic> all = examined.diagnostics.sorted();
  const auto first =
      std::find_if(all.begin(), all.end(), [](const Diagnostic& each) { return each.severity == Severity::error; });
  Error error = to_error(*first, examined.source);
  if (examined.diagnostics.errors() > 1) {
    error.hint += fmt::format("{}`mapwright mapper check` lists all {} errors", error.hint.empty() ? "" : "; ",
                              examined.diagnostics.errors());
  }
  return error;
}

} // namespace

Examined examine(SourceText source) {
  Examined out{std::move(source), {}, {}};
  out.syntax = parse_mapper(out.source, out.diagnostics);
  if (out.syntax.complete) {
    check_mapper(out.syntax, out.source, out.diagnostics);
  }
  return out;
}

Result<void> Mapper::define(State& state) {
  Evaluator evaluator(state.definitions, state.machine, state.limits);
  for (const Statement& statement : state.syntax.statements) {
    if (const auto* function = std::get_if<FunctionDefinition>(&statement.is)) {
      state.definitions.functions.emplace(function->name.text, function);
    } else if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
      auto value = evaluator.evaluate(assignment->value);
      if (!value) {
        return tl::unexpected<Error>(to_error(value.error(), state.source));
      }
      state.definitions.variables.emplace(assignment->name.text, *std::move(value));
    } else if (const auto* print = std::get_if<PrintStatement>(&statement.is)) {
      auto line = evaluator.line_of(*print);
      if (!line) {
        return tl::unexpected<Error>(to_error(line.error(), state.source));
      }
      state.printed.push_back(*std::move(line));
    }
  }
  state.printed.insert(state.printed.end(), evaluator.printed().begin(), evaluator.printed().end());
  return {};
}

Result<Mapper> Mapper::make(SourceText source, const MachineShape& machine, const EvaluationLimits& limits) {
  Examined examined = examine(std::move(source));
  if (examined.diagnostics.errors() > 0) {
    return tl::unexpected<Error>(first_error(examined));
  }
  Policy policy(examined.syntax);
  auto state = std::make_shared<State>(State{
      std::move(examined.source), machine, limits, std::move(examined.syntax), std::move(policy), Definitions{}, {}});
  if (auto defined = define(*state); !defined) {
    return forward(defined);
  }
  return Mapper(std::move(state));
}

const FunctionDefinition* Mapper::function(const std::string& name) const {
  const auto found = state_->definitions.functions.find(name);
  return found == state_->definitions.functions.end() ? nullptr : found->second;
}

Evaluated<std::vector<space::ProcessorPoint>> integers_of(const PointsValue& points, ProcessorKind kind,
                                                          const FunctionDefinition& function) {
  if (points.kind != kind) {
    return objection(function.name.span,
                     fmt::format("'{}' returns {} processors for a task that runs on {}", function.name.text,
                                 to_string(points.kind), to_string(kind)),
                     fmt::format("use a space made of Machine({})", to_string(kind)));
  }
  std::vector<space::ProcessorPoint> out;
  for (const PointsValue::Member& member : points.members) {
    out.push_back({member.node.value, member.processor.value});
  }
  return out;
}

Result<SinglePlacement> Mapper::place_single(const std::string& function, ProcessorKind processor,
                                             const TaskView& task) const {
  const FunctionDefinition* const definition = this->function(function);
  if (definition == nullptr) {
    return fail(ErrorKind::input, fmt::format("there is no function '{}'", function));
  }
  Evaluator evaluating = evaluator();
  const auto points = evaluating.place(*definition, task);
  if (!points) {
    return tl::unexpected<Error>(to_error(points.error(), source()));
  }
  auto placed = integers_of(*points, processor, *definition);
  if (!placed) {
    return tl::unexpected<Error>(to_error(placed.error(), source()));
  }
  return SinglePlacement{*std::move(placed), evaluating.printed()};
}

} // namespace mapwright::mapper::language
