// The items of a kernel that pass its guards, as a domain with a proved map.
#pragma once

#include "core/measurement.hpp"
#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/maps/guard_domain.hpp"
#include "kernel/task/expression.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

struct GuardedKernel {
  Guards guards{};
  std::vector<const IdVariable*> ids{}; ///< as guards.indices: of the highest axis first
  std::vector<std::string> passed{};    ///< as guards.sizes: what the launch passes for them
  [[nodiscard]] int lowest_axis() const { return ids.back()->axis; }
};

/// Nothing unless every guard speaks of ids and integer parameters that never change, of at least two axes, and the ids
/// of those axes are asked for nowhere else.
std::optional<GuardedKernel> guarded(const DeviceKernel& kernel, const Source& source);

/// `e`, in the domain's sizes, in what the launch list knows: sizes of the task and tunables.
Result<expr::Expr> in_launch_terms(const GuardedKernel& kernel, expr::Expr e);

/// At one benchmark shape.
struct Load {
  double launched = 0;   ///< items
  double useful = 0;     ///< items that pass the guards
  double operations = 0; ///< of the whole task; 0: not known
};
/// For the preset tuning, at each benchmark shape; `useful` counts the points of the guarded axes, in the launch's
/// terms. Shapes at which a number cannot be told are left out.
std::vector<Load> loads(const Task& task, const KernelCandidate& candidate, const DeviceKernel& kernel,
                        const GuardedKernel& guards, const expr::Expr& useful);

/// How many items are launched for one that has something to do: the least over the loads; 1 without any.
double waste(const std::vector<Load>& loads);

/// The predicted gain of an exact launch: `cost` operations find the indices of one item (docs/bench.md).
Interval predicted_gain(const std::vector<Load>& loads, double cost);

} // namespace mapwright::kernel::rewrite
