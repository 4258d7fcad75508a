#include "cli/problem_file.hpp"

#include "core/settings.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_shown = 100'000;
constexpr std::uint64_t most_list_items = 1'000'000;
constexpr std::uint64_t most_tries = 10'000;

void read_problem(Section& root, ProblemFile& problem) {
  auto section = root.section("problem");
  if (!section) {
    return;
  }
  section->text("kind", problem.kind);
  section->text("domain", problem.domain);
  section->text("form", problem.form);
  if (!problem.kind.empty() && problem.kind != "index-map") {
    section->refuse("kind", fmt::format("unknown kind '{}'", problem.kind), "the kind is \"index-map\"");
  }
}

/// Sections whose keys are names of the domain's.
void read_sizes(Section& root, ProblemFile& problem) {
  if (auto sizes = root.section("parameters")) {
    for (const std::string& name : sizes->keys()) {
      std::string value;
      sizes->number_text(name, value);
      problem.sizes.emplace_back(name, value);
    }
  }
  if (auto tables = root.section("tables")) {
    for (const std::string& name : tables->keys()) {
      std::string values;
      tables->list_text(name, values);
      problem.tables.emplace_back(name, values);
    }
  }
}

void read_results(Section& root, ProblemFile& problem) {
  if (auto emit = root.section("emit")) {
    emit->texts("languages", problem.languages);
    emit->text("directory", problem.directory);
    emit->text("name", problem.name);
    emit->number_text("bits", problem.bits);
  }
  if (auto verify = root.section("verify")) {
    verify->flag("exhaustive", problem.exhaustive);
  }
}

void read_propose(Section& root, ProblemFile& problem) {
  if (auto propose = root.section("propose")) {
    propose->texts("proposers", problem.proposers);
    propose->integer("shown", problem.shown, 4, most_shown);
    propose->integer("listed", problem.listed, 4, most_list_items);
    propose->integer("tries", problem.tries, 1, most_tries);
    propose->flag("definition", problem.definition);
  }
}

} // namespace

Result<ProblemFile> parse_problem(std::string_view text, const std::string& file) {
  auto settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  ProblemFile problem;
  Section& root = settings->root();
  read_problem(root, problem);
  read_sizes(root, problem);
  read_results(root, problem);
  read_propose(root, problem);
  problem.run = loop::read_run_settings(root);
  problem.models = llm::read_models(root);
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  if (problem.kind.empty()) {
    return fail(ErrorKind::input, fmt::format("{}: the file has no [problem] with a kind", file),
                "begin with [problem], kind = \"index-map\"");
  }
  if (problem.domain.empty()) {
    return fail(ErrorKind::input, fmt::format("{}: the problem has no domain", file),
                "e.g. domain = \"triangle\" in [problem]");
  }
  return problem;
}

} // namespace mapwright::cli
