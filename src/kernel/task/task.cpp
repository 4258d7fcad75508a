#include "kernel/task/task.hpp"

#include "expr/text.hpp"
#include "kernel/task/expression.hpp"
#include "kernel/task/values.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// Of one argument; far more than any machine that runs one kernel holds.
constexpr std::uint64_t most_elements = std::uint64_t{1} << 36U;

struct BackendEntry {
  Backend backend;
  std::string_view name;
  std::string_view extension;
};

constexpr std::array<BackendEntry, 4> backends{{
    {Backend::cpp, "cpp", ".cpp"},
    {Backend::opencl, "opencl", ".cl"},
    {Backend::cuda, "cuda", ".cu"},
    {Backend::hip, "hip", ".hip"},
}};

} // namespace

std::string_view to_string(Use use) {
  switch (use) {
  case Use::test:
    return "test";
  case Use::benchmark:
    return "benchmark";
  case Use::held_out:
    return "held_out";
  }
  return "";
}

std::string_view to_string(Backend backend) {
  return backends[static_cast<std::size_t>(backend)].name;
}

std::string_view extension(Backend backend) {
  return backends[static_cast<std::size_t>(backend)].extension;
}

std::optional<Backend> backend_named(std::string_view name) {
  for (const BackendEntry& entry : backends) {
    if (entry.name == name) {
      return entry.backend;
    }
  }
  return std::nullopt;
}

Values values_of(const Task& task, const std::vector<std::int64_t>& sizes) {
  Values values;
  for (std::size_t i = 0; i < task.sizes.size() && i < sizes.size(); ++i) {
    values.emplace_back(task.sizes[i], sizes[i]);
  }
  return values;
}

Result<std::vector<std::int64_t>> axes(const Argument& argument, const Values& sizes) {
  std::vector<std::int64_t> result;
  std::uint64_t elements = 1;
  for (const expr::Expr& axis : argument.shape) {
    const auto extent = evaluate_at(axis, sizes);
    if (!extent) {
      return forward(extent);
    }
    if (*extent < 0) {
      return fail(ErrorKind::input, fmt::format("the extent {} of '{}' is {} at {}", expr::to_text(axis), argument.name,
                                                expr::to_string(*extent), describe(sizes)));
    }
    if (*extent > most_elements || (*extent > 0 && elements > most_elements / static_cast<std::uint64_t>(*extent))) {
      return fail(ErrorKind::input,
                  fmt::format("'{}' has more than {} elements at {}", argument.name, most_elements, describe(sizes)));
    }
    elements *= static_cast<std::uint64_t>(*extent);
    result.push_back(static_cast<std::int64_t>(*extent));
  }
  return result;
}

Result<std::vector<std::uint64_t>> extents(const Task& task, const std::vector<std::int64_t>& sizes) {
  if (sizes.size() != task.sizes.size()) {
    return fail(ErrorKind::input, fmt::format("the task {} has {} sizes ({}), not {}", task.name, task.sizes.size(),
                                              fmt::join(task.sizes, ", "), sizes.size()));
  }
  const Values values = values_of(task, sizes);
  std::vector<std::uint64_t> result;
  for (const Argument& argument : task.arguments) {
    const auto shape = axes(argument, values);
    if (!shape) {
      return forward(shape);
    }
    std::uint64_t elements = 1;
    for (const std::int64_t extent : *shape) {
      elements *= static_cast<std::uint64_t>(extent);
    }
    result.push_back(elements);
  }
  return result;
}

std::string describe(const Task& task, const Shape& shape) {
  return describe(values_of(task, shape.sizes));
}

std::string cpp_declaration(const Task& task) {
  std::vector<std::string> parameters;
  for (const std::string& size : task.sizes) {
    parameters.push_back("std::int64_t " + size);
  }
  for (const Argument& argument : task.arguments) {
    const bool scalar = argument.shape.empty();
    parameters.push_back(fmt::format("{}{}{} {}", !scalar && argument.intent == Intent::in ? "const " : "",
                                     cpp_type(argument.type), scalar ? "" : "*", argument.name));
  }
  return fmt::format("extern \"C\" void {}({})", task.entry, fmt::join(parameters, ", "));
}

} // namespace mapwright::kernel
