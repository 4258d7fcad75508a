#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/device/staging_plan.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

struct Names {
  std::string depth;
  std::string active;
  std::string first; ///< of a tile
  std::string turns; ///< in a tile
  std::string at;
  std::vector<std::string> tiles{};
};

std::string declared_tiles(const Source& source, const StagingPlan& plan, const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < plan.elements.size(); ++i) {
    const StagedElement& element = plan.elements[i];
    text += fmt::format("  {} {} {}[{}];\n", source.backend == Backend::opencl ? "__local" : "__shared__", element.type,
                        names.tiles[i],
                        element.of_row ? fmt::format("{}][{}", plan.height, names.depth)
                                       : fmt::format("{}][{}", names.depth, plan.width));
  }
  return text;
}

std::string element_of_tile(const Source& source, const StagingPlan& plan, const Names& names, std::size_t i) {
  const std::string row = id_text(source.backend, IdKind::local, 1);
  const std::string column = id_text(source.backend, IdKind::local, 0);
  return plan.elements[i].of_row ? fmt::format("{}[{}][{}]", names.tiles[i], row, names.at)
                                 : fmt::format("{}[{}][{}]", names.tiles[i], names.at, column);
}

/// The loop in tiles: fetch, wait, work, wait.
std::string staged_loop(const Source& source, const StagingPlan& plan, const Names& names) {
  const std::string& p = plan.loop.variable.name;
  const std::string index = index_type(source.backend);
  const std::string barrier = source.backend == Backend::opencl ? "barrier(CLK_LOCAL_MEM_FENCE);" : "__syncthreads();";
  const std::string here = fmt::format("({} + {})", names.first, names.at);
  std::string text = fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4}) {{\n", index, names.first,
                                 plan.loop.begin(source), plan.loop.end(source), names.depth);
  text += fmt::format("  const int {0} = {1} - {2} < {3} ? {1} - {2} : {3};\n", names.turns, plan.loop.end(source),
                      names.first, names.depth);
  for (const bool of_row : {true, false}) {
    const int along = of_row ? 0 : 1; // who shares the row also shares the work of fetching it
    std::string loads;
    for (std::size_t i = 0; i < plan.elements.size(); ++i) {
      if (plan.elements[i].of_row == of_row) {
        loads += fmt::format("      {} = {}[{}];\n", element_of_tile(source, plan, names, i), plan.elements[i].array,
                             with_names(plan.elements[i].index, {{p, here}}));
      }
    }
    text += fmt::format("  if ({0}) {{\n    for (int {1} = {2}; {1} < {3}; {1} += {4}) {{\n{5}    }}\n  }}\n",
                        of_row ? plan.row_inside : plan.column_inside, names.at,
                        id_text(source.backend, IdKind::local, along), names.turns, of_row ? plan.width : plan.height,
                        loads);
  }
  Edits tiles;
  for (std::size_t i = 0; i < plan.elements.size(); ++i) {
    for (const Span& place : plan.elements[i].places) {
      tiles.replace(place, element_of_tile(source, plan, names, i));
    }
  }
  std::string body;
  for (const Statement& statement : statements_of(plan.loop.statement->body)) {
    body += "      " + with_names(tiles.apply(source.text, statement.span), {{p, here}}) + "\n";
  }
  text += fmt::format("  {0}\n  if ({1}) {{\n    for (int {2} = 0; {2} < {3}; ++{2}) {{\n{4}    }}\n  }}\n  {0}\n}}",
                      barrier, names.active, names.at, names.turns, body);
  return text;
}

/// Statements of a block other than declarations and the way to the loop run only where the guard lets them.
void guard_others(const Source& source, const StagingPlan& plan, const Statement& block, const Names& names,
                  Draft& draft) {
  for (const Statement& one : block.body) {
    const bool before_guard = one.span.begin <= plan.guard->span.begin && &block == &plan.kernel->block();
    if (one.kind == Kind::declaration || before_guard || &one == plan.loop.statement) {
      continue;
    }
    if (one.span.holds(plan.loop.statement->span)) {
      guard_others(source, plan, one.body[0], names, draft);
    } else {
      const std::size_t indentation = source.indentation(one.span.begin).size();
      draft.changes.push_back(
          {one.span, reindented(fmt::format("if ({}) {{\n  {}\n}}", names.active,
                                            reindented(std::string(source.at(one.span)), indentation, 2)),
                                0, indentation)});
    }
  }
}

Draft staged(const Source& source, const StagingPlan& plan) {
  Names names{fresh_name(source.text, "DEPTH"), fresh_name(source.text, "active"),
              fresh_name(source.text, plan.loop.variable.name + "_first"), fresh_name(source.text, "turns"),
              fresh_name(source.text, "at")};
  for (const StagedElement& element : plan.elements) {
    std::string tile =
        fresh_name(source.text, fmt::format("{}_{}", element.array, element.of_row ? "rows" : "columns"));
    while (std::find(names.tiles.begin(), names.tiles.end(), tile) != names.tiles.end()) {
      tile += "_too";
    }
    names.tiles.push_back(std::move(tile));
  }
  Draft draft;
  draft.site = place_of(source, plan.loop);
  const std::size_t open = plan.kernel->block().span.begin + 1;
  draft.changes.push_back({{open, open}, "\n" + declared_tiles(source, plan, names)});
  draft.changes.back().text.pop_back();
  draft.changes.push_back(
      {plan.guard->span, fmt::format("const {} {} = !({});", source.backend == Backend::opencl ? "int" : "bool",
                                     names.active, source.at(plan.guard->condition[0].span))});
  draft.changes.push_back(
      {plan.loop.statement->span,
       reindented(staged_loop(source, plan, names), 0, source.indentation(plan.loop.statement->span.begin).size())});
  guard_others(source, plan, plan.kernel->block(), names, draft);
  draft.tunables.push_back({names.depth, {8, 16, 32, 64}, 16});
  // A processor has no local memory of its own: there tiles cost more than they save.
  draft.gain = source.backend == Backend::opencl ? Interval{0.2, 1.2} : Interval{0.9, 3};
  draft.rubric = {
      fmt::format("The loop over {} is cut into tiles of `{}` turns.", plan.loop.variable.name, names.depth),
      fmt::format("The group fetches what it reads into its own memory, with `{}` before and after its use.",
                  source.backend == Backend::opencl ? "barrier" : "__syncthreads"),
      "Items outside take part in fetching and waiting, and in nothing else."};
  return draft;
}

} // namespace

Drafts local_memory_staging(const Subject& subject) {
  Drafts drafts;
  const std::vector<DeviceKernel> kernels = kernels_of(subject.source, subject.candidate);
  for (const StagingPlan& plan : staging_plans(subject.source, kernels)) {
    drafts.push_back(staged(subject.source, plan));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
