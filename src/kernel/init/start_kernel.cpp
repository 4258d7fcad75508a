#include "kernel/init/start_kernel.hpp"

#include "kernel/candidate/comment_block.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

constexpr std::string_view whose_items = "an integer parameter of the kernel";

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether the function is called as the task calls it: sizes of 64 bits, then the arguments.
bool has_signature_of_task(const Signature& signature, const MadeParameters& made) {
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (i < made.sizes.size() ? parameter.name != made.sizes[i] || parameter.type != Element::i64
                              : has(made.sizes, parameter.name)) {
      return false;
    }
  }
  return true;
}

/// The function that calls the kernel.
std::string adapter(const std::string& entry, const Signature& signature, const MadeParameters& made) {
  std::vector<std::string> declared;
  for (const std::string& size : made.sizes) {
    declared.push_back("std::int64_t " + size);
  }
  for (const MadeArgument& argument : made.arguments) {
    declared.push_back(fmt::format("{}{}{} {}",
                                   argument.intent == Intent::in && !argument.shape.empty() ? "const " : "",
                                   cpp_type(argument.type), argument.shape.empty() ? "" : "*", argument.name));
  }
  std::vector<std::string> passed;
  for (const Parameter& parameter : signature.parameters) {
    const bool narrow = has(made.sizes, parameter.name) && parameter.type != Element::i64;
    passed.push_back(narrow ? fmt::format("static_cast<{}>({})", cpp_type(parameter.type), parameter.name)
                            : parameter.name);
  }
  return fmt::format("\n// The kernel as its task calls it.\nextern \"C\" void {}({}) {{\n  {}({});\n}}\n", entry,
                     fmt::join(declared, ", "), signature.name, fmt::join(passed, ", "));
}

StartKernel cpp_kernel(const KernelFile& kernel, const MadeParameters& made) {
  const Signature& signature = kernel.signature;
  std::vector<Edit> edits = kernel.removed;
  StartKernel start{.entry = signature.name, .text = {}};
  if (has_signature_of_task(signature, made)) {
    if (!signature.c_linkage) {
      edits.push_back({.at = signature.begin, .size = 0, .text = "extern \"C\" "});
      start.changed.push_back(fmt::format("extern \"C\" stands before {}", signature.name));
    }
    start.text = edited(kernel.source, edits);
    return start;
  }
  start.entry = signature.name + "_of_task";
  start.text = "#include <cstdint>\n" + edited(kernel.source, edits) + adapter(start.entry, signature, made);
  start.changed.push_back(
      fmt::format("{} calls {}: a task passes its sizes first, as 64-bit integers", start.entry, signature.name));
  return start;
}

/// The comment with the launch; refuses what is wrong with its note.
std::string launch_comment(const Signature& signature, const ItemsNote& launch, const MadeParameters& made,
                           Settings& settings) {
  static constexpr std::array<std::array<std::int64_t, 3>, 3> usual{{{256, 1, 1}, {16, 16, 1}, {8, 8, 4}}};
  auto section = settings.root().section("launch");
  std::vector<std::string> groups;
  std::vector<std::string> group;
  for (std::size_t axis = 0; axis < launch.items.size(); ++axis) {
    (void)read_over(*section, "items", axis, launch.items[axis], made.sizes, whose_items);
    const std::int64_t size = launch.group.empty() ? usual.at(launch.items.size() - 1).at(axis) : launch.group.at(axis);
    groups.push_back(size == 1 ? fmt::format("\"{}\"", launch.items[axis])
                               : fmt::format("\"floor_div({} + {}, {})\"", launch.items[axis], size - 1, size));
    group.push_back(fmt::format("\"{}\"", size));
  }
  std::vector<std::string> arguments;
  for (const Parameter& parameter : signature.parameters) {
    arguments.push_back(fmt::format("\"{}\"", parameter.name));
  }
  return fmt::format("/*mapwright\n[[launch]]\nkernel = \"{}\"\ngroups = [{}]\ngroup = [{}]\narguments = [{}]\n*/\n",
                     signature.name, fmt::join(groups, ", "), fmt::join(group, ", "), fmt::join(arguments, ", "));
}

Result<StartKernel> device_kernel(const KernelFile& kernel, const MadeParameters& made, const ItemsNote& launch,
                                  Settings& settings) {
  const Signature& signature = kernel.signature;
  const bool opencl = kernel.backend == Backend::opencl;
  StartKernel start{.entry = signature.name, .text = {}};
  std::vector<Edit> edits = kernel.removed;
  for (const Parameter& parameter : signature.parameters) {
    if (has(made.sizes, parameter.name) && parameter.type != Element::i64) {
      edits.push_back({.at = parameter.type_at, .size = parameter.type_size, .text = opencl ? "long" : "long long"});
      start.changed.push_back(fmt::format("{} is a 64-bit integer, as sizes are", parameter.name));
    }
  }
  if (!opencl && !signature.c_linkage) {
    edits.push_back({.at = signature.begin, .size = 0, .text = "extern \"C\" "});
    start.changed.push_back(fmt::format("extern \"C\" stands before {}, so that it keeps its name", signature.name));
  }
  start.text = edited(kernel.source, edits);
  const bool own_comment = mapwright_comment(kernel.source).has_value();
  if (own_comment && !launch.items.empty()) {
    settings.root().refuse("launch", "the file's comment 'mapwright' says how the kernel is launched",
                           "leave one of the two out");
  } else if (!own_comment && launch.items.empty()) {
    return tl::unexpected<Error>(Error{ErrorKind::input,
                                       fmt::format("nothing says how '{}' is launched", signature.name),
                                       locate(kernel.source, signature.at, kernel.file),
                                       "in the comment: [launch], items = [...], the number of work items per axis"});
  } else if (!own_comment) {
    start.text = launch_comment(signature, launch, made, settings) + start.text;
  }
  return start;
}

} // namespace

Result<StartKernel> make_start_kernel(const KernelFile& kernel, const MadeParameters& parameters,
                                      const ItemsNote& launch, Settings& settings) {
  if (kernel.backend != Backend::cpp) {
    return device_kernel(kernel, parameters, launch, settings);
  }
  if (!launch.items.empty()) {
    settings.root().refuse("launch", "a C++ kernel is called, not launched");
  }
  return cpp_kernel(kernel, parameters);
}

} // namespace mapwright::kernel
