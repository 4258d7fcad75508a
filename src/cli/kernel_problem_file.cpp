// The sections of a problem file of the kind "kernel".
#include "cli/problem_file.hpp"
#include "core/suggest.hpp"
#include "kernel/external/evaluator_race.hpp"

#include <cmath>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_configurations = 1000;
constexpr std::uint64_t most_kernel_threads = 1024;
constexpr std::uint64_t most_calls = 1000;

void read_role(Section& section, std::string_view key, std::string& role) {
  section.text(key, role);
  const bool named_model = role.starts_with("model:") && role.size() > std::string_view("model:").size();
  if (role != "built-in" && role != "model" && !named_model && role != "random") {
    section.refuse(key, fmt::format("'{}' cannot be the {}", role, key),
                   "expected \"built-in\", \"random\", \"model\" or \"model:NAME\"");
  }
}

void read_scientist(Section& root, KernelProblem& problem) {
  auto section = root.section("scientist");
  if (!section) {
    return;
  }
  read_role(*section, "selector", problem.selector);
  read_role(*section, "designer", problem.designer);
  read_role(*section, "writer", problem.writer);
  if (section->has("tune")) {
    section->integer("tune", problem.tune.emplace(), 1, most_configurations);
  }
  section->integer("patience", problem.patience);
  section->text("knowledge", problem.knowledge);
  section->text("findings", problem.findings);
}

void read_learning(Section& root, KernelProblem& problem) {
  if (auto section = root.section("learning")) {
    section->flag("bandit", problem.bandit);
    section->flag("ledger", problem.ledger);
    section->flag("findings", problem.learnt);
    section->flag("novelty", problem.novelty);
    section->flag("behaviour", problem.behaviour);
  }
}

void read_judge(Section& root, KernelProblem& problem) {
  auto section = root.section("judge");
  if (!section) {
    return;
  }
  section->integer("threads", problem.threads, 0, most_kernel_threads);
  section->text("compiler", problem.compiler);
  section->text("device", problem.device);
  section->text("sandbox", problem.sandbox);
  section->real("seconds", problem.seconds);
  if (!(problem.seconds >= 0.1 && problem.seconds <= 3600)) {
    section->refuse("seconds", "'seconds' must be from 0.1 to 3600");
  }
  section->flag("contention_check", problem.contention_check);
  section->text("evaluator", problem.evaluator);
  section->flag("external", problem.external);
  section->real("timeout", problem.timeout);
  section->integer("calls", problem.calls, kernel::EvaluatorRaceRule::enough, most_calls);
}

} // namespace

KernelProblem read_kernel_problem(Section& root) {
  KernelProblem problem;
  if (auto section = root.section("problem")) {
    section->text("task", problem.task);
    section->text("backend", problem.backend);
    section->text("start", problem.start);
    const auto is = [&](std::string_view name) { return problem.backend == name; };
    if (section->has("backend") && !is("cpp") && !is("opencl") && !is("cuda") && !is("hip")) {
      section->refuse(
          "backend", fmt::format("unknown back end '{}'", problem.backend),
          suggest(problem.backend, {"cpp", "opencl", "cuda", "hip"}, "expected one of: cpp, opencl, cuda, hip"));
    }
  }
  read_scientist(root, problem);
  read_learning(root, problem);
  read_judge(root, problem);
  if (auto emit = root.section("emit")) {
    emit->text("file", problem.output);
  }
  return problem;
}

} // namespace mapwright::cli
