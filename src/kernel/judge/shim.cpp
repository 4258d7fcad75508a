#include "kernel/judge/shim.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

std::string with_shim(const Task& task, const std::string& source) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < task.sizes.size(); ++i) {
    arguments.push_back(fmt::format("sizes[{}]", i));
  }
  for (std::size_t i = 0; i < task.arguments.size(); ++i) {
    const Argument& argument = task.arguments[i];
    const bool scalar = argument.shape.empty();
    arguments.push_back(fmt::format("{}static_cast<{}{}*>(buffers[{}])", scalar ? "*" : "",
                                    argument.intent == Intent::in ? "const " : "", cpp_type(argument.type), i));
  }
  return fmt::format(R"({}
#line 1 "mapwright"
#include <cstdint>
{};
extern "C" __attribute__((visibility("default"))) void mapwright_call(const std::int64_t* sizes, void* const* buffers) {{
  {}({});
}}
)",
                     source, cpp_declaration(task), task.entry, fmt::join(arguments, ", "));
}

} // namespace mapwright::kernel
