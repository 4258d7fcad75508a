#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

constexpr int accumulators = 4;

/// The loop with a variable of its own for every fourth element.
std::string with_accumulators(const Source& source, const CountedLoop& loop, const std::vector<Reduction>& reductions) {
  const std::string indent = source.indentation(loop.statement->span.begin);
  const std::string& name = loop.variable.name;
  std::vector<Renaming> names(accumulators);
  std::string before;
  std::string after;
  for (const Reduction& reduction : reductions) {
    std::string sum;
    for (int i = 1; i < accumulators; ++i) {
      const std::string own = fresh_name(source.text, fmt::format("{}_{}", reduction.name, i));
      names[static_cast<std::size_t>(i)][reduction.variable] = own;
      const bool add = reduction.operation == "+";
      before += fmt::format("{}{} {} = {};\n", indent, reduction.type, own, add ? "0" : reduction.name);
      sum += (sum.empty() ? "" : " + ") + own;
      if (!add) {
        after += fmt::format("{0}{1} = {2} {3} {1} ? {2} : {1};\n", indent, reduction.name, own,
                             reduction.operation == "max" ? ">" : "<");
      }
    }
    if (reduction.operation == "+") {
      after += fmt::format("{}{} += {};\n", indent, reduction.name, sum);
    }
  }
  const std::string whole_name = fresh_name(source.text, name + "_whole");
  std::string text = before;
  text += fmt::format("{}const {} {} = {};\n", indent, loop.variable.written, whole_name,
                      whole_steps(source, loop, accumulators));
  text += indent + loop_head(loop, loop.begin(source), whole_name, std::to_string(accumulators)) + "\n";
  const std::vector<Statement>& list = statements_of(loop.statement->body);
  const bool declares =
      std::any_of(list.begin(), list.end(), [](const Statement& one) { return one.kind == Kind::declaration; });
  for (int i = 0; i < accumulators; ++i) {
    Renaming& here = names[static_cast<std::size_t>(i)];
    if (i > 0) {
      here[loop.variable.declaration] = fmt::format("{} + {}", name, i);
    }
    const std::string inner = indent + (declares ? "    " : "  ");
    const std::string body = body_text(source, *loop.body, inner, here);
    text += declares ? fmt::format("{0}  {{\n{1}{0}  }}\n", indent, body) : body;
  }
  text += indent + "}\n" + indent + loop_head(loop, whole_name, loop.end(source)) + "\n";
  text += body_text(source, *loop.body, indent + "  ") + indent + "}\n" + after;
  text.pop_back(); // the last line feed is there already
  return text;
}

std::vector<Variant> split_accumulators(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const bool plain = is_innermost(loop) && loop.statement->pragmas.empty() && stands_alone(source, nested);
    const auto reductions = plain ? reductions_of(source, loop) : std::nullopt;
    if (!reductions || reductions->empty()) {
      continue;
    }
    const Effects found = effects(source, *loop.body);
    const bool writes = std::any_of(found.accesses.begin(), found.accesses.end(), [&](const Access& access) {
      return access.writes && !found.declared.contains(access.array);
    });
    if (found.unknown || found.leaves || writes) {
      continue;
    }
    Edits edits;
    const std::size_t begin = line_begin(source, loop.statement->span.begin);
    edits.replace({begin, loop.statement->span.end}, with_accumulators(source, loop, *reductions));
    result.push_back(
        made(subject, place_of(source, loop), edits,
             {fmt::format("the loop over `{}` gathers into {} variables for {}, which are joined behind it; the "
                          "elements left over have a loop of their own",
                          loop.variable.name, accumulators, names_of(*reductions))}));
  }
  return result;
}

} // namespace

Rule several_accumulators() {
  return {{.name = "several-accumulators",
           .kind = AvenueKind::compute,
           .hypothesis = "additions into one variable wait for each other; four variables keep the units busy",
           .applies = "an innermost loop that only gathers and writes no array",
           .backends = {Backend::cpp},
           .gain = {0.9, 2},
           .innovation = 35},
          split_accumulators};
}

} // namespace mapwright::kernel::rewrite
