// Types of calls and of lists of arguments.
#include "core/suggest.hpp"
#include "mapper/language/type_errors.hpp"
#include "mapper/language/types.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

std::optional<std::vector<Type>> TypeChecker::arguments(const Expression& e, std::size_t from) {
  std::vector<Type> out;
  bool known = true;
  for (std::size_t i = from; i < e.operands.size(); ++i) {
    const Expression& operand = e.operands[i];
    if (operand.kind != ExpressionKind::unpack) {
      out.push_back(operand.kind == ExpressionKind::any ? Type{TypeKind::integer, {}} : type(operand));
      continue;
    }
    const Type unpacked = require(operand.operands[0], TypeKind::tuple, "what '*' unpacks");
    known = known && unpacked.length;
    out.insert(out.end(), unpacked.length.value_or(0), Type{TypeKind::integer, {}});
  }
  return known ? std::optional(std::move(out)) : std::nullopt;
}

Type TypeChecker::wrong_count(const Expression& e, std::string_view what, std::size_t expected, std::size_t found) {
  diagnostics_.error(
      e.span, fmt::format("{} takes {} {}, not {}", what, expected, expected == 1 ? "argument" : "arguments", found));
  return {};
}

Type TypeChecker::call(const Expression& e) {
  if (e.name == "Machine") {
    return machine(e);
  }
  const auto given = arguments(e, 0);
  const auto found = scope_.functions.find(e.name);
  if (found == scope_.functions.end()) {
    const bool later = scope_.all_functions.contains(e.name);
    if (later && scope_.in_function) {
      diagnostics_.warning(e.name_span, fmt::format("the function '{}' is defined below this one", e.name),
                           "define it above");
    } else if (later) {
      diagnostics_.error(e.name_span, fmt::format("the function '{}' is used before it is defined", e.name),
                         "move its definition up");
    } else {
      std::vector<std::string> known = diagnostics_.full() ? std::vector<std::string>{} : keys_of(scope_.functions);
      known.emplace_back("Machine");
      diagnostics_.error(e.name_span, fmt::format("there is no function '{}'", e.name),
                         suggest(e.name, known, "functions are defined before they are used"),
                         respelled_name(e, known));
    }
    return {};
  }
  const FunctionSignature& function = found->second;
  if (given && given->size() != function.parameters.size()) {
    wrong_count(e, fmt::format("'{}'", e.name), function.parameters.size(), given->size());
  }
  for (std::size_t i = 0; given && i < std::min(given->size(), function.parameters.size()); ++i) {
    const TypeKind wanted = function.parameters[i].kind;
    const TypeKind passed = (*given)[i].kind;
    if (passed != wanted && passed != TypeKind::unknown) {
      diagnostics_.error(
          e.span, fmt::format("argument {} of '{}' is {}, not {}", i + 1, e.name, describe(wanted), describe(passed)));
    }
  }
  return function.result;
}

Type TypeChecker::machine(const Expression& e) {
  if (e.operands.size() != 1 || e.operands[0].kind != ExpressionKind::processor_kind) {
    diagnostics_.error(e.span, "'Machine' takes one kind of processor", "write Machine(GPU)");
  }
  return {TypeKind::space, 2};
}

} // namespace mapwright::mapper::language
