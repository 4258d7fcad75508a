#include "cli/kernel_problem.hpp"

#include "cli/evaluator_options.hpp"
#include "cli/evolved_run.hpp"
#include "cli/findings_file.hpp"
#include "cli/kernel_options.hpp"
#include "cli/terminal.hpp"
#include "kernel/task/text_file.hpp"
#include "report/kernel_evolution.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_learnt_bytes = std::size_t{1} << 24;

/// The back end that was asked for, else the first of which there is a starting kernel.
Result<kernel::Backend> backend_of(const KernelProblem& problem, const kernel::Task& task) {
  if (const auto named = kernel::backend_named(problem.backend)) {
    return *named;
  }
  if (!problem.start.empty()) {
    for (const kernel::Backend backend :
         {kernel::Backend::cpp, kernel::Backend::opencl, kernel::Backend::cuda, kernel::Backend::hip}) {
      if (fs::path(problem.start).extension() == extension(backend)) {
        return backend;
      }
    }
    return fail(ErrorKind::input, fmt::format("the ending of '{}' says no back end", problem.start),
                "kernels end in .cpp, .cl, .cu or .hip");
  }
  if (task.starts.empty()) {
    return fail(ErrorKind::input, fmt::format("task '{}' has no starting kernel", task.name), "name one: start");
  }
  return task.starts.begin()->first;
}

Result<std::string> start_of(const KernelProblem& problem, const kernel::Task& task, kernel::Backend backend) {
  if (!problem.start.empty()) {
    return kernel::read_text_file(problem.start);
  }
  const auto start = task.starts.find(backend);
  if (start == task.starts.end()) {
    return fail(ErrorKind::input, fmt::format("task '{}' has no starting kernel for {}", task.name, to_string(backend)),
                "name one: start");
  }
  return kernel::read_text_file(start->second);
}

Result<kernel::RunnerSettings> runner_of(const KernelProblem& problem) {
  auto settings = runner_settings(
      {.device = problem.device, .threads = static_cast<unsigned>(problem.threads), .sandbox = problem.sandbox});
  if (settings) {
    settings->compiler = problem.compiler;
  }
  return settings;
}

/// As people see a file: relative to where they are, when it lies below.
std::string shown_file(const fs::path& file) {
  const fs::path relative = file.lexically_proximate(fs::current_path());
  return relative.native().starts_with("..") ? file.string() : relative.string();
}

} // namespace

Result<kernel::scientist::ProblemSpec> kernel_spec(const KernelProblem& problem, const std::string& machine) {
  kernel::scientist::ProblemSpec spec;
  auto task = kernel::read_task(problem.task);
  if (!task) {
    return forward(task);
  }
  const auto backend = backend_of(problem, *task);
  if (!backend) {
    return forward(backend);
  }
  auto start = start_of(problem, *task, *backend);
  if (!start) {
    return forward(start);
  }
  auto runner = runner_of(problem);
  if (!runner) {
    return forward(runner);
  }
  if (!problem.knowledge.empty()) {
    auto knowledge = kernel::scientist::read_knowledge(problem.knowledge);
    if (!knowledge) {
      return forward(knowledge);
    }
    spec.knowledge = *std::move(knowledge);
  }
  if (!problem.findings.empty()) {
    const auto text = read_file(problem.findings, most_learnt_bytes, "findings");
    auto findings = text ? parse_findings(*text, problem.findings) : forward(text);
    if (!findings) {
      return forward(findings);
    }
    spec.findings = *std::move(findings);
  }
  const EvaluatorOptions judge{problem.evaluator, problem.external, problem.timeout, problem.calls};
  if (judge.asked()) {
    auto evaluator = make_evaluator(judge, *task, {});
    if (!evaluator) {
      return forward(evaluator);
    }
    spec.evaluator = *std::move(evaluator);
    spec.evaluator_rounds = judge.calls;
  }
  spec.task = *std::move(task);
  spec.backend = *backend;
  spec.start = *std::move(start);
  spec.selector = problem.selector;
  spec.designer = problem.designer;
  spec.writer = problem.writer;
  spec.learning = {problem.bandit, problem.ledger, problem.learnt, problem.novelty, problem.behaviour};
  spec.machine = machine;
  spec.tune = problem.tune;
  spec.patience = problem.patience;
  spec.runner = *std::move(runner);
  spec.racing.time_cap = Seconds(problem.seconds);
  spec.racing.keep_disturbed = !problem.contention_check;
  return spec;
}

Result<std::unique_ptr<loop::Problem>> open_kernel_problem(const KernelProblem& problem, const std::string& machine,
                                                           const std::vector<loop::Model>& models) {
  auto spec = kernel_spec(problem, machine);
  return spec ? kernel::scientist::make_problem(*std::move(spec), models) : forward(spec);
}

Result<RunResult> kernel_result(const KernelProblem& problem, const fs::path& directory, archive::Archive& archive,
                                const archive::Run& run) {
  const auto evolution = read_evolved_run(archive, run);
  if (!evolution) {
    return forward(evolution);
  }
  RunResult result;
  std::string written;
  if (!problem.output.empty() && evolution->path.size() > 1) {
    const fs::path file = (directory / problem.output).lexically_normal();
    if (auto wrote = write_file(file.string(), evolution->source); !wrote) {
      return forward(wrote);
    }
    written = file.string();
  }
  result.found = evolution->winner.has_value();
  result.text = report::result_text(*evolution, written.empty() ? written : shown_file(written));
  result.json = {{"verdict", result.found ? "promoted" : "none"},
                 {"written", written.empty() ? report::Json() : report::Json(written)},
                 {"evolution", report::Json::parse(to_json(*evolution).dump())}};
  return result;
}

} // namespace mapwright::cli
