#include "cli/mapper_problem.hpp"

#include "cli/mapper_confirm.hpp"
#include "cli/terminal.hpp"
#include "mapper/contest/search_problem.hpp"
#include "mapper/machine/machine_text.hpp"
#include "report/mapper_search.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

mapper::SearchSpec search_spec(const MapperProblem& problem) {
  mapper::SearchSpec spec;
  spec.searchers = problem.searchers;
  spec.side_simulations = problem.side_simulations;
  spec.gap = problem.gap;
  spec.repairs = static_cast<unsigned>(problem.repairs);
  spec.feedback.clear();
  for (const std::string& name : problem.feedback) {
    spec.feedback.push_back(mapper::guidance_level_named(name).value()); // parse_problem has read them
  }
  return spec;
}

/// As people see it: relative to where they are, when it lies below.
std::string shown_mapper_file(const std::filesystem::path& file) {
  const std::filesystem::path relative = file.lexically_proximate(std::filesystem::current_path());
  return relative.native().starts_with("..") ? file.string() : relative.string();
}

/// Steps of a search, summed up.
struct SearchSteps {
  std::optional<archive::Step> best;
  std::uint64_t evaluations = 0;
  std::uint64_t invalid = 0;
};

Result<SearchSteps> read_steps(archive::Archive& archive, archive::RunId run) {
  SearchSteps steps;
  const auto read = archive.for_each_step(run, [&](archive::Step&& step) -> Result<void> {
    steps.evaluations += step.used.evaluations;
    steps.invalid += step.used.evaluations > 0 && !(step.verdict && step.verdict->valid) ? 1U : 0U;
    if (step.score && (!steps.best || *step.score < *steps.best->score)) {
      steps.best = std::move(step);
    }
    return {};
  });
  return read ? Result<SearchSteps>(std::move(steps)) : forward(read);
}

constexpr std::size_t most_policy_bytes = std::size_t{1} << 26;

/// Writes into a file below `directory`; its name as people see it.
Result<std::string> write_below(const std::filesystem::path& directory, const std::string& name,
                                const std::string& content) {
  const std::filesystem::path file = (directory / name).lexically_normal();
  const auto wrote = write_file(file.string(), content);
  return wrote ? Result<std::string>(shown_mapper_file(file)) : forward(wrote);
}

/// Puts what is handed out in the place of the best by the simulator.
Result<void> apply_confirmation(const mapper::Confirmation& confirmation, archive::Archive& archive, archive::RunId run,
                                SearchSteps& steps) {
  if (!confirmation.handed_out) {
    return {};
  }
  auto handed = archive.steps(run, confirmation.plans[*confirmation.handed_out].step.value_or(0), 1);
  if (!handed) {
    return forward(handed);
  }
  steps.best = std::move(handed->at(0));
  return {};
}

} // namespace

Result<std::shared_ptr<const mapper::DecisionPolicy>> read_policy(const std::string& file) {
  const auto text = read_file(file, most_policy_bytes, "policy");
  if (!text) {
    return forward(text);
  }
  auto policy = mapper::policy_from_json(*text, file);
  if (!policy) {
    return forward(policy);
  }
  return std::make_shared<const mapper::DecisionPolicy>(*std::move(policy));
}

SubjectOptions subject_options(const MapperProblem& problem) {
  SubjectOptions options;
  options.app = problem.app;
  options.program = problem.program;
  options.machine = problem.machine_specification();
  for (const auto& [name, value] : problem.sizes) {
    options.sizes.push_back(fmt::format("{}={}", name, value));
  }
  return options;
}

const mapper::MapperSearch& search_of(const loop::Problem& opened) {
  return dynamic_cast<const mapper::MapperSearch&>(opened);
}

mapper::ArenaSpec arena_spec(MapperSubject subject, const std::string& title) {
  mapper::ArenaSpec spec{title, std::move(subject.program), std::move(subject.machine), std::nullopt, ""};
  if (subject.application) {
    if (const std::string* expert = subject.application->mapper("expert")) {
      spec.expert = *expert;
    }
    if (const std::string* usual = subject.application->mapper("default")) {
      spec.usual = *usual;
    }
  }
  return spec;
}

Result<std::unique_ptr<loop::Problem>> open_mapper_problem(const MapperProblem& problem,
                                                           const std::vector<loop::Model>& models) {
  auto subject = open_subject(subject_options(problem));
  if (!subject) {
    return forward(subject);
  }
  const std::string title = fmt::format("{} on {}", subject->program.name, subject->machine.description().name);
  auto arena = mapper::SearchArena::make(arena_spec(*std::move(subject), title));
  if (!arena) {
    return forward(arena);
  }
  mapper::SearchSpec spec = search_spec(problem);
  if (!problem.policy.empty()) {
    auto policy = read_policy(problem.policy);
    if (!policy) {
      return forward(policy);
    }
    spec.policy = *std::move(policy);
  }
  auto search = mapper::make_search(*std::move(arena), spec, models);
  return search ? Result<std::unique_ptr<loop::Problem>>(*std::move(search)) : forward(search);
}

Result<RunResult> mapper_result(const MapperProblem& problem, const std::filesystem::path& directory,
                                archive::Archive& archive, archive::RunId run, const loop::Problem& opened) {
  auto steps = read_steps(archive, run);
  auto confirmation = problem.confirm.empty() ? Result<std::optional<mapper::Confirmation>>(std::nullopt)
                                              : confirmation_of(archive, run);
  if (!steps || !confirmation) {
    return steps ? forward(confirmation) : forward(steps);
  }
  if (*confirmation) {
    if (auto applied = apply_confirmation(**confirmation, archive, run, *steps); !applied) {
      return forward(applied);
    }
  }
  const mapper::MapperSearch& search = search_of(opened);
  report::MapperSearchAnswer answer{search, steps->best, steps->evaluations, steps->invalid, {}};
  answer.confirmation = *std::move(confirmation);
  answer.usual = search.arena().usual_text();
  if (steps->best && steps->best->candidate->form == mapper::mapper_form) {
    auto winner =
        mapper::minimal_winner(search.arena(), steps->best->candidate->content, answer.confirmation.has_value());
    if (!winner) {
      return forward(winner);
    }
    answer.winner = *std::move(winner);
  }
  if (steps->best && !problem.output.empty()) {
    auto written = write_below(directory, problem.output, answer.handed_out());
    if (!written) {
      return forward(written);
    }
    answer.written = *std::move(written);
  }
  const mapper::DecisionPolicy* policy = search.trained_policy();
  if (policy != nullptr && !problem.policy_output.empty()) {
    auto written = write_below(directory, problem.policy_output, mapper::policy_json(*policy));
    if (!written) {
      return forward(written);
    }
    answer.policy_written = *std::move(written);
  }
  if (answer.confirmation && !problem.recalibrated.empty()) {
    auto made = recalibrate_from(problem, archive, run, *answer.confirmation);
    if (!made) {
      return forward(made);
    }
    auto written = write_below(directory, problem.recalibrated, machine_text(made->machine));
    if (!written) {
      return forward(written);
    }
    answer.recalibrated = report::RecalibratedMachine{*std::move(written), *std::move(made)};
  }
  return RunResult{steps->best.has_value(), to_text(answer), to_json(answer)};
}

Announce mapper_line(const loop::Problem& opened) {
  return report::search_line(search_of(opened));
}

} // namespace mapwright::cli
