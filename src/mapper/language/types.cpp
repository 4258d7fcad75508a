#include "mapper/language/types.hpp"

#include "core/suggest.hpp"
#include "mapper/language/format.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

struct SpaceMethod {
  std::string_view name;
  std::size_t parameters;
  bool tuple_last; ///< the last argument is a tuple of extents
};

constexpr std::array<SpaceMethod, 8> space_methods{{
    {"split", 2, false},
    {"merge", 2, false},
    {"swap", 2, false},
    {"slice", 3, false},
    {"reverse", 1, false},
    {"balance_split", 2, false},
    {"auto_split", 2, true},
    {"greedy_split", 2, true},
}};

/// Names of what a value of this kind can be asked for.
std::vector<std::string> attributes_of(TypeKind kind) {
  switch (kind) {
  case TypeKind::task:
    return {"ipoint", "ispace", "parent", "processor"};
  case TypeKind::tuple:
    return {"size", "len", "volume"};
  case TypeKind::space: {
    std::vector<std::string> names{"size", "len", "volume", "has"};
    for (const SpaceMethod& known : space_methods) {
      names.emplace_back(known.name);
    }
    return names;
  }
  case TypeKind::points:
    return {"has"};
  default:
    return {};
  }
}

std::string listed_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

template <class Map> std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> out;
  for (const auto& entry : map) {
    out.push_back(entry.first);
  }
  return out;
}

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

std::optional<Fix> respelled_name(const Expression& e, const std::vector<std::string>& known) {
  const std::string near = nearest_name(e.name, known);
  return near.empty() ? std::nullopt : std::optional(Fix{e.name_span, near});
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
  std::vector<std::string> known = keys_of(scope_.globals);
  for (const auto& entry : scope_.locals) {
    known.push_back(entry.first);
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

Type TypeChecker::index(const Expression& e) {
  const Type base = type(e.operands[0]);
  const auto indices = arguments(e, 1);
  for (std::size_t i = 1; indices && i < e.operands.size() && indices->size() + 1 == e.operands.size(); ++i) {
    const TypeKind kind = (*indices)[i - 1].kind;
    if (kind != TypeKind::integer && kind != TypeKind::unknown) {
      diagnostics_.error(e.operands[i].span, fmt::format("an index is an integer, not {}", describe(kind)),
                         kind == TypeKind::tuple ? "unpack it: [*t]" : "");
    }
  }
  if (base.kind == TypeKind::tuple) {
    const bool any = e.operands[1].kind == ExpressionKind::any;
    if (any || (indices && indices->size() != 1)) {
      diagnostics_.error(e.span, "a tuple takes one index", "elements are t[0], t[1], ..., and t[-1] is the last");
    } else if (e.operands[1].kind == ExpressionKind::integer && base.length &&
               e.operands[1].value >= static_cast<std::int64_t>(*base.length)) {
      diagnostics_.error(e.operands[1].span,
                         fmt::format("index {} of a tuple of {} elements", e.operands[1].value, *base.length),
                         "elements are numbered from 0");
    }
    return {TypeKind::integer, {}};
  }
  if (base.kind == TypeKind::space) {
    if (indices && base.length && indices->size() != *base.length) {
      diagnostics_.error(
          e.span,
          fmt::format("a space of {} dimensions takes {} indices, not {}", *base.length, *base.length, indices->size()),
          fmt::format("'{}' is indexed here", format_expression(e.operands[0])));
    }
    return {TypeKind::points, {}};
  }
  if (base.kind != TypeKind::unknown) {
    diagnostics_.error(e.operands[0].span, fmt::format("{} has no elements", describe(base.kind)),
                       "tuples and processor spaces are indexed");
  }
  return {};
}

Type TypeChecker::slice(const Expression& e) {
  const Type base = type(e.operands[0]);
  for (std::size_t i = 1; i < 3; ++i) {
    if (e.operands[i].kind != ExpressionKind::omitted) {
      require(e.operands[i], TypeKind::integer, "an end of a slice");
    }
  }
  if (base.kind != TypeKind::tuple && base.kind != TypeKind::space && base.kind != TypeKind::unknown) {
    diagnostics_.error(e.operands[0].span, fmt::format("{} has no elements", describe(base.kind)),
                       "tuples and processor spaces are sliced");
  }
  return {TypeKind::tuple, {}};
}

Type TypeChecker::unknown_attribute(const Expression& e, const Type& base) {
  if (base.kind == TypeKind::unknown) {
    return {};
  }
  const std::vector<std::string> known = attributes_of(base.kind);
  const bool called = e.kind == ExpressionKind::method;
  if (std::find(known.begin(), known.end(), e.name) != known.end()) {
    diagnostics_.error(e.name_span, fmt::format("'{}' takes {}", e.name, called ? "no arguments" : "arguments"),
                       fmt::format("write .{}{}", e.name, called ? "" : "(...)"));
  } else {
    diagnostics_.error(e.name_span, fmt::format("{} has no '{}'", describe(base.kind), e.name),
                       known.empty() ? "" : "it has " + listed_names(known), respelled_name(e, known));
  }
  return {};
}

Type TypeChecker::member(const Expression& e) {
  const Type base = type(e.operands[0]);
  if (base.kind == TypeKind::tuple || base.kind == TypeKind::space) {
    if (e.name == "size") {
      return {TypeKind::tuple, base.length};
    }
    if (e.name == "len" || e.name == "volume") {
      return {TypeKind::integer, {}};
    }
  }
  if (base.kind == TypeKind::task && (e.name == "ipoint" || e.name == "ispace" || e.name == "parent")) {
    return task_attribute(e);
  }
  return unknown_attribute(e, base);
}

Type TypeChecker::task_attribute(const Expression& e) {
  auto& first_use = e.name == "ipoint" || e.name == "ispace" ? scope_.index_only : scope_.single_only;
  if (!first_use) {
    first_use = e.name_span;
  }
  return {e.name == "parent" ? TypeKind::task : TypeKind::tuple, {}};
}

Type TypeChecker::method(const Expression& e) {
  const Type base = type(e.operands[0]);
  const auto given = e.operands.size() - 1;
  if (e.name == "has" && (base.kind == TypeKind::points || base.kind == TypeKind::space)) {
    if (given != 1 || e.operands[1].kind != ExpressionKind::memory_kind) {
      diagnostics_.error(e.span, "'has' takes one kind of memory", "write m[i, j].has(FBMEM)");
    }
    return {TypeKind::boolean, {}};
  }
  if (e.name == "processor" && base.kind == TypeKind::task) {
    task_attribute(e);
    if (given != 1) {
      return wrong_count(e, "'processor'", 1, given);
    }
    return {TypeKind::tuple, require(e.operands[1], TypeKind::space, "the argument of 'processor'").length};
  }
  if (base.kind == TypeKind::space) {
    return space_method(e, base);
  }
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    if (e.operands[i].kind != ExpressionKind::memory_kind) {
      type(e.operands[i]);
    }
  }
  return unknown_attribute(e, base);
}

Type TypeChecker::space_method(const Expression& e, const Type& base) {
  const auto* const known = std::find_if(space_methods.begin(), space_methods.end(),
                                         [&](const SpaceMethod& each) { return each.name == e.name; });
  if (known == space_methods.end()) {
    return unknown_attribute(e, base);
  }
  const auto given = arguments(e, 1);
  if (given && given->size() != known->parameters) {
    wrong_count(e, fmt::format("'{}'", e.name), known->parameters, given->size());
    return {TypeKind::space, {}};
  }
  std::optional<std::size_t> added; // dimensions that replace one
  for (std::size_t i = 0; given && i < given->size(); ++i) {
    const bool extents = known->tuple_last && i + 1 == given->size();
    const TypeKind wanted = extents ? TypeKind::tuple : TypeKind::integer;
    const TypeKind found = (*given)[i].kind;
    if (found != wanted && found != TypeKind::unknown) {
      diagnostics_.error(
          e.span, fmt::format("argument {} of '{}' is {}, not {}", i + 1, e.name, describe(wanted), describe(found)),
          extents ? "give the extents to be divided, such as t.ispace" : "");
    }
    added = extents ? (*given)[i].length : added;
  }
  if (e.name == "split") {
    added = 2;
  } else if (e.name == "merge") {
    added = 0;
  } else if (e.name == "balance_split" && e.operands.size() == 3 && e.operands[2].kind == ExpressionKind::integer) {
    added = static_cast<std::size_t>(e.operands[2].value);
  } else if (!known->tuple_last && e.name != "balance_split") {
    added = 1;
  }
  return {TypeKind::space, base.length && added ? std::optional(*base.length - 1 + *added) : std::nullopt};
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
      std::vector<std::string> known = keys_of(scope_.functions);
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
