// Kinds of tasks.
#include "expr/text.hpp"
#include "mapper/program/builder_parts.hpp"
#include "mapper/program/task_cost.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_parameters = 32;
constexpr std::size_t most_work_axes = 3;

} // namespace

Complaint in_part(Complaint complaint, std::string_view part, std::size_t index) {
  complaint.part = part;
  complaint.part_index = index;
  return complaint;
}

Objection read_expression(std::string_view key, std::size_t item, const std::string& text,
                          const std::vector<std::string>& names, std::string_view whose, expr::Expr& target) {
  auto parsed = parse_named(text, names, whose);
  if (!parsed) {
    const Error& error = parsed.error();
    return Complaint{std::string(key), item, error.where ? static_cast<std::size_t>(error.where->column - 1) : 0,
                     error.message, error.hint};
  }
  target = std::move(*parsed);
  return std::nullopt;
}

Objection ProgramBuilder::add_variant(const VariantSpec& spec, std::size_t index, TaskKind& kind) const {
  TaskVariant variant{spec.processor, spec.efficiency, {}};
  for (const TaskVariant& other : kind.variants) {
    if (other.processor == spec.processor) {
      return in_part({"processor", 0, 0, fmt::format("there are two variants for {}", to_string(spec.processor))},
                     "variant", index);
    }
  }
  if (!std::isfinite(spec.efficiency) || spec.efficiency <= 0) {
    return in_part({"efficiency", 0, 0, "'efficiency' must be a finite number above 0"}, "variant", index);
  }
  if (!spec.layouts.empty() && spec.layouts.size() != kind.parameters.size()) {
    return in_part({"layouts", 0, 0,
                    fmt::format("'layouts' must have one entry for each of {} parameters", kind.parameters.size())},
                   "variant", index);
  }
  for (std::size_t i = 0; i < spec.layouts.size(); ++i) {
    const std::optional<LayoutNeed> need = layout_need_named(spec.layouts[i]);
    if (!need) {
      return in_part({"layouts", i, 0, fmt::format("'{}' is no layout", spec.layouts[i]),
                      "words are SOA, AOS, C_order, F_order, Align==N; \"*\" is any"},
                     "variant", index);
    }
    variant.layouts.push_back(*need);
  }
  if (auto objection = add_kernel_source(spec, kind, variant)) {
    return in_part(*objection, "variant", index);
  }
  kind.variants.push_back(std::move(variant));
  return std::nullopt;
}

Objection ProgramBuilder::add_kernel_source(const VariantSpec& spec, const TaskKind& kind, TaskVariant& variant) const {
  if (spec.opencl.empty()) {
    return spec.kernel.empty() && spec.work.empty()
               ? Objection()
               : Complaint{spec.kernel.empty() ? "work" : "kernel", 0, 0, "the file of the kernel is missing",
                           "e.g. opencl = \"kernels.cl\""};
  }
  if (spec.processor != ProcessorKind::gpu) {
    return Complaint{"opencl", 0, 0, "OpenCL kernels are for GPU",
                     "kernels for CPU come in a shared library: --kernels"};
  }
  const std::string& entry = spec.kernel.empty() ? kind.name : spec.kernel;
  if (!expr::is_name(entry)) {
    return Complaint{"kernel", 0, 0, fmt::format("'{}' is no name of a function", entry)};
  }
  if (spec.work.empty() || spec.work.size() > most_work_axes) {
    return Complaint{spec.work.empty() ? "opencl" : "work", 0, 0,
                     fmt::format("'work' says how many work items there are, in 1 to {} dimensions", most_work_axes),
                     "e.g. work = [\"to\"]: one for each point of the argument 'to'"};
  }
  std::vector<std::string> parameters;
  for (const TaskParameter& parameter : kind.parameters) {
    parameters.push_back(parameter.name);
  }
  for (std::size_t i = 0; i < spec.work.size(); ++i) {
    expr::Expr items = 0;
    if (auto objection = read_expression("work", i, spec.work[i], cost_names(program_, parameters),
                                         "a size or an argument", items)) {
      return objection;
    }
  }
  variant.opencl = KernelSource{spec.opencl, entry, spec.work};
  return std::nullopt;
}

Objection ProgramBuilder::add_kind(const KindSpec& spec) {
  if (!expr::is_name(spec.name)) {
    return Complaint{"name", 0, 0, fmt::format("'{}' is no name", spec.name)};
  }
  if (index_named(program_.kinds, spec.name) != none) {
    return Complaint{"name", 0, 0, fmt::format("there are two tasks '{}'", spec.name)};
  }
  if (spec.parameters.size() > most_parameters) {
    return Complaint{"name", 0, 0, fmt::format("a task has at most {} parameters", most_parameters)};
  }
  std::vector<std::string> parameters;
  for (const ParameterSpec& parameter : spec.parameters) {
    parameters.push_back(parameter.name);
  }
  const std::vector<std::string> names = cost_names(program_, parameters);
  TaskKind kind{spec.name, {}, {}, 0};
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    const ParameterSpec& parameter = spec.parameters[i];
    const auto uses = std::count(names.begin(), names.end(), parameter.name);
    if (!expr::is_name(parameter.name) || uses != 1) {
      return in_part({"name", 0, 0, fmt::format("'{}' is no name of a parameter, or is taken", parameter.name)},
                     "parameter", i);
    }
    kind.parameters.push_back({parameter.name, std::nullopt});
    if (!parameter.bytes.empty()) {
      expr::Expr bytes = 0;
      if (auto objection = read_expression("bytes", 0, parameter.bytes, names, "a size or an argument", bytes)) {
        return in_part(*objection, "parameter", i);
      }
      kind.parameters.back().bytes = bytes;
    }
  }
  for (std::size_t i = 0; i < spec.variants.size(); ++i) {
    if (auto objection = add_variant(spec.variants[i], i, kind)) {
      return objection;
    }
  }
  if (kind.variants.empty()) {
    return Complaint{"name", 0, 0, fmt::format("the task '{}' has no variant", spec.name),
                     "say which kind of processor can run it"};
  }
  if (auto objection = read_expression("flops", 0, spec.flops, names, "a size or an argument", kind.flops)) {
    return objection;
  }
  program_.kinds.push_back(std::move(kind));
  return std::nullopt;
}

} // namespace mapwright::mapper
