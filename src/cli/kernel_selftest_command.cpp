// mapwright kernel selftest TASK...
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "measure/clock.hpp"
#include "report/kernel_report.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct KernelSelftestOptions {
  std::vector<std::string> tasks{};
  bool all = false;
  KernelOptions kernel{};
};

Result<void> test_task(const std::string& name, const std::vector<kernel::Backend>& backends, bool chosen,
                       const kernel::RunnerSettings& settings, Progress& line,
                       std::vector<report::KernelSelftest>& tests) {
  auto opened = open_task(name, settings);
  if (!opened) {
    return forward(opened);
  }
  measure::SteadyClock clock;
  for (const kernel::Backend backend : backends) {
    if (!opened->task->starts.contains(backend)) {
      continue;
    }
    line.show(fmt::format("{}, {}", opened->task->name, to_string(backend)));
    report::KernelSelftest test{.task = opened->task->name, .backend = backend};
    auto result = kernel::selftest(*opened->cases, backend, settings, clock);
    if (result) {
      test.result = *std::move(result);
    } else if (result.error().kind == ErrorKind::machine && !chosen) {
      test.missing = result.error().message;
    } else {
      return forward(result);
    }
    tests.push_back(std::move(test));
  }
  return {};
}

Result<int> selftest(const KernelSelftestOptions& options, Terminal& terminal) {
  const auto settings = runner_settings(options.kernel);
  if (!settings) {
    return forward(settings);
  }
  const auto backends = chosen_backends(options.kernel);
  if (!backends) {
    return forward(backends);
  }
  if (options.all == !options.tasks.empty()) {
    return fail(ErrorKind::input, "kernel selftest needs either tasks or --all",
                "`mapwright kernel list` names the shipped ones");
  }
  std::vector<report::KernelSelftest> tests;
  {
    Progress line(terminal);
    for (const std::string& name : options.all ? kernel::shipped_tasks() : options.tasks) {
      const auto done = test_task(name, *backends, !options.kernel.backends.empty(), *settings, line, tests);
      if (!done) {
        return forward(done);
      }
    }
  }
  const auto written =
      write_out(terminal, options.kernel.json ? report::document_text(report::to_json(tests)) : report::to_text(tests));
  if (!written) {
    return forward(written);
  }
  const bool passed = std::all_of(tests.begin(), tests.end(), [](const report::KernelSelftest& test) {
    return !test.result || test.result->passed();
  });
  return passed ? 0 : 1;
}

} // namespace

void add_kernel_selftest(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "selftest", "does the judge see through wrong kernels of this task?",
                               "  mapwright kernel selftest gemm\n"
                               "  mapwright kernel selftest --all --backend cpp\n"
                               "Kernels that are wrong on purpose are made from the starting kernel and judged.\n"
                               "Exit code 1: one was not caught, or the starting kernel is not valid.");
  auto options = std::make_shared<KernelSelftestOptions>();
  app.add_option("TASK", options->tasks, "names of `mapwright kernel list`, or folders of tasks")->type_name("");
  app.add_flag("--all", options->all, "all shipped tasks");
  declare(app, options->kernel);
  commands.set_action(app, [options](Terminal& terminal) { return selftest(*options, terminal); });
}

} // namespace mapwright::cli
