// Types of elements, slices, attributes and transformations.
#include "mapper/language/format.hpp"
#include "mapper/language/type_errors.hpp"
#include "mapper/language/types.hpp"
#include "mapper/language/words.hpp"

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

} // namespace

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
                       known.empty() ? "" : "it has " + listed(known), respelled_name(e, known));
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
  const bool of_launch = e.name == "ipoint" || e.name == "ispace";
  const Expression& task = e.operands[0];
  if (of_launch && task.kind == ExpressionKind::member && task.name == "parent") {
    return {TypeKind::tuple, {}}; // of an index launch or not: the program decides
  }
  auto& first_use = of_launch ? scope_.index_only : scope_.single_only;
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

} // namespace mapwright::mapper::language
