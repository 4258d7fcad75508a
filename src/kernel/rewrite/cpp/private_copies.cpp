#include "expr/text.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The number of elements of an argument with one axis, in the names of the function; empty when it is none.
std::string length_of(const Subject& subject, const Function& function, Declaration array) {
  const Task& task = subject.task;
  for (std::size_t i = 0; i < function.parameters.size() && function.name == task.entry; ++i) {
    const bool ours = function.parameters[i].declaration == array && i >= task.sizes.size();
    if (!ours || i - task.sizes.size() >= task.arguments.size()) {
      continue;
    }
    const Argument& argument = task.arguments[i - task.sizes.size()];
    for (std::size_t size = 0; argument.shape.size() == 1 && size < task.sizes.size(); ++size) {
      if (expr::to_text(argument.shape.front()) == task.sizes[size]) {
        return function.parameters[size].name;
      }
    }
  }
  return {};
}

std::string with_vector_header(const std::string& text) {
  const std::size_t include = text.find("#include");
  const bool known = text.find("#include <vector>") != std::string::npos;
  return known ? text : text.substr(0, include) + "#include <vector>\n" + text.substr(include);
}

/// Atomic additions into one array, in a shared loop: each thread adds into a copy of its own.
std::optional<Variant> own_counts(const Subject& subject, const NestedLoop& nested) {
  const Source& source = subject.source;
  const CountedLoop& loop = nested.loop;
  const Pragma* shared = loop.pragma("omp parallel for");
  if (shared == nullptr || loop.statement->pragmas.size() != 1 || source.text.find("#include") == std::string::npos) {
    return std::nullopt;
  }
  std::vector<const Statement*> atomics;
  for_each_statement(*loop.body, [&](const Statement& statement) {
    if (!statement.pragmas.empty()) {
      atomics.push_back(&statement);
    }
  });
  const Effects found = effects(source, *loop.body);
  const bool one = atomics.size() == 1 && atomics.front()->pragmas.size() == 1 &&
                   atomics.front()->pragmas.front().text.starts_with("omp atomic") && !found.unknown && !found.leaves;
  const auto update =
      std::find_if(found.accesses.begin(), found.accesses.end(), [](const Access& access) { return access.writes; });
  if (!one || update == found.accesses.end() || (update->update != "++" && update->update != "+=") ||
      count_of(*loop.body, update->array) != 1) {
    return std::nullopt;
  }
  const std::string length = length_of(subject, *nested.function, update->array);
  if (length.empty()) {
    return std::nullopt;
  }
  const std::string own = fresh_name(source.text, update->name + "_own");
  const std::string at = source.indentation(loop.statement->span.begin);
  const std::string clauses = shared->text.substr(std::string_view("omp parallel for").size());
  const std::string index = fresh_name(source.text, "at");
  std::string text = "#pragma omp parallel\n" + at + "{\n";
  text +=
      fmt::format("{}  std::vector<{}> {}(static_cast<std::size_t>({}));\n", at, update->element->type, own, length);
  text += "#pragma omp for" + clauses + "\n" + at + "  " + loop_head(loop, loop.begin(source), loop.end(source)) + "\n";
  Edits inner;
  inner.remove_line(source.text, atomics.front()->pragmas.front().span.begin);
  inner.replace(update->element->parts.front().span, own);
  inner.replace(update->index->span, fmt::format("static_cast<std::size_t>({})", source.at(update->index->span)));
  const Statement& body = *loop.body;
  const bool block = body.kind == Kind::block;
  const Span list = block ? Span{body.span.begin + 1, body.span.end - 1} : whole(body);
  std::string changed = inner.apply(source.text, list);
  changed = reindented(changed, 0, 2);
  text += block ? changed.substr(changed.find('\n') + 1) + "}\n" : at + "    " + changed + "\n" + at + "  }\n";
  text += "#pragma omp critical\n";
  text += fmt::format("{0}  for (std::int64_t {1} = 0; {1} < {2}; ++{1}) {{\n{0}    {3}[{1}] += "
                      "{4}[static_cast<std::size_t>({1})];\n{0}  }}\n{0}}}",
                      at, index, length, update->name, own);
  Edits edits;
  edits.replace({line_begin(source, whole(*loop.statement).begin), loop.statement->span.end}, text);
  Variant variant = made(subject, place_of(source, loop), edits,
                         {fmt::format("each thread counts into `{}`, a copy of its own", own),
                          fmt::format("the copies are added to `{}` at the end", update->name)});
  variant.source = with_vector_header(variant.source);
  return variant;
}

/// Elements that an outer loop updates again and again, along a loop within: kept in memory of the iteration's own,
/// which nothing else can point to, and added at the end.
std::optional<Variant> own_sums(const Subject& subject, const NestedLoop& nested) {
  const Source& source = subject.source;
  if (!is_innermost(nested.loop) || nested.around.empty() || !nested.loop.statement->pragmas.empty() ||
      source.text.find("#include") == std::string::npos) {
    return std::nullopt;
  }
  const CountedLoop& inner = nested.loop;
  const CountedLoop& outer = nested.around.back();
  const std::vector<Statement>& list = statements_of(outer.statement->body);
  NestedLoop around = nested;
  around.loop = outer;
  around.around.pop_back();
  around.in_block =
      std::any_of(list.begin(), list.end(), [&](const Statement& statement) { return &statement == inner.statement; });
  const Effects found = effects(source, *outer.body);
  const bool fixed = !mentions(*inner.first, outer.variable.declaration) && inner.begin(source) == "0" &&
                     !mentions(*inner.bound, outer.variable.declaration) && !found.unknown && !found.leaves &&
                     outer.statement->pragmas.empty() && stands_alone(source, around);
  if (!fixed || !are_independent(source, nested)) {
    return std::nullopt;
  }
  const Access* sum = nullptr;
  std::size_t writes = 0;
  for (const Access& access : found.accesses) {
    if (access.writes && !found.declared.contains(access.array)) {
      sum = &access;
      ++writes;
    }
  }
  if (sum == nullptr || writes != 1 || sum->update != "+=" || count_of(*outer.body, sum->array) != 1 ||
      !inner.statement->span.holds(sum->element->span) || !is_array_parameter(*nested.function, sum->array)) {
    return std::nullopt;
  }
  const auto along_outer = stride_of(source, *nested.function, *sum, outer.variable.declaration);
  const auto along_inner = stride_of(source, *nested.function, *sum, inner.variable.declaration);
  if (!along_outer || !along_outer->is_zero() || !along_inner || along_inner->value() != 1) {
    return std::nullopt;
  }
  const std::string own = fresh_name(source.text, sum->name + "_own");
  const std::string at = source.indentation(outer.statement->span.begin);
  const std::string index = fmt::format("static_cast<std::size_t>({})", inner.variable.name);
  Edits edits;
  edits.insert(line_begin(source, outer.statement->span.begin),
               fmt::format("{}std::vector<{}> {}(static_cast<std::size_t>({}));\n", at, sum->element->type, own,
                           inner.end(source)));
  edits.replace(sum->element->span, fmt::format("{}[{}]", own, index));
  edits.insert(outer.statement->span.end, fmt::format("\n{0}{1}\n{0}  {2} += {3}[{4}];\n{0}}}", at,
                                                      loop_head(inner, inner.begin(source), inner.end(source)),
                                                      source.at(sum->element->span), own, index));
  Variant variant = made(subject, place_of(source, inner), edits,
                         {fmt::format("the loop over {} gathers in `{}`, memory of its own", outer.variable.name, own),
                          fmt::format("`{}` goes to `{}` behind it", own, sum->name)});
  variant.source = with_vector_header(variant.source);
  return variant;
}

std::vector<Variant> keep_private(const Subject& subject) {
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(subject.source)) {
    for (auto* form : {own_counts, own_sums}) {
      if (auto variant = form(subject, nested)) {
        result.push_back(std::move(*variant));
      }
    }
  }
  return result;
}

} // namespace

Rule private_copies() {
  return {{.name = "private-copies",
           .kind = AvenueKind::memory,
           .hypothesis = "elements that many updates share travel between caches, or are stored and loaded each time",
           .applies = "atomic additions of a shared loop, or elements that an outer loop updates again and again",
           .backends = {Backend::cpp},
           .gain = {1.05, 5.5},
           .innovation = 55},
          keep_private};
}

} // namespace mapwright::kernel::rewrite
