#include "expr/text.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// Whether the only way out of the kernel, but for its end, are the guards on top level.
bool leaves_by_guards_alone(const DeviceKernel& kernel) {
  std::size_t ways = 0;
  each_statement(kernel.block(), [&](const Statement& one) {
    ways += one.kind == Kind::leave && one.text != "break" && one.text != "continue" ? 1U : 0U;
  });
  return ways == static_cast<std::size_t>(std::count_if(kernel.guards.begin(), kernel.guards.end(),
                                                        [](const Guard& guard) { return guard.leaves; }));
}

bool guarded_by(const DeviceKernel& kernel, const Source& source, const IdVariable& id) {
  return std::any_of(kernel.guards.begin(), kernel.guards.end(), [&](const Guard& guard) {
    return uses(source.at(guard.statement->condition.front().span), id.name) != 0;
  });
}

/// Whether the axis is asked for nowhere but in the declaration of the id.
bool asked_once(const DeviceKernel& kernel, const IdVariable& id) {
  return std::count_if(kernel.uses.begin(), kernel.uses.end(),
                       [&](const IdUse& use) { return use.axis == id.axis || use.axis < 0; }) == 1;
}

Draft coarsened(const Subject& subject, const DeviceKernel& kernel, const IdVariable& id) {
  const Source& source = subject.source;
  const std::string items = fresh_name(source.text, "ITEMS");
  const std::string part = fresh_name(source.text, "part");
  const Expression& init = id.variable->init.front();
  Edits edits;
  // Along the first axis neighbours stay neighbours; along others an item takes neighbouring rows.
  edits.replace(init.span, id.axis == 0 ? fmt::format("{} + {} * {}", source.at(init.span), part,
                                                      id_text(source.backend, IdKind::global_size, id.axis))
                                        : fmt::format("({}) * {} + {}", source.at(init.span), items, part));
  for (const Guard& guard : kernel.guards) {
    if (guard.leaves) {
      each_statement(*guard.statement, [&](const Statement& one) {
        if (one.kind == Kind::leave) {
          edits.replace(one.span, "continue;");
        }
      });
    }
  }
  const Span block = kernel.block().span;
  const std::string inner = edits.apply(source.text, {block.begin, block.end});
  Draft draft;
  draft.site = fmt::format("the kernel {}, along axis {}", kernel.function->name, id.axis);
  draft.changes.push_back(
      {block, fmt::format("{{\n  for (int {0} = 0; {0} < {1}; ++{0}) {2}\n}}", part, items, reindented(inner, 0, 2))});
  draft.tunables.push_back({items, {1, 2, 4, 8}, 4});
  LaunchChange change{kernel.launch, {}, {}, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string groups = expr::to_text(kernel.plan->groups[axis]);
    change.groups.push_back(
        static_cast<int>(axis) == id.axis ? fmt::format("floor_div({} + {} - 1, {})", groups, items, items) : groups);
  }
  while (change.groups.size() > 1 && change.groups.back() == "1") {
    change.groups.pop_back();
  }
  draft.launches.push_back(std::move(change));
  draft.rubric = {
      fmt::format("An item of {} does what `{}` items did along axis {}.", kernel.function->name, items, id.axis),
      fmt::format("The launch has as many groups along that axis, divided by `{}`.", items)};
  return draft;
}

} // namespace

Drafts coarsening(const Subject& subject) {
  Drafts drafts;
  for (const DeviceKernel& kernel : kernels_of(subject.source, subject.candidate)) {
    if (kernel.synchronises || !leaves_by_guards_alone(kernel)) {
      continue;
    }
    for (const IdVariable& id : kernel.ids) {
      if (guarded_by(kernel, subject.source, id) && asked_once(kernel, id)) {
        drafts.push_back(coarsened(subject, kernel, id));
      }
    }
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
