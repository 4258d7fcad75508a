#include "mapper/language/types.hpp"

#include "core/suggest.hpp"
#include "mapper/language/type_errors.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

/// What to do about an undefined name: `mgpu` is what people call Machine(GPU).
std::string undefined_hint(const std::string& name, const std::vector<std::string>& known) {
  for (const auto kind : {ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp}) {
    if (lowered(name) == "m" + lowered(to_string(kind)) || lowered(name) == "machine_" + lowered(to_string(kind))) {
      return fmt::format("define it before: {} = Machine({});", name, to_string(kind));
    }
  }
  return suggest(name, known, "names are defined before they are used");
}

} // namespace

std::string_view describe(TypeKind kind) {
  constexpr std::array<std::string_view, 7> texts{"a value",           "an integer", "a condition", "a tuple",
                                                  "a processor space", "a task",     "a processor"};
  return texts[static_cast<std::size_t>(kind)];
}

Type type_of(ParameterType type) {
  switch (type) {
  case ParameterType::task:
    return {TypeKind::task, {}};
  case ParameterType::integer:
    return {TypeKind::integer, {}};
  case ParameterType::boolean:
    return {TypeKind::boolean, {}};
  case ParameterType::space:
    return {TypeKind::space, {}};
  default:
    return {TypeKind::tuple, {}};
  }
}

Type TypeChecker::require(const Expression& e, TypeKind kind, std::string_view what) {
  const Type found = type(e);
  if (found.kind != kind && found.kind != TypeKind::unknown) {
    const bool wants_sizes = kind == TypeKind::tuple && found.kind == TypeKind::space;
    diagnostics_.error(e.span, fmt::format("{} is {}, not {}", what, describe(kind), describe(found.kind)),
                       wants_sizes ? "the sizes of a space are space.size" : "");
    return {kind, {}};
  }
  return found;
}

Type TypeChecker::type(const Expression& e) {
  switch (e.kind) {
  case ExpressionKind::integer:
    return {TypeKind::integer, {}};
  case ExpressionKind::boolean:
    return {TypeKind::boolean, {}};
  case ExpressionKind::name:
    return name(e);
  case ExpressionKind::processor_kind:
    diagnostics_.error(e.span, fmt::format("'{}' is a kind of processor, not a value", to_string(e.processor)),
                       fmt::format("its processors are Machine({})", to_string(e.processor)));
    return {};
  case ExpressionKind::memory_kind:
    diagnostics_.error(e.span, fmt::format("'{}' is a kind of memory, not a value", to_string(e.memory)),
                       fmt::format("whether a processor sees it is m[i, j].has({})", to_string(e.memory)));
    return {};
  case ExpressionKind::negate:
    return negate(e);
  case ExpressionKind::binary:
    return binary(e);
  case ExpressionKind::conditional:
    return conditional(e);
  case ExpressionKind::index:
    return index(e);
  case ExpressionKind::slice:
    return slice(e);
  case ExpressionKind::member:
    return member(e);
  case ExpressionKind::method:
    return method(e);
  case ExpressionKind::call:
    return call(e);
  case ExpressionKind::tuple:
    return tuple(e);
  case ExpressionKind::comprehension:
    return comprehension(e);
  case ExpressionKind::any:
  case ExpressionKind::unpack:
  case ExpressionKind::omitted:
    break;
  }
  return {};
}

Type TypeChecker::name(const Expression& e) {
  const auto local = std::find_if(scope_.locals.rbegin(), scope_.locals.rend(),
                                  [&](const auto& entry) { return entry.first == e.name; });
  if (local != scope_.locals.rend()) {
    return local->second;
  }
  if (const auto global = scope_.globals.find(e.name); global != scope_.globals.end()) {
    return global->second;
  }
  if (scope_.all_globals.contains(e.name)) {
    if (scope_.in_function) {
      diagnostics_.warning(e.span, fmt::format("'{}' is defined below this function", e.name),
                           "define it above, so that the function can be used where it stands");
    } else {
      diagnostics_.error(e.span, fmt::format("'{}' is used before it is defined", e.name), "move its definition up");
    }
    return {};
  }
  if (scope_.all_functions.contains(e.name)) {
    diagnostics_.error(e.span, fmt::format("'{}' is a function", e.name), fmt::format("call it: {}(...)", e.name));
    return {};
  }
  std::vector<std::string> known;
  if (!diagnostics_.full()) {
    known = keys_of(scope_.globals);
    for (const auto& entry : scope_.locals) {
      known.push_back(entry.first);
    }
  }
  diagnostics_.error(e.span, fmt::format("'{}' is not defined", e.name), undefined_hint(e.name, known),
                     respelled_name(e, known));
  return {};
}

Type TypeChecker::negate(const Expression& e) {
  const Type operand = type(e.operands[0]);
  if (operand.kind == TypeKind::tuple || operand.kind == TypeKind::integer || operand.kind == TypeKind::unknown) {
    return operand;
  }
  diagnostics_.error(e.span, fmt::format("'-' before {}", describe(operand.kind)), "negate integers and tuples");
  return {};
}

Type TypeChecker::binary(const Expression& e) {
  const std::string_view sign = to_string(e.operation);
  if (e.operation == BinaryOperator::logical_or || e.operation == BinaryOperator::logical_and) {
    require(e.operands[0], TypeKind::boolean, fmt::format("the left side of {}", sign));
    require(e.operands[1], TypeKind::boolean, fmt::format("the right side of {}", sign));
    return {TypeKind::boolean, {}};
  }
  const Type left = type(e.operands[0]);
  const Type right = type(e.operands[1]);
  if (e.operation >= BinaryOperator::add) {
    return arithmetic(e, left, right);
  }
  const bool equality = e.operation == BinaryOperator::equal || e.operation == BinaryOperator::not_equal;
  const auto fits = [&](const Type& side) {
    return side.kind == TypeKind::unknown || side.kind == TypeKind::integer ||
           (equality && side.kind == TypeKind::boolean);
  };
  const bool both = left.kind == right.kind || left.kind == TypeKind::unknown || right.kind == TypeKind::unknown;
  if (!fits(left) || !fits(right) || !both) {
    diagnostics_.error(e.span, fmt::format("'{}' compares {} with {}", sign, describe(left.kind), describe(right.kind)),
                       equality ? "compare two integers or two conditions"
                                : "compare two integers; chains are a < b && b < c");
  }
  return {TypeKind::boolean, {}};
}

Type TypeChecker::arithmetic(const Expression& e, const Type& left, const Type& right) {
  const auto number = [](const Type& side) {
    return side.kind == TypeKind::integer || side.kind == TypeKind::tuple || side.kind == TypeKind::unknown;
  };
  if (number(left) && number(right) && (left.kind == TypeKind::unknown || right.kind == TypeKind::unknown)) {
    return left.kind == TypeKind::unknown ? right : left;
  }
  if (!number(left) || left.kind != right.kind) {
    const bool mixed = number(left) && number(right);
    diagnostics_.error(
        e.span,
        fmt::format("'{}' between {} and {}", to_string(e.operation), describe(left.kind), describe(right.kind)),
        mixed ? "use two tuples, or take one element: t[0]" : "use two integers or two tuples of one length");
    return {};
  }
  if (left.length && right.length && *left.length != *right.length) {
    diagnostics_.error(
        e.span,
        fmt::format("'{}' between tuples of {} and {} elements", to_string(e.operation), *left.length, *right.length),
        "both must have the same length");
  }
  return {left.kind, left.length ? left.length : right.length};
}

Type TypeChecker::conditional(const Expression& e) {
  require(e.operands[0], TypeKind::boolean, "what stands before '?'");
  const Type chosen = type(e.operands[1]);
  const Type other = type(e.operands[2]);
  if (chosen.kind == TypeKind::unknown || other.kind == TypeKind::unknown) {
    return chosen.kind == TypeKind::unknown ? other : chosen;
  }
  if (chosen.kind != other.kind) {
    diagnostics_.error(e.span, fmt::format("a choice between {} and {}", describe(chosen.kind), describe(other.kind)),
                       "both sides of ':' must be of one kind");
    return {};
  }
  return chosen.length == other.length ? chosen : Type{chosen.kind, {}};
}

Type TypeChecker::tuple(const Expression& e) {
  const auto elements = arguments(e, 0);
  if (!elements) {
    return {TypeKind::tuple, {}};
  }
  for (std::size_t i = 0; i < elements->size(); ++i) {
    const TypeKind kind = (*elements)[i].kind;
    if (kind != TypeKind::integer && kind != TypeKind::unknown) {
      diagnostics_.error(elements->size() == e.operands.size() ? e.operands[i].span : e.span,
                         fmt::format("an element of a tuple is an integer, not {}", describe(kind)),
                         kind == TypeKind::tuple ? "unpack it: (*t, 1)" : "");
    }
  }
  return {TypeKind::tuple, elements->size()};
}

Type TypeChecker::comprehension(const Expression& e) {
  const auto items = arguments(e, 1);
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    if ((*items)[i].kind != TypeKind::integer && (*items)[i].kind != TypeKind::unknown) {
      diagnostics_.error(e.span, fmt::format("'{}' takes integers, not {}", e.name, describe((*items)[i].kind)));
    }
  }
  scope_.locals.emplace_back(e.name, Type{TypeKind::integer, {}});
  require(e.operands[0], TypeKind::integer, "an element of a tuple");
  scope_.locals.pop_back();
  return {TypeKind::tuple, items ? std::optional(items->size()) : std::nullopt};
}

} // namespace mapwright::mapper::language
