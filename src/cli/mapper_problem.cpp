#include "cli/mapper_problem.hpp"

#include "cli/starpu_confirm.hpp"
#include "cli/terminal.hpp"
#include "mapper/contest/search_problem.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "report/mapper_search.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

const mapper::MapperSearch& search_of(const loop::Problem& opened) {
  return dynamic_cast<const mapper::MapperSearch&>(opened);
}

mapper::SearchSpec search_spec(const MapperProblem& problem) {
  mapper::SearchSpec spec;
  spec.searchers = problem.searchers;
  spec.side_simulations = problem.side_simulations;
  spec.gap = problem.gap;
  spec.repairs = static_cast<unsigned>(problem.repairs);
  spec.feedback.clear();
  for (const std::string& name : problem.feedback) {
    spec.feedback.push_back(mapper::feedback_level_named(name).value()); // parse_problem has read them
  }
  return spec;
}

/// As people see it: relative to where they are, when it lies below.
std::string shown_mapper_file(const std::filesystem::path& file) {
  const std::filesystem::path relative = file.lexically_proximate(std::filesystem::current_path());
  return relative.native().starts_with("..") ? file.string() : relative.string();
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

Result<mapper::Plan> plan_of(const archive::Candidate& candidate, const MapperSubject& subject) {
  if (candidate.form == mapper::plan_form) {
    return mapper::plan_from_json(subject.program, subject.graph, candidate.content);
  }
  auto made = mapper::elaborate(mapper::language::SourceText{candidate.content, "mapper"}, subject.program,
                                subject.graph, subject.machine);
  return made ? Result<mapper::Plan>(std::move(made->plan)) : forward(made);
}

/// The best mapping against the default, both for real.
Result<measure::Comparison> confirm_for_real(const MapperProblem& problem, const archive::Candidate& best) {
  const auto subject = open_subject(subject_options(problem));
  if (!subject) {
    return forward(subject);
  }
  const std::string* usual = subject->application->mapper("default");
  const auto before =
      plan_of(loop::make_candidate(mapper::mapper_form, usual == nullptr ? std::string() : *usual), *subject);
  const auto after = plan_of(best, *subject);
  if (!before || !after) {
    return before ? forward(after) : forward(before);
  }
  return compare_on_starpu(*subject, problem.app, *before, *after, Seconds(problem.confirm_seconds));
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

/// Writes what is asked for; the file as people see it, or empty when there is nothing to write.
Result<std::string> write_asked(const std::string& output, const std::filesystem::path& directory,
                                const std::optional<std::string>& text) {
  if (output.empty() || !text) {
    return std::string();
  }
  const std::filesystem::path file = (directory / output).lexically_normal();
  const auto wrote = write_file(file.string(), *text);
  return wrote ? Result<std::string>(shown_mapper_file(file)) : forward(wrote);
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
  const auto steps = read_steps(archive, run);
  if (!steps) {
    return forward(steps);
  }
  report::MapperSearchAnswer answer{search_of(opened), steps->best, steps->evaluations, steps->invalid, {}};
  const mapper::DecisionPolicy* policy = search_of(opened).trained_policy();
  auto written = write_asked(problem.output, directory,
                             steps->best ? std::optional(steps->best->candidate->content) : std::nullopt);
  auto policy_written = write_asked(problem.policy_output, directory,
                                    policy != nullptr ? std::optional(mapper::policy_json(*policy)) : std::nullopt);
  if (!written || !policy_written) {
    return forward(written ? policy_written : written);
  }
  answer.written = *std::move(written);
  answer.policy_written = *std::move(policy_written);
  std::optional<measure::Comparison> confirmed;
  if (steps->best && !problem.confirm.empty()) {
    auto compared = confirm_for_real(problem, *steps->best->candidate);
    if (!compared) {
      return forward(compared);
    }
    confirmed = *std::move(compared);
  }
  answer.confirmed = confirmed ? &*confirmed : nullptr;
  return RunResult{steps->best.has_value(), to_text(answer), to_json(answer)};
}

Announce mapper_line(const loop::Problem& opened) {
  return report::search_line(search_of(opened));
}

} // namespace mapwright::cli
