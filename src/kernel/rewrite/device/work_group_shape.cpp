#include "kernel/rewrite/device/experiments.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

struct Axis {
  std::string tunable;
  std::size_t axis = 0;
};

/// The tunables that alone are the size of groups along an axis, each once; none of those that make groups square.
std::vector<Axis> group_axes(const KernelCandidate& candidate) {
  std::vector<Axis> axes;
  std::set<std::string> square;
  for (const LaunchPlan& plan : candidate.launches) {
    std::set<std::string> seen;
    for (const expr::Expr& size : plan.group) {
      if (size.op() == expr::Op::variable && !seen.insert(size.name().name()).second) {
        square.insert(size.name().name());
      }
    }
  }
  for (const LaunchPlan& plan : candidate.launches) {
    for (std::size_t axis = 0; axis < plan.group.size(); ++axis) {
      const expr::Expr& size = plan.group[axis];
      const bool known =
          std::any_of(axes.begin(), axes.end(), [&](const Axis& one) { return one.tunable == size.name().name(); });
      if (size.op() == expr::Op::variable && !known && !square.contains(size.name().name())) {
        axes.push_back({size.name().name(), axis});
      }
    }
  }
  return axes;
}

const Tunable* tunable_named(const KernelCandidate& candidate, const std::string& name) {
  const auto found = std::find_if(candidate.tunables.begin(), candidate.tunables.end(),
                                  [&](const Tunable& tunable) { return tunable.name == name; });
  return found == candidate.tunables.end() ? nullptr : &*found;
}

} // namespace

Drafts work_group_shape(const Subject& subject) {
  const KernelCandidate& candidate = subject.candidate;
  const std::int64_t most = candidate.backend == Backend::opencl ? 256 : 1024;
  const std::vector<Axis> axes = group_axes(candidate);
  Draft draft;
  Tuning tuning = preset(candidate);
  std::vector<std::string> names;
  for (const Axis& axis : axes) {
    const Tunable* known = tunable_named(candidate, axis.tunable);
    if (known == nullptr) {
      continue;
    }
    std::set<std::int64_t> values(known->values.begin(), known->values.end());
    const std::int64_t widest = axis.axis == 0 ? most : 16;
    for (std::int64_t value = 1; value <= widest; value *= 2) {
      values.insert(value);
    }
    // Long and flat: neighbours in memory sit in one group. Along one axis there is nothing to choose but the size.
    const std::int64_t wanted = axes.size() == 1 ? known->preset : axis.axis == 0 ? most / 4 : 1;
    tuning[axis.tunable] = wanted;
    draft.wider.push_back({axis.tunable, {values.begin(), values.end()}, wanted});
    names.push_back(axis.tunable);
  }
  const Result<bool> fits = allowed(candidate, tuning);
  const auto changed = [&](const Tunable& wider) {
    const Tunable* known = tunable_named(candidate, wider.name);
    return known->values.size() != wider.values.size() || known->preset != wider.preset;
  };
  if (names.empty() || !fits || !*fits || std::none_of(draft.wider.begin(), draft.wider.end(), changed)) {
    return {};
  }
  draft.site = fmt::format("the groups of {}", fmt::join(names, ", "));
  draft.rubric = {fmt::format("`{}` may take more values.", fmt::join(names, "` and `"))};
  if (axes.size() > 1) {
    draft.rubric.emplace_back("Groups are long along the first axis and one item high to begin with.");
  }
  return {draft};
}

} // namespace mapwright::kernel::rewrite::device
