#include "cli/problem_record.hpp"

#include "mapwright/version.hpp"

#include "cli/kernel_problem.hpp"
#include "cli/map_problem.hpp"
#include "cli/mapper_problem.hpp"
#include "cli/models.hpp"
#include "cli/problem_inputs.hpp"
#include "llm/model_choice.hpp"
#include "loop/run_end.hpp"
#include "measure/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t problem_limit = std::size_t{1} << 20;
constexpr std::uint64_t most_parallel = 64;
constexpr std::uint64_t usual_search_evaluations = 100; ///< of a search for a mapper without limits

using Json = nlohmann::json;

Json json_of(const RunFlags& flags) {
  Json json{{"models", flags.models}, {"budget", flags.budget}, {"fallback", flags.fallback}};
  if (flags.seed) {
    json["seed"] = *flags.seed;
  }
  if (flags.parallel) {
    json["parallel"] = *flags.parallel;
  }
  return json;
}

/// What was typed replaces what the file says.
Result<void> apply(const Json& flags, const std::string& later_budget, ProblemFile& problem) {
  for (const std::string& text : {flags.value("budget", std::string()), later_budget}) {
    if (text.empty()) {
      continue;
    }
    const auto budget = loop::parse_budget(text);
    if (!budget) {
      return forward(budget);
    }
    problem.run.flow.budget = loop::merged(problem.run.flow.budget, *budget);
  }
  Budget& limits = problem.run.flow.budget;
  if (std::holds_alternative<MapperProblem>(problem.problem) &&
      std::none_of(all_resource_kinds.begin(), all_resource_kinds.end(),
                   [&](ResourceKind kind) { return limits.limit(kind).has_value(); })) {
    limits.evaluations = usual_search_evaluations; // most searchers could go on for ever
  }
  problem.run.flow.seed = flags.value("seed", problem.run.flow.seed);
  problem.run.flow.parallel = flags.value("parallel", problem.run.flow.parallel);
  problem.run.flow.fallback = problem.run.flow.fallback || flags.value("fallback", false);
  const Json environment = flags.value("environment", Json::object());
  const auto defaults = llm::model_defaults([&](const std::string& name) -> std::optional<std::string> {
    return environment.contains(name) ? std::optional(environment.at(name).get<std::string>()) : std::nullopt;
  });
  if (!defaults) {
    return forward(defaults);
  }
  auto models = llm::choose_models(flags.value("models", std::vector<std::string>()), problem.models, *defaults);
  if (!models) {
    return forward(models);
  }
  problem.models = std::move(*models);
  return {};
}

/// What the environment says of models, so that a resumed run has the same.
Json environment_json() {
  const llm::Environment environment = llm::process_environment();
  Json json = Json::object();
  for (const char* name : {"MAPWRIGHT_PROVIDER", "MAPWRIGHT_MODEL", "MAPWRIGHT_BASE_URL"}) {
    if (const auto value = environment(name)) {
      json[name] = *value;
    }
  }
  return json;
}

Result<std::unique_ptr<loop::Problem>> open_kind(const ProblemFile& file, const std::string& machine,
                                                 const std::vector<loop::Model>& models, Terminal& terminal) {
  if (const auto* map = std::get_if<MapProblem>(&file.problem)) {
    return open_map_problem(*map, models, terminal);
  }
  if (const auto* mapper = std::get_if<MapperProblem>(&file.problem)) {
    return open_mapper_problem(*mapper, models);
  }
  return open_kernel_problem(std::get<KernelProblem>(file.problem), machine, models);
}

} // namespace

Result<archive::Run> record_problem(const std::string& file, const RunFlags& flags) {
  const auto text = read_file(file, problem_limit, "problem");
  if (!text) {
    return forward(text);
  }
  return record_problem_text(*text, file, fs::absolute(fs::path(file)).parent_path(), flags);
}

Result<archive::Run> record_problem_text(const std::string& text, const std::string& file, const fs::path& directory,
                                         const RunFlags& flags) {
  auto problem = parse_problem(text, file);
  if (!problem) {
    return forward(problem);
  }
  if (flags.parallel && (*flags.parallel == 0 || *flags.parallel > most_parallel)) {
    return fail(ErrorKind::input, fmt::format("--parallel must be from 1 to {}", most_parallel));
  }
  archive::Run run;
  run.options = json_of(flags);
  run.options["environment"] = environment_json();
  if (auto applied = apply(run.options, "", *problem); !applied) {
    return forward(applied);
  }
  auto inputs = record_inputs(*problem, directory);
  if (!inputs) {
    return forward(inputs);
  }
  run.options["inputs"] = *std::move(inputs);
  run.title = problem->title();
  run.kind = problem->kind();
  run.problem = text;
  run.file = file;
  run.directory = directory.string();
  run.seed = problem->run.flow.seed;
  run.version = std::string(version_text);
  run.machine = measure::describe_machine().summary();
  run.begun = loop::utc_now();
  return run;
}

Result<OpenProblem> open_problem(const archive::Run& run, const std::string& budget, Purpose purpose,
                                 Terminal& terminal) {
  auto problem = parse_problem(run.problem, run.file);
  if (!problem) {
    return forward(problem);
  }
  if (auto applied = apply(run.options, budget, *problem); !applied) {
    return forward(applied);
  }
  OpenProblem open{std::move(*problem), fs::path(run.directory), {}, {}};
  if (purpose == Purpose::first) {
    if (auto placed = place_inputs(open.file, fs::path(run.file).parent_path()); !placed) {
      return forward(placed);
    }
  } else if (!input_names(open.file).empty()) {
    auto scratch = sandbox::ScratchDirectory::create();
    if (!scratch) {
      return forward(scratch);
    }
    if (auto restored = restore_inputs(run.options.value("inputs", Json::object()), scratch->path(), open.file);
        !restored) {
      return forward(restored);
    }
    open.inputs = std::move(*scratch);
  }
  place_models(open.file.models, open.directory);
  auto models = make_models(open.file.models, purpose == Purpose::replay, terminal);
  if (!models) {
    return forward(models);
  }
  auto made = open_kind(open.file, run.machine, *models, terminal);
  if (!made) {
    return forward(made);
  }
  open.problem = std::move(*made);
  return open;
}

} // namespace mapwright::cli
