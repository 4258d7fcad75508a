#include "kernel/judge/launches.hpp"

#include "expr/text.hpp"
#include "kernel/task/expression.hpp"
#include "kernel/task/values.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

class Planner {
public:
  Planner(const Task& task, const KernelCandidate& candidate, const Tuning& tuning, const Inputs& inputs)
      : task_(task), candidate_(candidate), inputs_(inputs), values_(values_of(task, inputs.shape.sizes)) {
    values_.insert(values_.end(), tuning.begin(), tuning.end());
  }

  Result<void> add_to(worker::CallLayout& layout) {
    for (const ScratchBuffer& buffer : candidate_.scratch) {
      Argument as_argument{buffer.name, buffer.type, Intent::out, buffer.shape};
      const auto extents = axes(as_argument, values_);
      if (!extents) {
        return forward(extents);
      }
      std::uint64_t bytes = size_of(buffer.type);
      for (const std::int64_t extent : *extents) {
        bytes *= static_cast<std::uint64_t>(extent);
      }
      layout.scratch.push_back(bytes);
    }
    for (const LaunchPlan& plan : candidate_.launches) {
      Result<worker::LaunchStep> step = step_of(plan);
      if (!step) {
        return forward(step);
      }
      if (std::find(step->groups.begin(), step->groups.end(), 0U) == step->groups.end()) {
        layout.launches.push_back(std::move(*step));
      }
    }
    return {};
  }

private:
  Result<worker::LaunchStep> step_of(const LaunchPlan& plan) {
    worker::LaunchStep step{.kernel = plan.kernel};
    for (std::size_t i = 0; i < 3; ++i) {
      const Result<std::uint64_t> groups = count(plan.groups[i]);
      const Result<std::uint64_t> group = count(plan.group[i]);
      if (!groups || !group) {
        return forward(groups ? group : groups);
      }
      step.groups[i] = *groups;
      step.group[i] = *group;
    }
    for (const LaunchArgument& argument : plan.arguments) {
      Result<worker::LaunchValue> value = std::visit([&](const auto& use) { return value_of(use); }, argument);
      if (!value) {
        return forward(value);
      }
      step.arguments.push_back(*value);
    }
    return step;
  }

  Result<worker::LaunchValue> value_of(const BufferUse& use) {
    for (std::size_t i = 0; i < task_.arguments.size(); ++i) {
      if (task_.arguments[i].name == use.name) {
        return worker::BufferIndex{i};
      }
    }
    for (std::size_t i = 0; i < candidate_.scratch.size(); ++i) {
      if (candidate_.scratch[i].name == use.name) {
        return worker::BufferIndex{task_.arguments.size() + i};
      }
    }
    return fail(ErrorKind::input, fmt::format("there is no buffer '{}'", use.name));
  }

  Result<worker::LaunchValue> value_of(const ScalarUse& use) {
    for (std::size_t i = 0; i < task_.arguments.size(); ++i) {
      const Argument& argument = task_.arguments[i];
      if (argument.name != use.name) {
        continue;
      }
      switch (argument.type) {
      case Element::i32:
      case Element::u32:
      case Element::i64:
      case Element::u64:
      case Element::f32:
      case Element::f64: {
        worker::ScalarBits scalar{argument.type, 0};
        std::memcpy(&scalar.bits, inputs_.values[i].data(), std::min(sizeof scalar.bits, inputs_.values[i].size()));
        return scalar;
      }
      default:
        return fail(ErrorKind::input, fmt::format("'{}' is of type {}, which is not passed to devices by value",
                                                  use.name, to_string(argument.type)));
      }
    }
    return fail(ErrorKind::input, fmt::format("there is no scalar '{}'", use.name));
  }

  Result<worker::LaunchValue> value_of(const LocalUse& use) {
    const Result<std::uint64_t> bytes = count(use.bytes);
    return bytes ? Result<worker::LaunchValue>(worker::GroupBytes{*bytes}) : forward(bytes);
  }

  Result<worker::LaunchValue> value_of(const expr::Expr& e) {
    const Result<expr::Int> value = evaluate_at(e, values_);
    if (!value) {
      return forward(value);
    }
    if (*value < std::numeric_limits<std::int64_t>::min() || *value > std::numeric_limits<std::int64_t>::max()) {
      return fail(ErrorKind::input, fmt::format("{} does not fit 64 bits at {}", expr::to_text(e), describe(values_)));
    }
    return worker::ScalarBits{Element::i64, static_cast<std::uint64_t>(static_cast<std::int64_t>(*value))};
  }

  Result<std::uint64_t> count(const expr::Expr& e) {
    constexpr std::int64_t most = std::int64_t{1} << 40U;
    const Result<expr::Int> value = evaluate_at(e, values_);
    if (!value) {
      return forward(value);
    }
    if (*value < 0 || *value > most) {
      return fail(ErrorKind::input,
                  fmt::format("{} is {} at {}", expr::to_text(e), expr::to_string(*value), describe(values_)));
    }
    return static_cast<std::uint64_t>(*value);
  }

  const Task& task_;
  const KernelCandidate& candidate_;
  const Inputs& inputs_;
  Values values_;
};

} // namespace

Result<void> add_launches(const Task& task, const KernelCandidate& candidate, const Tuning& tuning,
                          const Inputs& inputs, worker::CallLayout& layout) {
  return Planner(task, candidate, tuning, inputs).add_to(layout);
}

} // namespace mapwright::kernel
