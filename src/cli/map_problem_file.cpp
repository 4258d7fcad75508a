// The sections of a problem file of the kind "index-map".
#include "cli/problem_file.hpp"

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_shown = 100'000;
constexpr std::uint64_t most_list_items = 1'000'000;
constexpr std::uint64_t most_tries = 10'000;

/// Sections whose keys are names of the domain's.
void read_sizes(Section& root, MapProblem& problem) {
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

void read_results(Section& root, MapProblem& problem) {
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

void read_propose(Section& root, MapProblem& problem) {
  if (auto propose = root.section("propose")) {
    propose->texts("proposers", problem.proposers);
    propose->integer("shown", problem.shown, 4, most_shown);
    propose->integer("listed", problem.listed, 4, most_list_items);
    propose->integer("tries", problem.tries, 1, most_tries);
    propose->flag("definition", problem.definition);
  }
}

} // namespace

MapProblem read_map_problem(Section& root) {
  MapProblem problem;
  if (auto section = root.section("problem")) {
    section->text("domain", problem.domain);
    section->text("form", problem.form);
  }
  read_sizes(root, problem);
  read_results(root, problem);
  read_propose(root, problem);
  return problem;
}

} // namespace mapwright::cli
