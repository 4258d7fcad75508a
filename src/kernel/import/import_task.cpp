#include "kernel/import/import_task.hpp"

#include "kernel/candidate/candidate.hpp"
#include "kernel/import/choose_presets.hpp"
#include "kernel/task/reference_source.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// A size of the task for each number of elements that an array has, named after the first such array.
std::map<std::uint64_t, std::string> sizes_of(const T1Problem& problem) {
  std::set<std::string> taken{problem.kernel};
  for (const T1Parameter& parameter : problem.parameters) {
    taken.insert(parameter.name);
  }
  for (const T1Argument& argument : problem.arguments) {
    taken.insert(argument.name);
    taken.insert(argument.name + "_scale");
  }
  std::map<std::uint64_t, std::string> sizes;
  for (const T1Argument& argument : problem.arguments) {
    if (argument.memory != T1Memory::vector || sizes.contains(argument.elements)) {
      continue;
    }
    std::string name = "size_" + argument.name;
    while (!taken.insert(name).second) {
      name += "_";
    }
    sizes[argument.elements] = name;
  }
  return sizes;
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) {
    quoted.push_back(fmt::format("\"{}\"", text));
  }
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string argument_toml(const T1Argument& argument, const std::map<std::uint64_t, std::string>& sizes) {
  std::string text =
      fmt::format("\n[[argument]]\nname = \"{}\"\ntype = \"{}\"\n", argument.name, to_string(argument.type));
  if (argument.memory == T1Memory::vector) {
    text += fmt::format("shape = [\"{}\"]\n", sizes.at(argument.elements));
  }
  if (argument.intent != Intent::in) {
    text += fmt::format("intent = \"{}\"\n", argument.intent == Intent::out ? "out" : "inout");
  }
  return text;
}

std::string task_toml(const T1Problem& problem, const std::string& name) {
  const auto sizes = sizes_of(problem);
  std::vector<std::string> names;
  std::vector<std::uint64_t> values;
  for (const auto& [value, size] : sizes) {
    names.push_back(size);
    values.push_back(value);
  }
  std::string text = fmt::format("name = \"{}\"\nsummary = \"imported: {} of {}\"\nsizes = {}\n", name, problem.kernel,
                                 problem.kernel_file, quoted_list(names));
  std::string inputs = "\n[[inputs]]\nname = \"imported\"\n";
  for (const T1Argument& argument : problem.arguments) {
    if (argument.memory == T1Memory::local) {
      continue;
    }
    text += argument_toml(argument, sizes);
    if (!argument.distribution.empty()) {
      inputs += fmt::format("{} = \"{}\"\n", argument.name, argument.distribution);
    }
  }
  const std::string shape = fmt::format("[[{}]]", fmt::join(values, ", "));
  return text + fmt::format("\n[shapes]\ntest = {0}\nbenchmark = {0}\n", shape) + inputs;
}

std::vector<std::string> trimmed_axes(const std::array<std::string, 3>& axes) {
  std::vector<std::string> kept(axes.begin(), axes.end());
  while (kept.size() > 1 && kept.back() == "1") {
    kept.pop_back();
  }
  return kept;
}

/// The comment that a kernel begins with.
std::string kernel_comment(const T1Problem& problem, const Tuning& presets) {
  std::string text = "/*mapwright\n";
  if (!problem.constraints.empty()) {
    text += fmt::format("constraints = {}\n", quoted_list(problem.constraints));
  }
  if (!problem.parameters.empty()) {
    text += "[tunables]\n";
  }
  for (const T1Parameter& parameter : problem.parameters) {
    text += fmt::format("{} = {{values = [{}], default = {}}}\n", parameter.name, fmt::join(parameter.values, ", "),
                        presets.at(parameter.name));
  }
  std::vector<std::string> arguments;
  for (const T1Argument& argument : problem.arguments) {
    arguments.push_back(argument.memory == T1Memory::local
                            ? fmt::format("local({})", argument.elements * size_of(argument.type))
                            : argument.name);
  }
  text += fmt::format("[[launch]]\nkernel = \"{}\"\ngroups = {}\ngroup = {}\narguments = {}\n", problem.kernel,
                      quoted_list(trimmed_axes(problem.groups)), quoted_list(trimmed_axes(problem.group)),
                      quoted_list(arguments));
  return text + "*/\n";
}

/// What must be added, in the order in which it is needed.
std::vector<std::string> missing_parts(const T1Problem& problem, const Task& task, const std::string& kernel_file,
                                       bool has_source) {
  std::vector<std::string> missing;
  if (!has_source) {
    missing.push_back(
        fmt::format("{}: the source of the kernel ({}), behind its comment", kernel_file, problem.kernel_file));
  }
  missing.push_back(fmt::format("reference.cpp: {}", reference_declaration(task)));
  missing.emplace_back("task.toml: small and odd test shapes, held-out shapes and [tolerance]; the file describes one "
                       "shape alone");
  const bool by_chance =
      std::any_of(problem.arguments.begin(), problem.arguments.end(), [](const T1Argument& argument) {
        return argument.distribution.starts_with("uniform") || argument.distribution.starts_with("integers");
      });
  if (!by_chance) {
    missing.emplace_back("task.toml: an input that is drawn by chance; a kernel can foretell all of them");
  }
  return missing;
}

/// Reads what was made as a user's files would be; a mistake in it is one of the problem's.
Result<Task> read_back(const ImportedTask& made) {
  const auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  for (const auto& [file, text] :
       {std::pair(std::string("task.toml"), &made.task_toml), std::pair(made.kernel_file, &made.kernel)}) {
    std::ofstream(scratch->path() / file, std::ios::binary) << *text;
  }
  auto task = read_task(scratch->path());
  if (!task) {
    return task;
  }
  const auto candidate = read_candidate(*task, scratch->path() / made.kernel_file);
  return candidate ? std::move(task) : forward(candidate);
}

} // namespace

Result<ImportedTask> import_task(const T1Problem& problem, const std::string& name, const std::string& source) {
  const auto presets = choose_presets(problem);
  if (!presets) {
    return forward(presets);
  }
  ImportedTask made{.name = name,
                    .task_toml = task_toml(problem, name),
                    .kernel_file = name + std::string(extension(problem.backend)),
                    .kernel = kernel_comment(problem, *presets) + source,
                    .left_out = problem.left_out};
  const auto task = read_back(made);
  if (!task) {
    Error error = task.error();
    error.message = fmt::format("the problem makes no task: {}", error.message);
    if (error.where) {
      error.where->file = std::filesystem::path(error.where->file).filename().string();
    }
    return tl::unexpected<Error>(std::move(error));
  }
  made.missing = missing_parts(problem, *task, made.kernel_file, !source.empty());
  const bool c_names =
      problem.backend == Backend::opencl || source.empty() || source.find("extern \"C\"") != std::string::npos;
  if (!c_names) {
    made.missing.push_back(fmt::format("{}: extern \"C\" before {}, or it has another name for the driver",
                                       made.kernel_file, problem.kernel));
  }
  for (const T1Parameter& parameter : problem.parameters) {
    if (parameter.preset && *parameter.preset != presets->at(parameter.name)) {
      made.left_out.push_back(fmt::format("the default {} of {}: the defaults together violate the conditions",
                                          *parameter.preset, parameter.name));
    }
  }
  return made;
}

} // namespace mapwright::kernel
