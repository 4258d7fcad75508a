// mapwright mapper study
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/mapper_problem.hpp"
#include "cli/options.hpp"
#include "cli/search_problem_text.hpp"
#include "cli/study_models.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/contest/search_study.hpp"
#include "report/mapper_study.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_repeats_of_searches = 10'000;

struct SearchStudyOptions {
  std::vector<std::string> applications;
  std::string machine = "p100x4";
  std::string searchers;
  std::string feedback;
  std::vector<std::string> models;
  std::string model_file;
  std::string policy;
  mapper::SearchStudySpec spec{};
  bool json = false;
  bool csv = false;
  bool markdown = false;
};

/// All of the catalogue, and with models those that ask them.
std::vector<std::string> all_searchers(bool any_model) {
  std::vector<std::string> names = mapper::searchers_there_are();
  std::erase_if(names, [&](const std::string& name) { return !any_model && mapper::asks_models(name); });
  return names;
}

Result<std::vector<mapper::GuidanceLevel>> read_feedback(const std::string& names) {
  std::vector<mapper::GuidanceLevel> levels;
  for (const std::string& name : names_in(names)) {
    const auto level = mapper::guidance_level_named(name);
    if (!level) {
      return fail(ErrorKind::input, fmt::format("'{}' is no level of feedback", name),
                  "expected some of: raw, explain, suggest");
    }
    levels.push_back(*level);
  }
  return levels;
}

Result<int> study_searches(SearchStudyOptions& options, Terminal& terminal) {
  const auto models = read_study_models(options.models, options.model_file, terminal);
  if (!models) {
    return forward(models);
  }
  std::vector<loop::Model> asked;
  for (const StudyModel& model : models->models) {
    asked.push_back(model.model);
  }
  mapper::SearchStudySpec& spec = options.spec;
  spec.applications = options.applications;
  if (spec.applications.empty()) {
    for (const mapper::ApplicationInfo& info : mapper::application_catalogue()) {
      spec.applications.push_back(info.name);
    }
  }
  spec.machine = options.machine;
  spec.searchers = options.searchers.empty() ? all_searchers(!asked.empty()) : names_in(options.searchers);
  if (!options.feedback.empty()) {
    auto levels = read_feedback(options.feedback);
    if (!levels) {
      return forward(levels);
    }
    spec.search.feedback = *std::move(levels);
  }
  if (!options.policy.empty()) {
    auto policy = read_policy(options.policy);
    if (!policy) {
      return forward(policy);
    }
    spec.search.policy = *std::move(policy);
  }
  const Interrupt interrupt;
  std::optional<Progress> line(std::in_place, terminal);
  const auto study = mapper::run_search_study(
      spec, asked, [&](std::size_t done, std::size_t all) { line->show(fmt::format("{} of {} searches", done, all)); },
      interrupt.token());
  line.reset();
  if (!study) {
    return forward(study);
  }
  const auto written = write_out(terminal, options.json       ? report::document_text(report::to_json(*study))
                                           : options.csv      ? report::to_csv(*study)
                                           : options.markdown ? report::to_markdown(*study)
                                                              : report::to_text(*study));
  if (!written) {
    return forward(written);
  }
  return study->complete ? 0 : 1;
}

} // namespace

void add_mapper_study(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "study", "which search finds the best mappers: applications, searchers, repeats",
                   "  mapwright mapper study\n"
                   "  mapwright mapper study --app circuit --app cannon --searcher random,portfolio --repeats 3\n"
                   "  mapwright mapper study --searcher guided:raw,guided:explain,guided:suggest --evaluations 20\n"
                   "  mapwright mapper study --machine lassen,nodes=2 --markdown > table.md\n"
                   "Exit code 1: searches are missing, interrupted or broken.");
  auto options = std::make_shared<SearchStudyOptions>();
  mapper::SearchStudySpec& spec = options->spec;
  spec.threads = std::clamp(std::thread::hardware_concurrency(), 1U, 64U);
  add_repeated(app, "--app", options->applications, "an application; repeatable (default: all)")
      ->type_name("NAME[,PARAMETER=VALUE]");
  app.add_option("--machine", options->machine, "the machine")->type_name("NAME[,nodes=N]")->capture_default_str();
  app.add_option("--searcher", options->searchers,
                 "searchers, each for itself; guided, agent and opro also with a level, as agent:raw (default: all)")
      ->type_name("NAMES");
  app.add_option("--repeats", spec.repeats, "searches of each, with seeds one after another")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, most_repeats_of_searches))
      ->capture_default_str();
  app.add_option("--evaluations", spec.evaluations, "of each search")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
      ->capture_default_str();
  app.add_option("--seed", spec.seed, "of the first repeat")->type_name("N")->capture_default_str();
  app.add_option("--gap", spec.search.gap, "a search ends at 1 + GAP times the lower bound")
      ->type_name("GAP")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_option("--side", spec.search.side_simulations, "most simulations of a search besides evaluations")
      ->type_name("COUNT")
      ->capture_default_str();
  app.add_option("--policy", options->policy, "a trained policy that rl and portfolio begin with (default: new ones)")
      ->type_name("FILE");
  app.add_option("--feedback", options->feedback, "what models may be told: some of raw,explain,suggest (default: all)")
      ->type_name("NAMES");
  app.add_option("--threads", spec.threads, "searches at once")->type_name("N")->check(CLI::Range(1U, 64U));
  add_repeated(app, "--model", options->models, "a model for agent and opro: PROVIDER:NAME[@BASE_URL]; repeatable")
      ->type_name("MODEL");
  app.add_option("--models", options->model_file, "a file of [[model]] sections")->type_name("FILE");
  declare_json(app, options->json);
  app.add_flag("--csv", options->csv, "print the rows as CSV");
  app.add_flag("--markdown", options->markdown, "print the tables as Markdown");
  commands.set_action(app, [options](Terminal& terminal) { return study_searches(*options, terminal); });
}

} // namespace mapwright::cli
