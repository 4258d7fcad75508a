#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/device/experiments.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// Whether every pointer of the launch is a buffer of its own.
bool has_distinct_buffers(const LaunchPlan& plan) {
  std::set<std::string> seen;
  for (const LaunchArgument& argument : plan.arguments) {
    const auto* buffer = std::get_if<BufferUse>(&argument);
    if (buffer != nullptr && !seen.insert(buffer->name).second) {
      return false;
    }
  }
  return true;
}

bool is_restricted(const Source& source, const Variable& parameter) {
  return source.at(parameter.span).find("restrict") != std::string_view::npos;
}

} // namespace

Drafts restrict_pointers(const Subject& subject) {
  const Source& source = subject.source;
  const std::string word = source.backend == Backend::opencl ? "restrict " : "__restrict__ ";
  Draft draft;
  std::vector<std::string> kernels;
  for (const DeviceKernel& kernel : kernels_of(source, subject.candidate)) {
    const std::size_t before = draft.changes.size();
    for (const Variable& parameter : kernel.function->parameters) {
      const bool is_pointer = parameter.type.find('*') != std::string::npos;
      if (is_pointer && !is_restricted(source, parameter) && has_distinct_buffers(*kernel.plan)) {
        const std::size_t at = parameter.declaration - 1;
        draft.changes.push_back({{at, at}, word});
      }
    }
    if (draft.changes.size() != before) {
      kernels.push_back(kernel.function->name);
    }
  }
  if (kernels.empty()) {
    return {};
  }
  draft.site = fmt::format("the parameters of {}", fmt::join(kernels, ", "));
  draft.rubric = {fmt::format("`{}` stands before every pointer that {} take.", word.substr(0, word.find(' ')),
                              fmt::join(kernels, ", "))};
  return {draft};
}

} // namespace mapwright::kernel::rewrite::device
