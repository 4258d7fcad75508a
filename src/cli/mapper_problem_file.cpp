// The sections of a problem file of the kind "mapper".
#include "cli/problem_file.hpp"
#include "core/suggest.hpp"
#include "mapper/contest/search_problem.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

constexpr std::uint64_t most_side_simulations = 1'000'000'000;
constexpr std::uint64_t most_repairs = 20;
constexpr std::uint64_t most_confirmed = 50;

/// A section whose keys are names of the program's or machine's, with integers.
void read_integers(Section& root, std::string_view name, std::vector<std::pair<std::string, std::int64_t>>& target) {
  if (auto section = root.section(name)) {
    for (const std::string& key : section->keys()) {
      std::int64_t value = 0;
      section->signed_integer(key, value);
      target.emplace_back(key, value);
    }
  }
}

/// Refuses the first of the names that is none of the known ones.
void check_names(Section& section, std::string_view key, const std::vector<std::string>& names,
                 const std::vector<std::string>& known) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(known.begin(), known.end(), names[i]) == known.end()) {
      section.refuse_within(key, i, 0, fmt::format("'{}' is none of the {}", names[i], key),
                            suggest(names[i], known, fmt::format("expected some of: {}", fmt::join(known, ", "))));
      return;
    }
  }
}

/// Whether a policy is sure to be trained: the portfolio may find another way.
bool trains(const std::vector<std::string>& searchers) {
  return std::find(searchers.begin(), searchers.end(), "rl") != searchers.end();
}

void read_search(Section& root, MapperProblem& problem) {
  auto section = root.section("search");
  if (!section) {
    return;
  }
  section->texts("searchers", problem.searchers);
  for (std::size_t i = 0; i < problem.searchers.size(); ++i) {
    if (const auto named = mapper::searcher_named(problem.searchers[i]); !named) {
      section->refuse_within("searchers", i, 0, named.error().message, named.error().hint);
      break;
    }
  }
  section->texts("feedback", problem.feedback);
  check_names(*section, "feedback", problem.feedback, {"raw", "explain", "suggest"});
  section->integer("side_simulations", problem.side_simulations, 0, most_side_simulations);
  section->real("gap", problem.gap);
  section->text("policy", problem.policy);
  section->integer("repairs", problem.repairs, 0, most_repairs);
  section->text("confirm", problem.confirm);
  if (!problem.confirm.empty() && problem.confirm != "starpu") {
    section->refuse("confirm", fmt::format("there is no engine '{}'", problem.confirm), "expected \"starpu\"");
  } else if (!problem.confirm.empty() && problem.app.empty()) {
    section->refuse("confirm", "only applications have kernels to run", "give 'app' instead of 'program'");
  }
  section->real("confirm_seconds", problem.confirm_seconds, 1);
  section->integer("confirm_top", problem.confirm_top, 1, most_confirmed);
}

} // namespace

std::string MapperProblem::machine_specification() const {
  std::string text = machine;
  for (const auto& [name, value] : parameters) {
    text += fmt::format(",{}={}", name, value);
  }
  return text;
}

MapperProblem read_mapper_problem(Section& root) {
  MapperProblem problem;
  if (auto section = root.section("problem")) {
    section->text("app", problem.app);
    section->text("program", problem.program);
    section->text("machine", problem.machine);
    if (!problem.app.empty() && !problem.program.empty()) {
      section->refuse("program", "'app' and 'program' are both given", "a problem is about one program");
    } else if (problem.machine.empty()) {
      section->refuse("machine", "on which machine? 'machine' is missing", "e.g. machine = \"p100x4\"");
    } else if (!problem.app.empty() && root.has("sizes")) {
      root.refuse("sizes", "[sizes] is for the sizes of a program", "applications take app = \"NAME,parameter=value\"");
    }
  }
  read_integers(root, "sizes", problem.sizes);
  read_integers(root, "machine", problem.parameters);
  read_search(root, problem);
  if (auto emit = root.section("emit")) {
    emit->text("file", problem.output);
    emit->text("recalibrated", problem.recalibrated);
    if (!problem.recalibrated.empty() && problem.confirm.empty()) {
      emit->refuse("recalibrated", "a machine is recalibrated by real runs, and none are asked for",
                   "[search] confirm = \"starpu\"");
    }
    emit->text("policy", problem.policy_output);
    if (!problem.policy_output.empty() && !trains(problem.searchers)) {
      emit->refuse("policy", "none of the searchers is certain to train a policy",
                   "the searcher rl does: searchers = [\"rl\"], or --searcher rl");
    }
  }
  return problem;
}

} // namespace mapwright::cli
