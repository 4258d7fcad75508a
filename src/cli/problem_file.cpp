#include "cli/problem_file.hpp"

#include "core/settings.hpp"
#include "core/suggest.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

const std::vector<std::string> kinds{"index-map", "kernel", "mapper"}; ///< in the order of the variant

/// What a problem of each kind must name, and an example.
constexpr std::array<std::pair<const char*, const char*>, 3> subjects{
    {{"domain", "e.g. domain = \"triangle\" in [problem]"},
     {"task", "e.g. task = \"gemm\" in [problem]"},
     {"program", "e.g. app = \"circuit\" or program = \"mine.toml\" in [problem]"}}};

} // namespace

std::string_view ProblemFile::kind() const {
  return kinds[problem.index()];
}

std::string ProblemFile::title() const {
  if (const auto* map = std::get_if<MapProblem>(&problem)) {
    return map->domain;
  }
  if (const auto* mapper = std::get_if<MapperProblem>(&problem)) {
    const std::string& program = mapper->app.empty() ? mapper->program : mapper->app;
    return program.empty() ? "" : fmt::format("{} on {}", program, mapper->machine_specification());
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
    if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      section->refuse("kind", fmt::format("unknown kind '{}'", kind),
                      suggest(kind, kinds, "the kinds are \"index-map\", \"kernel\" and \"mapper\""));
    }
  }
  ProblemFile problem;
  if (kind == "kernel") {
    problem.problem = read_kernel_problem(root);
  } else if (kind == "mapper") {
    problem.problem = read_mapper_problem(root);
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
                "begin with [problem], kind = \"index-map\", kind = \"kernel\" or kind = \"mapper\"");
  }
  if (problem.title().empty()) {
    const auto& [subject, example] = subjects.at(problem.problem.index());
    return fail(ErrorKind::input, fmt::format("{}: the problem has no {}", file, subject), example);
  }
  return problem;
}

} // namespace mapwright::cli
