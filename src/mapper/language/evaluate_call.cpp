// Calls of functions, of Machine and of the mapping function of a task; comprehensions; what print prints.
#include "mapper/language/evaluation_errors.hpp"
#include "mapper/language/evaluator.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

Evaluated<std::string> Evaluator::line_of(const PrintStatement& print_statement) {
  steps_ = 0;
  return print(print_statement);
}

Evaluated<PointsValue> Evaluator::place(const FunctionDefinition& function, const TaskView& task) {
  steps_ = 0;
  std::vector<Value> arguments;
  arguments.emplace_back(&task);
  auto result = call(function, std::move(arguments), function.name.span);
  if (!result) {
    return tl::unexpected<Diagnostic>(std::move(result.error()));
  }
  if (auto* points = std::get_if<PointsValue>(&*result)) {
    return std::move(*points);
  }
  return mismatch(function.name.span, fmt::format("what '{}' returns", function.name.text), "a processor", *result);
}

Evaluated<Value> Evaluator::comprehension(const Expression& e) {
  const auto items = numbers(e, 1);
  if (!items) {
    return tl::unexpected<Diagnostic>(items.error());
  }
  TupleValue out;
  for (const Number& item : *items) {
    locals_.emplace_back(&e.name, item);
    auto element = number(e.operands[0], "an element of a tuple");
    locals_.pop_back();
    if (!element) {
      return tl::unexpected<Diagnostic>(std::move(element.error()));
    }
    out.elements.push_back(*std::move(element));
  }
  return out;
}

Evaluated<Value> Evaluator::call(const Expression& e) {
  if (e.name == "Machine") {
    return machine(e);
  }
  const auto function = definitions_.functions.find(e.name);
  if (function == definitions_.functions.end()) {
    return objection(e.name_span, fmt::format("there is no function '{}'", e.name));
  }
  auto arguments = operands(e, 0);
  if (!arguments) {
    return tl::unexpected<Diagnostic>(std::move(arguments.error()));
  }
  return call(*function->second, *std::move(arguments), e.span);
}

Evaluated<Value> Evaluator::call(const FunctionDefinition& function, std::vector<Value> arguments, Span where) {
  if (arguments.size() != function.parameters.size()) {
    return objection(where, fmt::format("'{}' takes {} arguments, not {}", function.name.text,
                                        function.parameters.size(), arguments.size()));
  }
  const std::size_t caller_frame = frame_;
  const std::size_t caller_end = locals_.size();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    locals_.emplace_back(&function.parameters[i].name.text, std::move(arguments[i]));
  }
  frame_ = caller_end;
  std::optional<Evaluated<Value>> result;
  for (const Statement& statement : function.body) {
    if (const auto* returned = std::get_if<ReturnStatement>(&statement.is)) {
      result = value(returned->value);
      break;
    }
    if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
      const bool assigned = std::any_of(locals_.begin() + static_cast<std::ptrdiff_t>(frame_), locals_.end(),
                                        [&](const auto& entry) { return *entry.first == assignment->name.text; });
      if (assigned) {
        continue; // a variable keeps its first value
      }
      auto assigned_value = value(assignment->value);
      if (!assigned_value) {
        result = std::move(assigned_value);
        break;
      }
      locals_.emplace_back(&assignment->name.text, *std::move(assigned_value));
    } else if (const auto* printing = std::get_if<PrintStatement>(&statement.is)) {
      auto line = print(*printing);
      if (!line) {
        result = Evaluated<Value>(tl::unexpected<Diagnostic>(std::move(line.error())));
        break;
      }
      if (printed_.size() < limits_.printed_lines) {
        printed_.push_back(*std::move(line));
      }
    }
  }
  locals_.erase(locals_.begin() + static_cast<std::ptrdiff_t>(caller_end), locals_.end());
  frame_ = caller_frame;
  if (!result) {
    return objection(function.name.span, fmt::format("the function '{}' does not return", function.name.text));
  }
  return *std::move(result);
}

/// The text with each {} replaced by the next value; further values follow with blanks between them.
Evaluated<std::string> Evaluator::print(const PrintStatement& print_statement) {
  std::string line = print_statement.text;
  std::size_t from = 0;
  for (const Expression& e : print_statement.values) {
    const auto found = value(e);
    if (!found) {
      return tl::unexpected<Diagnostic>(found.error());
    }
    const std::string text = to_text(*found);
    const std::size_t hole = line.find("{}", from);
    if (hole == std::string::npos) {
      line += " " + text;
      from = line.size();
    } else {
      line.replace(hole, 2, text);
      from = hole + text.size();
    }
  }
  return line;
}

Evaluated<Value> Evaluator::machine(const Expression& e) {
  if (e.operands.size() != 1 || e.operands[0].kind != ExpressionKind::processor_kind) {
    return objection(e.span, "'Machine' takes one kind of processor", "write Machine(GPU)");
  }
  const ProcessorKind kind = e.operands[0].processor;
  if (machine_.of(kind) == 0) {
    return objection(e.span, fmt::format("the machine has no {} processors", to_string(kind)),
                     "use a kind that it has");
  }
  return as_space(kind, space::ProcessorSpace::machine(machine_.nodes, machine_.of(kind)), e.span);
}

} // namespace mapwright::mapper::language
