// mapwright kernel check TASK [FILE...]
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "report/kernel_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::array all_uses{kernel::Use::test, kernel::Use::benchmark, kernel::Use::held_out};

struct KernelCheckOptions {
  std::string task;
  std::vector<std::string> files{};
  std::string tuning;
  KernelOptions kernel{};
};

/// The files named, or the task's starting kernels for the chosen back ends.
Result<std::vector<std::string>> files_of(const KernelCheckOptions& options, const kernel::Task& task) {
  if (!options.files.empty()) {
    return options.files;
  }
  const auto backends = chosen_backends(options.kernel);
  if (!backends) {
    return forward(backends);
  }
  std::vector<std::string> files;
  for (const kernel::Backend backend : *backends) {
    if (const auto start = task.starts.find(backend); start != task.starts.end()) {
      files.push_back(start->second.string());
    }
  }
  if (files.empty()) {
    return fail(ErrorKind::input, fmt::format("task '{}' has no starting kernel for what was asked", task.name),
                "name a file");
  }
  return files;
}

Result<report::KernelCheck> check_file(const KernelCheckOptions& options, const std::string& file, OpenedTask& opened,
                                       const kernel::RunnerSettings& settings) {
  const auto candidate = kernel::read_candidate(*opened.task, file);
  if (!candidate) {
    return forward(candidate);
  }
  const auto tuning = read_tuning(*candidate, options.tuning);
  if (!tuning) {
    return forward(tuning);
  }
  report::KernelCheck check{.file = file, .backend = candidate->backend, .tuning = *tuning};
  auto built = kernel::build(*opened.task, *candidate, *tuning, settings);
  if (!built) {
    // A starting kernel for a device that is not here is passed over; a file or a back end that was named is not.
    const bool asked_for = !options.files.empty() || !options.kernel.backends.empty();
    if (built.error().kind != ErrorKind::machine || asked_for) {
      return forward(built);
    }
    check.missing = built.error().message;
    return check;
  }
  if (built->status != kernel::RunStatus::done) {
    check.validity.fault = kernel::fault_of(built->status);
    check.validity.evidence = built->log;
    return check;
  }
  const auto found = check_validity(*opened.cases, *built->runner, all_uses, kernel::fresh_secret());
  if (!found) {
    return forward(found);
  }
  check.validity = *found;
  return check;
}

Result<int> check(const KernelCheckOptions& options, Terminal& terminal) {
  const auto settings = runner_settings(options.kernel);
  if (!settings) {
    return forward(settings);
  }
  auto opened = open_task(options.task, *settings);
  if (!opened) {
    return forward(opened);
  }
  const auto files = files_of(options, *opened->task);
  if (!files) {
    return forward(files);
  }
  report::KernelCheckReport report{*opened->task, {}};
  for (const std::string& file : *files) {
    auto one = check_file(options, file, *opened, *settings);
    if (!one) {
      return forward(one);
    }
    report.checks.push_back(*std::move(one));
  }
  const auto written = write_out(terminal, options.kernel.json ? report::document_text(report::to_json(report))
                                                               : report::to_text(report));
  if (!written) {
    return forward(written);
  }
  const auto is_fine = [](const report::KernelCheck& one) { return !one.missing.empty() || one.validity.valid(); };
  return std::all_of(report.checks.begin(), report.checks.end(), is_fine) ? 0 : 1;
}

} // namespace

void add_kernel_check(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "check", "is a kernel a correct implementation of its task?",
                               "  mapwright kernel check gemm\n"
                               "  mapwright kernel check gemm mine.cl --tune TX=8,TY=8\n"
                               "Without FILE: the task's starting kernels. Exit code 1: one is not valid.");
  auto options = std::make_shared<KernelCheckOptions>();
  app.add_option("TASK", options->task, "a name of `mapwright kernel list`, or a task's folder")
      ->required()
      ->type_name("");
  app.add_option("FILE", options->files, "kernels: .cpp, .cl, .cu or .hip")->type_name("");
  app.add_option("--tune", options->tuning, "values of tunables, e.g. TX=8,TY=8")->type_name("VALUES");
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return check(*options, terminal); });
}

} // namespace mapwright::cli
