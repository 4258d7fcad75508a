#include "cli/map_problem.hpp"

#include "cli/emission.hpp"
#include "cli/points_domain.hpp"
#include "cli/question.hpp"
#include "cli/verification.hpp"
#include "index_map/learn/guess.hpp"
#include "index_map/learn/problem.hpp"
#include "report/derive_report.hpp"
#include "report/map_at.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;
namespace learn = index_map::learn;

constexpr std::string_view points_prefix = "points:";
constexpr std::size_t points_limit = std::size_t{1} << 26;

struct EmittedFile {
  std::string language;
  fs::path file; ///< absolute
};

/// As people see it: relative to where they are, when it lies below.
std::string shown(const fs::path& file) {
  const fs::path relative = file.lexically_proximate(fs::current_path());
  return relative.native().starts_with("..") ? file.string() : relative.string();
}

/// The command-line form of the problem.
DomainOptions domain_options(const MapProblem& problem) {
  DomainOptions options;
  options.domain = problem.domain;
  options.form = problem.form;
  for (const auto& [name, value] : problem.sizes) {
    options.parameters.push_back(name + "=" + value);
  }
  for (const auto& [name, values] : problem.tables) {
    options.tables.push_back(name + "=" + values);
  }
  return options;
}

Result<index_map::infer::Examples> read_points(const std::string& domain) {
  const std::string file = domain.substr(points_prefix.size());
  const auto text = read_file(file, points_limit, "points");
  if (!text) {
    return forward(text);
  }
  return index_map::infer::read_examples(*text, file);
}

Result<std::vector<EmittedFile>> emit_files(const MapProblem& problem, const index_map::Certified& certified,
                                            const fs::path& directory) {
  std::vector<EmittedFile> files;
  if (problem.languages.empty()) {
    return files;
  }
  const EmitOptions options{problem.bits, problem.name, false};
  const fs::path target = directory / problem.directory;
  std::error_code code;
  fs::create_directories(target, code);
  if (code) {
    return fail(ErrorKind::input, fmt::format("cannot make the directory '{}': {}", target.string(), code.message()));
  }
  for (const std::string& language : problem.languages) {
    const auto dialect = emit::make_dialect(language);
    if (!dialect) {
      return forward(dialect);
    }
    const auto source = emit_source(**dialect, certified, options);
    if (!source) {
      return forward(source);
    }
    const std::string name = identifier_of(options, certified.derived.map.domain);
    const fs::path file = (target / (name + std::string((*dialect)->extension()))).lexically_normal();
    if (auto written = write_file(file.string(), *source); !written) {
      return forward(written);
    }
    files.push_back({language, file});
  }
  return files;
}

/// The map of a domain: derived, certified, compared, emitted.
Result<RunResult> domain_result(const MapProblem& problem, const DomainOptions& options, const fs::path& directory,
                                Terminal& terminal) {
  const auto question = read_question(options, terminal);
  if (!question) {
    return forward(question);
  }
  const auto certified = index_map::derive_certified(question->domain, derive_options(*question, problem.form));
  if (!certified) {
    return forward(certified);
  }
  const auto verified = compare(*certified, *question, problem.exhaustive, terminal);
  if (!verified) {
    return forward(verified);
  }
  std::vector<EmittedFile> files;
  if (verified->verified()) {
    auto emitted = emit_files(problem, *certified, directory);
    if (!emitted) {
      return forward(emitted);
    }
    files = std::move(*emitted);
  }
  std::optional<report::MapAt> at;
  if (has_all_sizes(*question) && !question->sizes.empty()) {
    auto made = report::MapAt::make(certified->derived, *all_sizes(*question, "run"), question->tables);
    if (made) {
      at = std::move(*made);
    }
  }
  report::DeriveReport derived = report::make_derive_report(*certified, at ? &*at : nullptr);
  derived.inferred = question->inferred.get();
  RunResult result;
  result.found = verified->verified();
  result.text = report::to_text(derived) + report::comparison_text(*verified);
  report::Json emitted = report::Json::array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    result.text += fmt::format("{:<13}{} ({})\n", i == 0 ? "emitted" : "", shown(files[i].file), files[i].language);
    emitted.push_back({{"language", files[i].language}, {"file", files[i].file.string()}});
  }
  result.json = {{"verdict", verified->verified()  ? "verified"
                             : !verified->agrees() ? "refuted"
                                                   : "unproved"},
                 {"derive", report::to_json(derived)},
                 {"verify", report::to_json(*verified)},
                 {"emitted", std::move(emitted)}};
  return result;
}

/// A function somebody wrote: kept as it is.
Result<RunResult> source_result(const MapProblem& problem, const fs::path& directory, const archive::Step& step) {
  const archive::Candidate& candidate = *step.candidate;
  RunResult result;
  result.found = true;
  result.text = fmt::format("{}\nverdict      {}: {}\n", candidate.content, step.verdict->status,
                            step.verdict->evidence.value("how", "all known points are right"));
  report::Json emitted = report::Json::array();
  if (!problem.languages.empty()) {
    const fs::path target = directory / problem.directory;
    std::error_code code;
    fs::create_directories(target, code);
    const bool map = candidate.form == learn::map_form;
    const fs::path file =
        (target / ((problem.name.empty() ? "index_map" : problem.name) + (map ? ".map" : ".cpp"))).lexically_normal();
    if (auto written = write_file(file.string(), candidate.content); !written) {
      return forward(written);
    }
    result.text += fmt::format("written      {}: only maps of domains are emitted in other languages\n", shown(file));
    emitted.push_back({{"language", map ? "map" : "cpp"}, {"file", file.string()}});
  }
  result.json = {{"verdict", step.verdict->status}, {"derive", nullptr}, {"verify", nullptr}, {"emitted", emitted}};
  return result;
}

} // namespace

Result<std::unique_ptr<loop::Problem>> open_map_problem(const MapProblem& problem,
                                                        const std::vector<loop::Model>& models, Terminal& terminal) {
  for (const std::string& language : problem.languages) {
    if (const auto dialect = emit::make_dialect(language); !dialect) {
      return forward(dialect);
    }
  }
  if (auto valid = check(EmitOptions{problem.bits, problem.name, false}); !valid) {
    return forward(valid);
  }
  learn::ProblemSpec spec;
  spec.title = problem.domain;
  spec.proposers = problem.proposers;
  spec.shown = problem.shown;
  spec.listed = problem.listed;
  spec.tries = problem.tries;
  spec.definition_shown = problem.definition;
  if (names_points(problem.domain)) {
    auto examples = read_points(problem.domain);
    if (!examples) {
      return forward(examples);
    }
    spec.examples = std::move(*examples);
  } else {
    auto question = read_question(domain_options(problem), terminal);
    if (!question) {
      return forward(question);
    }
    spec.judge.derive = derive_options(*question, problem.form);
    spec.domain = std::move(question->domain);
    spec.sizes = std::move(question->sizes);
  }
  return learn::make_problem(std::move(spec), models);
}

Result<RunResult> map_result(const MapProblem& problem, const fs::path& directory,
                             const std::optional<archive::Step>& step, Terminal& terminal) {
  if (!step) {
    return RunResult{
        false,
        "no map was found\n",
        {{"verdict", "none"}, {"derive", nullptr}, {"verify", nullptr}, {"emitted", report::Json::array()}}};
  }
  if (step->candidate->form != learn::domain_form) {
    return source_result(problem, directory, *step);
  }
  if (step->proposer == "symbolic") { // the problem's own text says more: where points came from, constants, tables
    return domain_result(problem, domain_options(problem), directory, terminal);
  }
  const auto guess = learn::parse_guess(step->candidate->content);
  if (!guess) {
    return forward(guess);
  }
  DomainOptions options;
  options.domain = guess->text;
  for (const auto& [name, value] : guess->sizes) {
    options.parameters.push_back(name + "=" + expr::to_string(value));
  }
  return domain_result(problem, options, directory, terminal);
}

} // namespace mapwright::cli
