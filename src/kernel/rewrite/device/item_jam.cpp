#include "expr/text.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/device/jam_plan.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// Writes the body of a kernel for several items at once.
class Jammer {
public:
  Jammer(const Source& source, const JamPlan& plan)
      : source_(source), plan_(plan), items_(fresh_name(source.text, "TILE")), item_(fresh_name(source.text, "item")),
        active_(fresh_name(source.text, "active")), some_(fresh_name(source.text, "some")) {
    names_[plan.id->name] = element(plan.id->name);
  }

  [[nodiscard]] const std::string& items() const { return items_; }

  std::string body() {
    std::vector<const Statement*> statements;
    const std::size_t last_guard = plan_.kernel->guards.back().statement->span.begin;
    std::string text;
    for (const Statement& one : plan_.kernel->block().body) {
      if (one.span.begin < last_guard) {
        if (one.kind == Kind::declaration && &one != plan_.id->declaration) {
          text += line(2, std::string(source_.at(one.span)));
        }
      } else if (one.span.begin > last_guard) {
        statements.push_back(&one);
      }
    }
    text += places();
    return text + block(statements, 2);
  }

private:
  [[nodiscard]] std::string element(const std::string& name) const { return fmt::format("{}[{}]", name, item_); }
  static std::string line(std::size_t indentation, const std::string& text) {
    return std::string(indentation, ' ') + text + "\n";
  }
  [[nodiscard]] std::string head() const {
    return fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", item_, items_);
  }

  /// The ids of the items and who of them has something to do; the others repeat one who has.
  std::string places() {
    const Backend backend = source_.backend;
    const int axis = plan_.id->axis;
    const std::string group = id_text(backend, IdKind::group, axis);
    const std::string place =
        axis == 0
            ? fmt::format("({}{} * {} + {}) * {} + {}", backend == Backend::opencl ? "" : "(long long)", group, items_,
                          item_, id_text(backend, IdKind::group_size, axis), id_text(backend, IdKind::local, axis))
            : fmt::format("{} * {} + {}", id_text(backend, IdKind::global, axis), items_, item_);
    std::vector<std::string> guards;
    for (const Guard& guard : plan_.kernel->guards) {
      guards.push_back(fmt::format("!({})", with_names(source_.at(guard.statement->condition.front().span), names_)));
    }
    std::string text = fmt::format("  {0} {1}[{2}];\n  int {3}[{2}];\n  int {4} = -1;\n  {5}\n", index_type(backend),
                                   plan_.id->name, items_, active_, some_, head());
    text += fmt::format("    {0} = {1};\n    {2} = {3};\n    {4} = {2} ? {5} : {4};\n  }}\n", element(plan_.id->name),
                        place, element(active_), fmt::join(guards, " && "), some_, item_);
    text += fmt::format("  if ({} < 0) {{\n    return;\n  }}\n", some_);
    text += fmt::format("  {0}\n    {1} = {2} ? {1} : {3}[{4}];\n  }}\n", head(), element(plan_.id->name),
                        element(active_), plan_.id->name, some_);
    return text;
  }

  std::string block(const std::vector<const Statement*>& statements, std::size_t indentation) {
    std::string text;
    std::vector<const Statement*> group;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const Statement& one = *statements[i];
      const Jam jam = plan_.jam_of(one);
      if (jam == Jam::repeated) {
        group.push_back(&one);
        continue;
      }
      text += repeated(group, {statements.begin() + static_cast<std::ptrdiff_t>(i), statements.end()}, indentation);
      group.clear();
      if (jam == Jam::once) {
        text += line(indentation, reindented(std::string(source_.at(one.span)),
                                             source_.indentation(one.span.begin).size(), indentation));
      } else {
        const Statement& inner = one.body.front();
        std::vector<const Statement*> parts;
        for (const Statement& part : inner.body) {
          parts.push_back(&part);
        }
        text += line(indentation, std::string(source_.at({one.span.begin, inner.span.begin})) + "{");
        const std::map<std::string, std::string> outside = names_;
        text += block(parts, indentation + 2) + line(indentation, "}");
        names_ = outside;
      }
    }
    return text + repeated(group, {}, indentation);
  }

  /// Statements that each item does for itself; `later`: what follows them in their block.
  std::string repeated(const std::vector<const Statement*>& group, const std::vector<const Statement*>& later,
                       std::size_t indentation) {
    if (group.empty()) {
      return "";
    }
    std::string declared;
    std::string done;
    for (const Statement* one : group) {
      if (one->kind == Kind::declaration && is_used(one->variables.front().name, later)) {
        const Variable& variable = one->variables.front();
        declared += line(indentation, widened(variable));
        names_[variable.name] = element(variable.name);
        if (!variable.init.empty()) {
          done += line(indentation + 2, fmt::format("{} = {};", element(variable.name),
                                                    with_names(source_.at(variable.init.front().span), names_)));
        }
        continue;
      }
      const std::size_t own = source_.indentation(one->span.begin).size();
      const std::string text = with_names(source_.at(one->span), names_);
      done += stores(*one, *plan_.kernel)
                  ? line(indentation + 2, fmt::format("if ({}) {{", element(active_))) +
                        line(indentation + 4, reindented(text, own, indentation + 4)) + line(indentation + 2, "}")
                  : line(indentation + 2, reindented(text, own, indentation + 2));
    }
    return declared + (done.empty() ? "" : line(indentation, head()) + done + line(indentation, "}"));
  }

  [[nodiscard]] bool is_used(const std::string& name, const std::vector<const Statement*>& later) const {
    return std::any_of(later.begin(), later.end(),
                       [&](const Statement* one) { return uses(source_.at(one->span), name) != 0; });
  }

  /// The declaration with one more dimension and without its value.
  [[nodiscard]] std::string widened(const Variable& variable) const {
    std::string written = variable.written;
    if (variable.type.find('*') == std::string::npos && written.starts_with("const ")) {
      written.erase(0, 6);
    }
    const std::size_t name_end = variable.declaration - 1 + variable.name.size();
    const std::size_t end = variable.init.empty() ? variable.span.end : name_end;
    const std::string extents(source_.at({name_end, std::max(name_end, end)}));
    const std::size_t bracket = written.find('[');
    return fmt::format("{} {}[{}]{};", written.substr(0, bracket), variable.name, items_, extents);
  }

  const Source& source_;
  const JamPlan& plan_;
  std::string items_;
  std::string item_;
  std::string active_;
  std::string some_;
  std::map<std::string, std::string> names_{};
};

Draft jammed(const Source& source, const DeviceKernel& kernel, const JamPlan& plan) {
  Jammer jammer(source, plan);
  Draft draft;
  draft.site = fmt::format("the kernel {}, along axis {}", kernel.function->name, plan.id->axis);
  draft.changes.push_back({kernel.block().span, "{\n" + jammer.body() + "}"});
  draft.tunables.push_back({jammer.items(), {1, 2, 4, 8}, 4});
  LaunchChange change{kernel.launch, {}, {}, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string groups = expr::to_text(kernel.plan->groups[axis]);
    change.groups.push_back(static_cast<int>(axis) == plan.id->axis
                                ? fmt::format("floor_div({0} + {1} - 1, {1})", groups, jammer.items())
                                : groups);
  }
  while (change.groups.size() > 1 && change.groups.back() == "1") {
    change.groups.pop_back();
  }
  draft.launches.push_back(std::move(change));
  draft.rubric = {fmt::format("An item of {} does the work of `{}` items along axis {}, within one loop.",
                              kernel.function->name, jammer.items(), plan.id->axis),
                  "What these items have in common is read and computed once.",
                  "Items without work repeat another one's and store nothing."};
  return draft;
}

} // namespace

Drafts item_jam(const Subject& subject) {
  Drafts drafts;
  for (const DeviceKernel& kernel : kernels_of(subject.source, subject.candidate)) {
    for (const IdVariable& id : kernel.ids) {
      if (const auto plan = jam_plan(kernel, id)) {
        drafts.push_back(jammed(subject.source, kernel, *plan));
      }
    }
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
