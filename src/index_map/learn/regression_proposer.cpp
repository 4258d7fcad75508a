#include "index_map/learn/regression_proposer.hpp"

#include "index_map/learn/guess.hpp"
#include "index_map/learn/regression_script.hpp"
#include "sandbox/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::learn {

namespace {

using Json = nlohmann::json;

constexpr int no_module = 3;    ///< exit code of the script
constexpr int no_program = 127; ///< exit code of the sandbox
constexpr double probe_seconds = 30;
constexpr std::uint64_t most_seed = std::uint64_t{1} << 53U;
constexpr const char* install_hint = "apt-get install python3-deap";

/// The script is ours: it may run where the machine has no containment.
Result<sandbox::Outcome> run_script(const std::vector<std::string>& arguments, const std::string& input,
                                    double seconds) {
  sandbox::Policy policy;
  policy.minimum = sandbox::Level::none;
  policy.wall_time = policy.cpu_time = Seconds(seconds);
  policy.environment["OPENBLAS_NUM_THREADS"] = "1";
  std::vector<std::string> command{"python3", "-I", "-c", std::string(scripts::regression)};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return sandbox::run(policy, command, input);
}

std::optional<std::string> missing(const sandbox::Outcome& outcome) {
  if (outcome.ending != sandbox::Ending::exited) {
    return std::nullopt;
  }
  return outcome.code == no_module    ? std::optional("python3-deap is not installed")
         : outcome.code == no_program ? std::optional("python3 is not installed")
                                      : std::nullopt;
}

loop::Setback unavailable(const std::string& why) {
  return {why, Error{ErrorKind::machine, "symbolic regression: " + why, std::nullopt, install_hint}};
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text.substr(text.rfind('\n') + 1);
}

Json task_of(const Sought& sought, const RegressionOptions& options, std::uint64_t seed) {
  Json points = Json::array();
  for (std::size_t w = 0; w < sought.shown; ++w) {
    const infer::Row point = sought.examples.points[w];
    points.push_back(std::vector<std::int64_t>(point.begin(), point.end()));
  }
  return {{"points", std::move(points)},
          {"seed", seed},
          {"population", options.population},
          {"generations", options.generations}};
}

/// "fn unrank(; w) -> (p0, p1) { return (..., ...); }".
std::string function_of(const std::vector<std::string>& expressions) {
  std::vector<std::string> results;
  for (std::size_t d = 0; d < expressions.size(); ++d) {
    results.push_back(fmt::format("p{}", d));
  }
  return fmt::format("fn {}(; w) -> ({}) {{\n  return ({});\n}}\n", function_name, fmt::join(results, ", "),
                     fmt::join(expressions, ",\n          "));
}

class RegressionProposer : public loop::Proposer {
public:
  RegressionProposer(const Sought& sought, const RegressionOptions& options) : sought_(sought), options_(options) {}

  std::optional<loop::Plan> plan(std::uint64_t, measure::Random&) override {
    if (planned_) {
      return std::nullopt;
    }
    planned_ = true;
    return loop::Plan{regression_name, [this](loop::StepContext& context) { return propose(context); }, {}, {}};
  }

  void observe(const archive::Step&) override {}

private:
  [[nodiscard]] loop::Attempt propose(loop::StepContext& context) const {
    const Json task = task_of(sought_, options_, context.random().next() % most_seed);
    const auto outcome = run_script({}, task.dump(), options_.seconds);
    if (!outcome) {
      return tl::make_unexpected(loop::Setback{outcome.error().message, outcome.error()});
    }
    if (const auto why = missing(*outcome)) {
      return tl::make_unexpected(unavailable(*why));
    }
    const Json found = Json::parse(outcome->standard_output, nullptr, false);
    if (!outcome->succeeded() || !found.is_object()) {
      return tl::make_unexpected(
          loop::Setback{fmt::format("the regression {}{}{}", outcome->evidence,
                                    outcome->standard_error.empty() ? "" : ": ", last_line(outcome->standard_error)),
                        {}});
    }
    const auto expressions = found.at("expressions").get<std::vector<std::string>>();
    return loop::Proposal{
        loop::make_candidate(map_form, function_of(expressions),
                             {{"errors", found.at("errors")}, {"generations", found.at("generations")}}),
        {}};
  }

  const Sought& sought_;
  RegressionOptions options_;
  bool planned_ = false;
};

} // namespace

std::unique_ptr<loop::Proposer> make_regression_proposer(const Sought& sought, const RegressionOptions& options) {
  return std::make_unique<RegressionProposer>(sought, options);
}

std::optional<std::string> regression_missing() {
  const auto outcome = run_script({"probe"}, "", probe_seconds);
  if (!outcome) {
    return outcome.error().message;
  }
  if (outcome->succeeded()) {
    return std::nullopt;
  }
  return missing(*outcome).value_or("python3 " + outcome->evidence);
}

} // namespace mapwright::index_map::learn
