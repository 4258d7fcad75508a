#include "cli/problem_file.hpp"

#include "core/settings.hpp"
#include "core/suggest.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

std::string_view ProblemFile::kind() const {
  return std::holds_alternative<MapProblem>(problem) ? "index-map" : "kernel";
}

std::string ProblemFile::title() const {
  if (const auto* map = std::get_if<MapProblem>(&problem)) {
    return map->domain;
  }
  const auto& kernel = std::get<KernelProblem>(problem);
  return kernel.backend.empty() ? kernel.task : fmt::format("{} ({})", kernel.task, kernel.backend);
}

Result<ProblemFile> parse_problem(std::string_view text, const std::string& file) {
  auto settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  Section& root = settings->root();
  std::string kind;
  if (auto section = root.section("problem")) {
    section->text("kind", kind);
    if (!kind.empty() && kind != "index-map" && kind != "kernel") {
      section->refuse("kind", fmt::format("unknown kind '{}'", kind),
                      suggest(kind, {"index-map", "kernel"}, "the kinds are \"index-map\" and \"kernel\""));
    }
  }
  ProblemFile problem;
  if (kind == "kernel") {
    problem.problem = read_kernel_problem(root);
  } else {
    problem.problem = read_map_problem(root);
  }
  problem.run = loop::read_run_settings(root);
  problem.models = llm::read_models(root);
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  if (kind.empty()) {
    return fail(ErrorKind::input, fmt::format("{}: the file has no [problem] with a kind", file),
                "begin with [problem], kind = \"index-map\" or kind = \"kernel\"");
  }
  if (problem.title().empty()) {
    const bool map = kind == "index-map";
    return fail(ErrorKind::input, fmt::format("{}: the problem has no {}", file, map ? "domain" : "task"),
                map ? "e.g. domain = \"triangle\" in [problem]" : "e.g. task = \"gemm\" in [problem]");
  }
  return problem;
}

} // namespace mapwright::cli
