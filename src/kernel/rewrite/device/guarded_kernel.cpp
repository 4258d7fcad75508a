#include "kernel/rewrite/device/guarded_kernel.hpp"

#include "expr/text.hpp"
#include "kernel/rewrite/names.hpp"
#include "kernel/task/values.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::kernel::rewrite {

namespace {

/// Operations that an item needs to be launched and to see that it has nothing to do.
constexpr double operations_of_nothing = 8;

bool is_integer(const Variable& parameter) {
  const std::string& type = parameter.type;
  return type.find('*') == std::string::npos &&
         (type.find("long") != std::string::npos || type.find("int") != std::string::npos);
}

bool speaks_of(const std::string& condition, const std::string& name) {
  return uses(condition, name) != 0;
}

/// The conditions of the guards, as texts.
void read_conditions(const DeviceKernel& kernel, const Source& source, Guards& guards) {
  for (const Guard& guard : kernel.guards) {
    const std::string text(source.at(guard.statement->condition.front().span));
    (guard.leaves ? guards.fails : guards.holds).push_back(text);
  }
}

} // namespace

std::optional<GuardedKernel> guarded(const DeviceKernel& kernel, const Source& source) {
  GuardedKernel result;
  read_conditions(kernel, source, result.guards);
  const auto mentioned = [&](const std::string& name) {
    const auto has = [&](const std::string& text) { return speaks_of(text, name); };
    return std::any_of(result.guards.holds.begin(), result.guards.holds.end(), has) ||
           std::any_of(result.guards.fails.begin(), result.guards.fails.end(), has);
  };
  for (const IdVariable& id : kernel.ids) {
    if (mentioned(id.name)) {
      result.ids.push_back(&id);
    }
  }
  std::sort(result.ids.begin(), result.ids.end(), [](const auto* a, const auto* b) { return a->axis > b->axis; });
  for (std::size_t i = 1; i < result.ids.size(); ++i) {
    if (result.ids[i - 1]->axis == result.ids[i]->axis) {
      return std::nullopt;
    }
  }
  if (result.ids.size() < 2) {
    return std::nullopt;
  }
  for (const IdVariable* id : result.ids) {
    result.guards.indices.push_back(id->name);
    const auto others = std::count_if(kernel.uses.begin(), kernel.uses.end(),
                                      [&](const IdUse& use) { return (use.axis == id->axis || use.axis < 0); });
    if (others != 1) { // its own declaration
      return std::nullopt;
    }
  }
  for (std::size_t i = 0; i < kernel.function->parameters.size(); ++i) {
    const Variable& parameter = kernel.function->parameters[i];
    if (mentioned(parameter.name)) {
      const std::string passed = kernel.passed(i);
      if (!is_integer(parameter) || passed.empty() || changes(kernel.block(), parameter.name)) {
        return std::nullopt;
      }
      result.guards.sizes.push_back(parameter.name);
      result.passed.push_back(passed);
    }
  }
  return result;
}

Result<expr::Expr> in_launch_terms(const GuardedKernel& kernel, expr::Expr e) {
  // In two steps, so that a size which is passed for another one is not replaced again.
  std::vector<expr::Symbol> between;
  for (std::size_t i = 0; i < kernel.guards.sizes.size(); ++i) {
    between.emplace_back("passed_for_size_" + std::to_string(i));
    e = expr::substitute(e, expr::Symbol(kernel.guards.sizes[i]), expr::Expr::variable(between[i]));
  }
  for (std::size_t i = 0; i < between.size(); ++i) {
    const Result<expr::Expr> passed = expr::parse_expr(kernel.passed[i], "LAUNCH");
    if (!passed) {
      return forward(passed);
    }
    e = expr::substitute(e, between[i], *passed);
  }
  return e;
}

std::vector<Load> loads(const Task& task, const KernelCandidate& candidate, const DeviceKernel& kernel,
                        const GuardedKernel& guards, const expr::Expr& useful) {
  std::vector<Load> result;
  for (const Shape& shape : task.shapes) {
    if (shape.use != Use::benchmark) {
      continue;
    }
    Values values = values_of(task, shape.sizes);
    for (const auto& [name, value] : preset(candidate)) {
      values.emplace_back(name, value);
    }
    Load load{1, 1, 0};
    bool known = true;
    const auto number = [&](const expr::Expr& e) {
      const Result<expr::Int> value = evaluate_at(e, values);
      known = known && value.has_value();
      return value ? static_cast<double>(*value) : 0.0;
    };
    load.useful = number(useful);
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const double items = number(kernel.plan->groups[at]) * number(kernel.plan->group[at]);
      const bool guarded_axis =
          std::any_of(guards.ids.begin(), guards.ids.end(), [&](const auto* id) { return id->axis == axis; });
      load.launched *= items;
      load.useful *= guarded_axis ? 1 : items;
    }
    load.operations = task.operations ? number(*task.operations) : 0;
    if (known && load.useful > 0) {
      result.push_back(load);
    }
  }
  return result;
}

double waste(const std::vector<Load>& loads) {
  double least = loads.empty() ? 1 : std::numeric_limits<double>::infinity();
  for (const Load& load : loads) {
    least = std::min(least, load.launched / load.useful);
  }
  return least;
}

Interval predicted_gain(const std::vector<Load>& loads, double cost) {
  Interval gain{1, 1};
  bool first = true;
  for (const Load& load : loads) {
    const double work = load.operations > 0 ? load.operations / load.useful : 16;
    const double before = load.launched * operations_of_nothing + load.useful * work;
    const double after = load.useful * (operations_of_nothing + cost + work);
    const double least = std::min(before / after, 1.0 / (1.0 + cost / (work + operations_of_nothing)));
    const double most = std::max(load.launched / load.useful, before / after); // items that idle take places
    gain.low = first ? least : std::min(gain.low, least);
    gain.high = first ? most : std::max(gain.high, most);
    first = false;
  }
  return gain;
}

} // namespace mapwright::kernel::rewrite
