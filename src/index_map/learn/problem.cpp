#include "index_map/learn/problem.hpp"

#include "core/suggest.hpp"
#include "index_map/learn/model_proposer.hpp"
#include "index_map/learn/regression_proposer.hpp"
#include "index_map/learn/symbolic_proposer.hpp"
#include "loop/portfolio.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

constexpr const char* model_proposer = "model";

class MapProblem : public loop::Problem {
public:
  MapProblem(std::string title, Sought sought) : title_(std::move(title)), sought_(std::move(sought)) {}

  void set_up(const ProblemSpec& spec, const std::vector<std::string>& proposers,
              const std::vector<loop::Model>& models) {
    std::vector<std::unique_ptr<loop::Proposer>> all;
    for (const std::string& name : proposers) {
      all.push_back(name == symbolic_name     ? make_symbolic_proposer(sought_)
                    : name == regression_name ? make_regression_proposer(sought_, {})
                                              : make_model_proposer(sought_, models, {spec.tries}));
    }
    proposer_ = loop::make_portfolio(std::move(all));
    judge_ = make_judge(sought_, spec.judge);
  }

  [[nodiscard]] std::string title() const override { return title_; }
  loop::Proposer& proposer() override { return *proposer_; }
  loop::Evaluator& evaluator() override { return *judge_; }

private:
  std::string title_;
  Sought sought_; ///< the others refer to it
  std::unique_ptr<loop::Proposer> proposer_;
  std::unique_ptr<loop::Evaluator> judge_;
};

Result<std::vector<std::string>> proposers_of(const ProblemSpec& spec, bool any_model) {
  if (spec.proposers.empty()) {
    return any_model ? std::vector<std::string>{symbolic_name, model_proposer}
                     : std::vector<std::string>{symbolic_name};
  }
  const std::vector<std::string> known{symbolic_name, regression_name, model_proposer};
  for (const std::string& name : spec.proposers) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fail(ErrorKind::input, fmt::format("unknown proposer '{}'", name),
                  suggest(name, known, "expected one of: symbolic, regression, model"));
    }
    if (name == model_proposer && !any_model) {
      return fail(ErrorKind::input, "the proposer \"model\" needs a model",
                  "add a [[model]] to the problem file or --model PROVIDER:NAME to the command");
    }
  }
  return spec.proposers;
}

Result<Sought> sought_by(const ProblemSpec& spec, bool any_model) {
  if (spec.examples) {
    return sought_points(*spec.examples, spec.shown);
  }
  auto sought = sought_domain(*spec.domain, spec.sizes, spec.listed, spec.shown);
  if (!sought && !any_model && spec.definition_shown) {
    // The deriver needs no points.
    Sought bare;
    bare.domain = spec.domain;
    bare.given = spec.sizes;
    return bare;
  }
  if (sought) {
    sought->definition_shown = spec.definition_shown;
  }
  return sought;
}

} // namespace

Result<std::unique_ptr<loop::Problem>> make_problem(ProblemSpec spec, const std::vector<loop::Model>& models) {
  const auto proposers = proposers_of(spec, !models.empty());
  if (!proposers) {
    return forward(proposers);
  }
  const bool asks_models = std::find(proposers->begin(), proposers->end(), model_proposer) != proposers->end();
  auto sought = sought_by(spec, asks_models);
  if (!sought) {
    return forward(sought);
  }
  auto problem = std::make_unique<MapProblem>(spec.title, std::move(*sought));
  problem->set_up(spec, *proposers, models);
  return std::unique_ptr<loop::Problem>(std::move(problem));
}

} // namespace mapwright::index_map::learn
