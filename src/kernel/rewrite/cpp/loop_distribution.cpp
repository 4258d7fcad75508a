#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// A body in two parts: numbers are computed, then something is done with them.
struct TwoParts {
  std::vector<const Statement*> first{};  ///< declarations of numbers, and loops that gather into them
  std::vector<const Statement*> second{}; ///< the rest
  std::vector<Variable> numbers{};        ///< what the second part is told
};

bool declares_numbers(const Statement& statement) {
  return statement.kind == Kind::declaration && statement.pragmas.empty() &&
         std::all_of(statement.variables.begin(), statement.variables.end(),
                     [](const Variable& variable) { return variable.type == "float" || variable.type == "double"; });
}

std::optional<TwoParts> two_parts(const CountedLoop& loop) {
  TwoParts parts;
  bool loops = false;
  for (const Statement& statement : statements_of(loop.statement->body)) {
    const bool still_first = parts.second.empty();
    if (still_first && !loops && declares_numbers(statement)) {
      parts.first.push_back(&statement);
      parts.numbers.insert(parts.numbers.end(), statement.variables.begin(), statement.variables.end());
    } else if (still_first && counted(statement) && !parts.numbers.empty()) {
      parts.first.push_back(&statement);
      loops = true;
    } else {
      parts.second.push_back(&statement);
    }
  }
  return loops && !parts.second.empty() ? std::optional(parts) : std::nullopt;
}

bool breaks_out(const Statement& statement) {
  bool found = false;
  for_each_statement(statement, [&](const Statement& inner) {
    found = found || (inner.kind == Kind::leave && inner.text != "continue");
  });
  return found;
}

/// Whether the first part of all iterations can be made before the second of any.
bool can_go_first(const Source& source, const NestedLoop& nested, const TwoParts& parts) {
  std::set<Declaration> own;
  for (const Variable& number : parts.numbers) {
    own.insert(number.declaration);
  }
  std::set<Declaration> later;
  const Definitions definitions = definitions_in(*nested.function);
  for (const Statement* statement : parts.second) {
    const Effects found = effects(source, *statement);
    if (found.unknown || breaks_out(*statement)) {
      return false;
    }
    later.insert(found.written.begin(), found.written.end());
    for (const Access& access : found.accesses) {
      if (access.writes) {
        later.insert(base_of(source, *nested.function, access.array, definitions).array);
      }
    }
  }
  for (const Statement* statement : parts.first) {
    const Effects found = effects(source, *statement);
    const bool only_own = std::all_of(found.written.begin(), found.written.end(), [&](Declaration name) {
      return own.contains(name) || found.declared.contains(name);
    });
    if (found.unknown || found.leaves || !only_own) {
      return false;
    }
    for (const Access& access : found.accesses) {
      const Base base = base_of(source, *nested.function, access.array, definitions);
      if (access.writes || !base.known || later.contains(base.array)) {
        return false;
      }
    }
    for (const Declaration name : later) {
      if (!own.contains(name) && mentions(*statement, name)) {
        return false;
      }
    }
  }
  return true;
}

std::string distributed(const Source& source, const CountedLoop& loop, const TwoParts& parts,
                        const std::string& block) {
  const std::string at = source.indentation(loop.statement->span.begin);
  const std::string& name = loop.variable.name;
  const std::string first = fresh_name(source.text, name + "_first");
  const std::string end = fresh_name(source.text, name + "_end");
  const std::string bound = comparable(loop.end(source));
  const std::string& type = loop.variable.written;
  std::string text = fmt::format("{0}for ({1} {2} = {3}; {2} < {4}; {2} += {5}) {{\n", at, type, first,
                                 loop.begin(source), bound, block);
  text += fmt::format("{0}  const {1} {2} = {3} + {4} < {5} ? {3} + {4} : {5};\n", at, type, end, first, block, bound);
  Renaming kept;
  std::string stores;
  for (const Variable& number : parts.numbers) {
    const std::string array = fresh_name(source.text, number.name + "s");
    text += fmt::format("{}  {} {}[{}];\n", at, number.type, array, block);
    kept[number.declaration] = fmt::format("{}[{} - {}]", array, name, first);
    stores += fmt::format("{}    {} = {};\n", at, kept[number.declaration], number.name);
  }
  const auto part = [&](const std::vector<const Statement*>& statements, const Renaming& names) {
    text += at + "  " + loop_head(loop, first, end) + "\n";
    for (const Statement* statement : statements) {
      const std::size_t from = source.indentation(statement->span.begin).size();
      text += at + "    " + reindented(renamed(source, *statement, names), from, at.size() + 4) + "\n";
    }
  };
  part(parts.first, {});
  text += stores + at + "  }\n";
  part(parts.second, kept);
  return text + at + "  }\n" + at + "}";
}

std::vector<Variant> distribute(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    bool directives = !loop.statement->pragmas.empty();
    for_each_statement(*loop.body, [&](const Statement& inner) { directives = directives || !inner.pragmas.empty(); });
    const auto parts = directives || !stands_alone(source, nested) ? std::nullopt : two_parts(loop);
    // What only stores its numbers is left to others: nothing would be won.
    const bool sequential = parts && !are_independent(source, nested);
    if (!sequential || !can_go_first(source, nested, *parts)) {
      continue;
    }
    const std::string block = fresh_name(source.text, "BLOCK");
    Edits edits;
    edits.replace({line_begin(source, loop.statement->span.begin), loop.statement->span.end},
                  distributed(source, loop, *parts, block));
    Variant variant =
        made(subject, place_of(source, loop), edits,
             {fmt::format("the numbers of a block of `{}` turns are computed before any of them is used", block),
              fmt::format("`{}` is a tunable", block)});
    variant.source = with_tunable(variant.source, block, {16, 32, 64, 128, 256}, 64);
    result.push_back(std::move(variant));
  }
  return result;
}

} // namespace

Rule loop_distribution() {
  return {{.name = "loop-distribution",
           .kind = AvenueKind::compute,
           .hypothesis = "numbers that are computed one by one between steps that must keep their order wait for them",
           .applies = "a loop that computes numbers in loops within and then uses them in order",
           .backends = {Backend::cpp},
           .gain = {0.85, 1.1},
           .innovation = 55},
          distribute};
}

} // namespace mapwright::kernel::rewrite
