#include "cli/problem_inputs.hpp"

#include "cli/points_domain.hpp"
#include "cli/terminal.hpp"
#include "kernel/task/task.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;
using InputJson = nlohmann::json;

constexpr std::string_view points_word = "points:";
constexpr std::size_t most_input_bytes = std::size_t{1} << 26;

bool names_file(const std::string& values) {
  return values.find_first_not_of("0123456789-, ") != std::string::npos;
}

void add_inputs(MapProblem& problem, std::vector<InputName>& names) {
  if (names_points(problem.domain)) {
    names.emplace_back(problem.domain, points_word.size(), InputKind::file);
  } else if (problem.domain.ends_with(".toml")) {
    names.emplace_back(problem.domain, 0, InputKind::file);
  }
  for (auto& [name, values] : problem.tables) {
    if (names_file(values)) {
      names.emplace_back(values, 0, InputKind::file);
    }
  }
}

void add_inputs(KernelProblem& problem, std::vector<InputName>& names) {
  names.emplace_back(problem.task, 0, InputKind::task);
  for (std::string* file : {&problem.start, &problem.findings}) {
    if (!file->empty()) {
      names.emplace_back(*file, 0, InputKind::file);
    }
  }
  if (!problem.knowledge.empty()) {
    names.emplace_back(problem.knowledge, 0, InputKind::folder);
  }
}

void add_inputs(MapperProblem& problem, std::vector<InputName>& names) {
  if (!problem.program.empty()) {
    names.emplace_back(problem.program, 0, InputKind::file);
  }
  if (problem.machine.ends_with(".toml")) {
    names.emplace_back(problem.machine, 0, InputKind::file);
  }
  if (!problem.policy.empty()) {
    names.emplace_back(problem.policy, 0, InputKind::file);
  }
}

/// The files below a folder, relative to it, in the order of their names.
Result<std::vector<fs::path>> files_below(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  fs::recursive_directory_iterator entries(folder, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    if (entries->is_regular_file(error)) {
      files.push_back(entries->path().lexically_relative(folder));
    }
  }
  if (error) {
    return fail(ErrorKind::input, fmt::format("cannot read the folder '{}': {}", folder.string(), error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// JSON keeps texts only.
bool is_text(const std::string& content) {
  return content.find('\0') == std::string::npos &&
         InputJson(content).dump(-1, ' ', false, InputJson::error_handler_t::ignore) ==
             InputJson(content).dump(-1, ' ', false, InputJson::error_handler_t::replace);
}

/// `texts_only`: a file that is no text is passed over.
Result<void> record_file(const fs::path& file, const std::string& name, bool texts_only, InputJson& inputs) {
  const auto content = read_file(file.string(), most_input_bytes, "file of the problem");
  if (!content) {
    return forward(content);
  }
  if (!is_text(*content)) {
    if (texts_only) {
      return {};
    }
    return fail(ErrorKind::input,
                fmt::format("{} is no text in UTF-8, so the run's archive cannot keep it", file.string()),
                "what a problem reads is kept, so that the run can be resumed and replayed");
  }
  inputs[name] = *content;
  return {};
}

/// Every file of a folder that was recorded under `name`, below `target`.
Result<void> restore_folder(const InputJson& inputs, const std::string& name, const fs::path& target) {
  const std::string prefix = name + "/";
  bool any = false;
  for (const auto& [key, text] : inputs.items()) {
    if (!key.starts_with(prefix)) {
      continue;
    }
    any = true;
    const fs::path file = target / key.substr(prefix.size());
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    const std::string content = text.get<std::string>();
    if (auto written = write_file(file.string(), content); !written) {
      return written;
    }
    if (content.starts_with("#!")) {
      fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add, ignored);
    }
  }
  return any ? Result<void>() : fail(ErrorKind::input, fmt::format("the archive does not hold the folder '{}'", name));
}

} // namespace

Result<fs::path> InputName::path(const fs::path& directory) const {
  const fs::path file = directory / name();
  std::error_code ignored;
  if (kind_ != InputKind::task || fs::is_regular_file(file / "task.toml", ignored)) {
    return file;
  }
  return kernel::find_task(name());
}

std::vector<InputName> input_names(ProblemFile& problem) {
  std::vector<InputName> names;
  std::visit([&](auto& kind) { add_inputs(kind, names); }, problem.problem);
  return names;
}

Result<InputJson> record_inputs(ProblemFile& problem, const fs::path& directory) {
  InputJson inputs = InputJson::object();
  for (const InputName& input : input_names(problem)) {
    const auto path = input.path(directory);
    if (!path) {
      return forward(path);
    }
    if (input.kind() == InputKind::file) {
      if (auto recorded = record_file(*path, input.name(), false, inputs); !recorded) {
        return forward(recorded);
      }
      continue;
    }
    const auto files = files_below(*path);
    if (!files) {
      return forward(files);
    }
    for (const fs::path& file : *files) {
      if (auto recorded =
              record_file(*path / file, input.name() + "/" + file.string(), input.kind() == InputKind::task, inputs);
          !recorded) {
        return forward(recorded);
      }
    }
  }
  return inputs;
}

Result<void> place_inputs(ProblemFile& problem, const fs::path& directory) {
  for (InputName& input : input_names(problem)) {
    const auto path = input.path(directory);
    if (!path) {
      return forward(path);
    }
    input.rename(path->string());
  }
  return {};
}

Result<void> restore_inputs(const InputJson& inputs, const fs::path& scratch, ProblemFile& problem) {
  std::size_t count = 0;
  for (InputName& input : input_names(problem)) {
    const fs::path target = scratch / fmt::format("{}{}", count++, fs::path(input.name()).extension().string());
    if (input.kind() != InputKind::file) {
      if (auto restored = restore_folder(inputs, input.name(), target); !restored) {
        return restored;
      }
    } else {
      const auto text = inputs.find(input.name());
      if (text == inputs.end()) {
        return fail(ErrorKind::input, fmt::format("the archive does not hold the file '{}'", input.name()));
      }
      if (auto written = write_file(target.string(), text->get<std::string>()); !written) {
        return written;
      }
    }
    input.rename(target.string());
  }
  return {};
}

} // namespace mapwright::cli
