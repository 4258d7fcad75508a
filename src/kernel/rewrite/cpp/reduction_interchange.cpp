#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// for (j) { T sum = 0; for (l...) { ... sum += ...; } out[j] = sum; } taken apart.
struct SumNest {
  std::vector<const Statement*> before{}; ///< declarations of what is gathered
  std::vector<CountedLoop> loops{};       ///< from the outermost of the sum to the innermost
  std::vector<const Statement*> behind{};
  std::vector<Reduction> reductions{};
};

bool is_scalar_declaration(const Statement& statement) {
  return statement.kind == Kind::declaration && statement.pragmas.empty() &&
         std::all_of(statement.variables.begin(), statement.variables.end(),
                     [](const Variable& variable) { return is_float(variable.type) && !variable.init.empty(); });
}

bool has_pragmas(const Statement& statement) {
  bool found = false;
  for_each_statement(statement, [&](const Statement& inner) { found = found || !inner.pragmas.empty(); });
  return found;
}

std::optional<SumNest> sum_nest(const Source& source, const CountedLoop& outer) {
  SumNest nest;
  std::set<Declaration> own{outer.variable.declaration};
  for (const Statement& statement : statements_of(outer.statement->body)) {
    if (statement.kind == Kind::loop && nest.loops.empty()) {
      for (auto loop = counted(statement); loop; loop = only_loop_in(*loop)) {
        nest.loops.push_back(*loop);
      }
      if (nest.loops.empty() || has_pragmas(statement)) {
        return std::nullopt;
      }
    } else if (nest.loops.empty() && is_scalar_declaration(statement)) {
      nest.before.push_back(&statement);
      for (const Variable& variable : statement.variables) {
        own.insert(variable.declaration);
      }
    } else if (!nest.loops.empty() && statement.kind == Kind::expression && statement.pragmas.empty()) {
      nest.behind.push_back(&statement);
    } else {
      return std::nullopt;
    }
  }
  if (nest.loops.empty()) {
    return std::nullopt;
  }
  for (const CountedLoop& loop : nest.loops) {
    for (const Expression* expression : {loop.first, loop.bound}) {
      for (const Declaration name : own) {
        if (mentions(*expression, name)) {
          return std::nullopt;
        }
      }
    }
  }
  const auto reductions = reductions_of(source, nest.loops.front());
  const bool all_own = reductions && !reductions->empty() &&
                       std::all_of(reductions->begin(), reductions->end(),
                                   [&](const Reduction& reduction) { return own.contains(reduction.variable); });
  if (!all_own || reductions->size() + 1 != own.size()) {
    return std::nullopt;
  }
  nest.reductions = *reductions;
  return nest;
}

/// Whether the exchange turns strides into neighbours: along j all elements are neighbours or the same, along the
/// innermost loop of the sum some are not.
bool worth_it(const Source& source, const NestedLoop& outer, const SumNest& nest) {
  const Effects found = effects(source, *nest.loops.back().body);
  bool strided = false;
  for (const Access& access : found.accesses) {
    const auto along = stride_of(source, *outer.function, access, outer.loop.variable.declaration);
    const auto value = along ? along->value() : std::nullopt;
    if (!value || *value < 0 || *value > 1) {
      return false;
    }
    const auto inner = stride_of(source, *outer.function, access, nest.loops.back().variable.declaration);
    strided =
        strided || !inner || !inner->value() || (*inner->value() != 0 && *inner->value() != 1) || nest.loops.size() > 1;
  }
  return strided && !found.unknown && !found.leaves;
}

std::string exchanged(const Source& source, const CountedLoop& outer, const SumNest& nest, const std::string& block) {
  const std::string indent = source.indentation(outer.statement->span.begin);
  const std::string& name = outer.variable.name;
  const std::string first = fresh_name(source.text, name + "_first");
  const std::string end = fresh_name(source.text, name + "_end");
  const std::string type = outer.variable.written;
  const std::string bound = comparable(outer.end(source));
  Renaming sums;
  std::string text = fmt::format("{0}for ({1} {2} = {3}; {2} < {4}; {2} += {5}) {{\n", indent, type, first,
                                 outer.begin(source), bound, block);
  text +=
      fmt::format("{0}  const {1} {2} = {3} + {4} < {5} ? {3} + {4} : {5};\n", indent, type, end, first, block, bound);
  for (const Reduction& reduction : nest.reductions) {
    const std::string array = fresh_name(source.text, reduction.name + "s");
    text += fmt::format("{}  {} {}[{}];\n", indent, reduction.type, array, block);
    sums[reduction.variable] = fmt::format("{}[{} - {}]", array, name, first);
  }
  const auto over_block = [&](const std::string& at, const std::string& body) {
    return at + loop_head(outer, first, end) + "\n" + body + at + "}\n";
  };
  const std::string inner = indent + "    ";
  std::string start;
  for (const Statement* statement : nest.before) {
    for (const Variable& variable : statement->variables) {
      start += fmt::format("{}{} = {};\n", inner, sums.at(variable.declaration),
                           renamed(source, variable.init.front(), sums));
    }
  }
  text += over_block(indent + "  ", start);
  std::string at = indent + "  ";
  std::string closings;
  for (const CountedLoop& loop : nest.loops) {
    text += at + loop_head(loop, loop.begin(source), loop.end(source)) + "\n";
    closings = at + "}\n" + closings;
    at += "  ";
  }
  text += over_block(at, body_text(source, *nest.loops.back().body, at + "  ", sums)) + closings;
  std::string last;
  for (const Statement* statement : nest.behind) {
    last += inner + renamed(source, *statement, sums) + "\n";
  }
  if (!last.empty()) {
    text += over_block(indent + "  ", last);
  }
  return text + indent + "}";
}

std::vector<Variant> exchange_sums(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const bool plain = loop.statement->pragmas.empty() && stands_alone(source, nested);
    const auto nest = plain ? sum_nest(source, loop) : std::nullopt;
    if (!nest || !worth_it(source, nested, *nest) || !are_independent(source, nested)) {
      continue;
    }
    const std::string block = fresh_name(source.text, "BLOCK");
    Edits edits;
    edits.replace({line_begin(source, loop.statement->span.begin), loop.statement->span.end},
                  exchanged(source, loop, *nest, block));
    Variant variant = made(subject, place_of(source, loop), edits,
                           {fmt::format("the sums {} of a block of turns over `{}` are kept in an array",
                                        names_of(nest->reductions), loop.variable.name),
                            fmt::format("the loop over `{}` is the innermost one", loop.variable.name),
                            fmt::format("`{}` is a tunable", block)});
    variant.source = with_tunable(variant.source, block, {64, 128, 256, 512, 1024}, 256);
    result.push_back(std::move(variant));
  }
  return result;
}

} // namespace

Rule reduction_interchange() {
  return {{.name = "reduction-interchange",
           .kind = AvenueKind::memory,
           .hypothesis = "the sum strides through memory; with many sums at once the innermost loop reads neighbours",
           .applies = "a loop of independent sums whose elements are neighbours from sum to sum",
           .backends = {Backend::cpp},
           .gain = {1.3, 14},
           .innovation = 60},
          exchange_sums};
}

} // namespace mapwright::kernel::rewrite
