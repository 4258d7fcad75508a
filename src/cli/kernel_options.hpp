// What the kernel commands share: a task by name, how candidates run, a judge that is ready.
#pragma once

#include "cli/terminal.hpp"
#include "kernel/judge/cases.hpp"
#include "kernel/judge/runner.hpp"

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed.
struct KernelOptions {
  std::vector<std::string> backends{};
  std::string device{};
  unsigned threads = 0;
  std::string sandbox = "full";
  bool json = false;
};

/// Declares --backend, --device, --threads, --sandbox and --json.
void declare(CLI::App& app, KernelOptions& options);

/// How candidates run, as the options say; the worker is this program.
Result<kernel::RunnerSettings> runner_settings(const KernelOptions& options);

/// The back ends asked for; all when none was named.
Result<std::vector<kernel::Backend>> chosen_backends(const KernelOptions& options);

/// A task with its compiled reference and fresh secret cases.
struct OpenedTask {
  std::unique_ptr<kernel::Task> task; ///< at a fixed address: the cases refer to it
  std::unique_ptr<kernel::Reference> reference;
  std::unique_ptr<kernel::Cases> cases;
};

/// Finds and reads the task named.
Result<kernel::Task> read_named_task(const std::string& name);

/// Compiles the reference of a task that was read.
Result<OpenedTask> open_task(kernel::Task task, const kernel::RunnerSettings& settings);

/// Both in one.
Result<OpenedTask> open_task(const std::string& name, const kernel::RunnerSettings& settings);

/// The presets with the values of `text`, "TX=8,TY=4". Input error for a name or value that the candidate does not
/// allow.
Result<kernel::Tuning> read_tuning(const kernel::KernelCandidate& candidate, const std::string& text);

} // namespace mapwright::cli
