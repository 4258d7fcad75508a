#include "cli/evolve_problem.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mapwright::cli {

namespace {

const std::vector<std::string> learning_parts{"bandit", "ledger", "findings", "novelty", "behaviour"};

/// A section of TOML; nothing when it has no keys.
class SectionText {
public:
  explicit SectionText(std::string name) : name_(std::move(name)) {}

  void text(const std::string& key, const std::string& value) {
    if (!value.empty()) {
      line(key, nlohmann::json(value).dump());
    }
  }
  void line(const std::string& key, const std::string& value) { lines_ += fmt::format("{} = {}\n", key, value); }
  [[nodiscard]] std::string str() const { return lines_.empty() ? "" : fmt::format("[{}]\n{}", name_, lines_); }

private:
  std::string name_;
  std::string lines_;
};

Result<std::string> learning_text(const std::string& without) {
  SectionText section("learning");
  std::istringstream parts(without);
  for (std::string part; std::getline(parts, part, ',');) {
    if (std::find(learning_parts.begin(), learning_parts.end(), part) == learning_parts.end()) {
      return fail(ErrorKind::input, fmt::format("--without: '{}' is no part of learning", part),
                  suggest(part, learning_parts, fmt::format("expected some of: {}", fmt::join(learning_parts, ", "))));
    }
    section.line(part, "false");
  }
  return section.str();
}

} // namespace

Result<std::string> evolve_problem_text(const EvolveProblem& problem) {
  if (problem.kernel.backends.size() > 1) {
    return fail(ErrorKind::input, "--backend: a run is about one back end", "evolve once for each");
  }
  const auto learning = learning_text(problem.without);
  if (!learning) {
    return learning;
  }
  SectionText head("problem");
  head.text("kind", "kernel");
  head.text("task", problem.task);
  head.text("backend", problem.kernel.backends.empty() ? "" : problem.kernel.backends.front());
  head.text("start", problem.start);
  SectionText scientist("scientist");
  const std::string usual = problem.has_models ? "model" : "";
  for (const auto& [key, role] : {std::pair("selector", &problem.selector), std::pair("designer", &problem.designer),
                                  std::pair("writer", &problem.writer)}) {
    scientist.text(key, role->empty() ? usual : *role);
  }
  scientist.text("knowledge", problem.knowledge);
  scientist.text("findings", problem.findings);
  if (problem.tune) {
    scientist.line("tune", std::to_string(*problem.tune));
  }
  SectionText judge("judge");
  if (problem.kernel.threads != 0) {
    judge.line("threads", std::to_string(problem.kernel.threads));
  }
  judge.text("compiler", problem.compiler);
  judge.text("device", problem.kernel.device);
  judge.text("sandbox", problem.kernel.sandbox == "full" ? "" : problem.kernel.sandbox);
  if (problem.seconds) {
    judge.line("seconds", fmt::format("{:f}", *problem.seconds));
  }
  if (problem.no_contention_check) {
    judge.line("contention_check", "false");
  }
  judge.text("evaluator", problem.evaluator.evaluator);
  if (problem.evaluator.external) {
    judge.line("external", "true");
  }
  if (problem.evaluator.timeout > 0) {
    judge.line("timeout", fmt::format("{:f}", problem.evaluator.timeout));
  }
  if (problem.evaluator.calls != EvaluatorOptions().calls) {
    judge.line("calls", std::to_string(problem.evaluator.calls));
  }
  SectionText emit("emit");
  emit.text("file", problem.output);
  return head.str() + scientist.str() + *learning + judge.str() + emit.str();
}

} // namespace mapwright::cli
