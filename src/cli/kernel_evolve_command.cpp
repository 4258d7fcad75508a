// mapwright kernel evolve TASK
#include "cli/command.hpp"
#include "cli/evolve_problem.hpp"
#include "cli/options.hpp"
#include "cli/run_flags.hpp"
#include "cli/run_session.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// What a run without a budget gets: evolution has no goal at which it would end by itself.
constexpr const char* usual_budget = "evaluations=100";

struct EvolveOptions {
  EvolveProblem problem{};
  std::string archive;
  RunFlags flags{};
};

/// A run takes long: what would keep its winner from being written is said before it begins.
Result<void> check_output(const std::string& file) {
  if (file.empty()) {
    return {};
  }
  const auto folder = std::filesystem::absolute(file).parent_path();
  std::error_code none;
  if (!std::filesystem::is_directory(folder, none)) {
    return fail(ErrorKind::input, fmt::format("--out: there is no folder '{}'", folder.string()),
                "make it; the winner is written there when the run ends");
  }
  return {};
}

Result<int> evolve(EvolveOptions& options, Terminal& terminal) {
  if (const auto fits = check_output(options.problem.output); !fits) {
    return forward(fits);
  }
  options.problem.has_models = !options.flags.models.empty();
  const auto text = evolve_problem_text(options.problem);
  if (!text) {
    return forward(text);
  }
  if (options.flags.budget.empty()) {
    options.flags.budget = usual_budget;
  }
  auto run = record_problem_text(*text, "kernel evolve", std::filesystem::current_path(), options.flags);
  if (!run) {
    return forward(run);
  }
  return begin_session(*std::move(run), options.archive, options.problem.kernel.json, terminal);
}

} // namespace

void add_kernel_evolve(CLI::App& kernel, Commands& commands) {
  CLI::App& app =
      commands.add(kernel, "evolve", "make a kernel faster: select, design experiments, write, judge, learn",
                   "  mapwright kernel evolve gemm --budget evaluations=100 --out gemm_fast.cpp\n"
                   "  mapwright kernel evolve gemm --backend opencl --budget seconds=600\n"
                   "  mapwright kernel evolve gemm --model openai:qwen3@http://localhost:8080 --selector built-in\n"
                   "Exit code 0: a version was promoted; 1: none was. `mapwright resume` goes on.");
  auto options = std::make_shared<EvolveOptions>();
  EvolveProblem& problem = options->problem;
  app.add_option("TASK", problem.task, "a name of `mapwright kernel list`, or a task's folder")
      ->required()
      ->type_name("");
  app.add_option("--start", problem.start, "the kernel to begin with (default: the task's)")->type_name("FILE");
  app.add_option("--selector", problem.selector, "who selects: built-in, random, model or model:NAME")
      ->type_name("WHO");
  app.add_option("--designer", problem.designer, "who designs experiments, likewise")->type_name("WHO");
  app.add_option("--writer", problem.writer, "who writes kernels, likewise")->type_name("WHO");
  app.add_option("--knowledge", problem.knowledge, "a folder with documents about device and domain")->type_name("DIR");
  app.add_option("--findings", problem.findings, "what earlier runs found (kernel findings --export)")
      ->type_name("FILE");
  app.add_option("--without", problem.without,
                 "parts of learning to do without: bandit,ledger,findings,novelty,behaviour")
      ->type_name("NAMES");
  app.add_option("--tune", problem.tune,
                 "configurations tried of a version with tunables (default: a tenth of the evaluations, at most 6)")
      ->type_name("COUNT");
  app.add_option("--compiler", problem.compiler, "of C++ kernels (default: g++)")->type_name("NAME");
  app.add_option("--seconds", problem.seconds, "most time for one shape of one race (default: 40)")->type_name("TIME");
  app.add_flag("--no-contention-check", problem.no_contention_check,
               "also count runs that other work on the machine disturbed");
  app.add_option("--out", problem.output, "where the winner is written")->type_name("FILE");
  declare(app, options->flags);
  declare_archive(app, options->archive);
  declare(app, problem.evaluator);
  declare(app, problem.kernel);
  commands.set_action(app, [options](Terminal& terminal) { return evolve(*options, terminal); });
}

} // namespace mapwright::cli
