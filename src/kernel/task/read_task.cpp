#include "kernel/task/identifier.hpp"
#include "kernel/task/read_parts.hpp"
#include "kernel/task/text_file.hpp"

#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace fs = std::filesystem;

namespace {

constexpr std::array<Backend, 4> all_backends{Backend::cpp, Backend::opencl, Backend::cuda, Backend::hip};

void check_name(Section& section, std::string_view key, const std::string& name) {
  if (const std::string_view objection = objection_to_name(name); !objection.empty()) {
    section.refuse(key, fmt::format("'{}' {}", name, objection));
  }
}

void read_sizes(Section& root, Task& task) {
  if (!root.has("sizes")) {
    root.refuse("sizes", "'sizes' is missing", "e.g. sizes = [\"m\", \"n\"]");
    return;
  }
  root.texts("sizes", task.sizes);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < task.sizes.size(); ++i) {
    if (const std::string_view objection = objection_to_name(task.sizes[i]); !objection.empty()) {
      root.refuse_within("sizes", i, 0, fmt::format("'{}' {}", task.sizes[i], objection));
    }
    if (!seen.insert(task.sizes[i]).second) {
      root.refuse_within("sizes", i, 0, fmt::format("there are two sizes '{}'", task.sizes[i]));
    }
  }
}

void read_tolerance(Section& root, Task& task) {
  auto section = root.section("tolerance");
  if (!section) {
    return;
  }
  section->real("factor", task.tolerance.factor);
  if (!std::isfinite(task.tolerance.factor)) {
    section->refuse("factor", "'factor' must be finite");
  }
  require_text(*section, "reason", task.tolerance.reason);
}

void read_starts(Section& root, Task& task) {
  auto section = root.section("start");
  for (const Backend backend : all_backends) {
    const std::string key(to_string(backend));
    fs::path file = task.folder / (task.name + std::string(extension(backend)));
    std::error_code ignored;
    if (section) {
      std::string name;
      section->text(key, name); // asked for in any case, so that the key is known
      if (section->has(key)) {
        file = task.folder / name;
        if (file.extension() != extension(backend)) {
          section->refuse(key, fmt::format("'{}' must end in {}", name, extension(backend)));
        } else if (!fs::is_regular_file(file, ignored)) {
          section->refuse(key, fmt::format("there is no file {}", file.string()));
        }
      }
    }
    if (fs::is_regular_file(file, ignored)) {
      task.starts[backend] = file;
    }
  }
}

void read_evaluator(Section& root, Task& task) {
  auto section = root.section("evaluator");
  if (!section) {
    return;
  }
  TaskEvaluator evaluator;
  require_text(*section, "command", evaluator.command);
  section->real("seconds", evaluator.seconds);
  if (section->has("seconds") && !(evaluator.seconds > 0 && std::isfinite(evaluator.seconds))) {
    section->refuse("seconds", "'seconds' must be above 0 and finite");
  }
  task.evaluator = std::move(evaluator);
}

} // namespace

bool require_text(Section& section, std::string_view key, std::string& target) {
  section.text(key, target);
  if (!section.has(key)) {
    section.refuse(key, fmt::format("'{}' is missing", key));
    return false;
  }
  return true;
}

Error error_at_tolerance(const Task& task, const std::string& message) {
  const fs::path file = task.folder / "task.toml";
  const auto text = read_text_file(file);
  auto settings = text ? Settings::parse(*text, file.string()) : Result<Settings>(forward(text));
  if (!settings) {
    return settings.error();
  }
  auto section = settings->root().section("tolerance");
  (section ? *section : settings->root()).refuse(section ? "factor" : "tolerance", message);
  return settings->check().error();
}

Result<Task> read_task(const fs::path& folder) {
  const fs::path file = folder / "task.toml";
  const auto text = read_text_file(file, "a task is a folder with task.toml and reference.cpp (docs/kernel-tasks.md)");
  if (!text) {
    return forward(text);
  }
  auto settings = Settings::parse(*text, file.string());
  if (!settings) {
    return forward(settings);
  }
  Task task;
  task.folder = folder;
  Section& root = settings->root();
  if (require_text(root, "name", task.name)) {
    check_name(root, "name", task.name);
  }
  require_text(root, "summary", task.summary);
  task.entry = task.name;
  root.text("entry", task.entry);
  check_name(root, "entry", task.entry);
  read_sizes(root, task);
  read_arguments(root, task);
  read_shapes(root, task);
  read_inputs(root, task);
  read_tolerance(root, task);
  read_starts(root, task);
  read_evaluator(root, task);
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  return task;
}

} // namespace mapwright::kernel
