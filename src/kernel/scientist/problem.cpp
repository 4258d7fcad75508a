#include "kernel/scientist/problem.hpp"

#include "kernel/scientist/evaluator.hpp"
#include "kernel/scientist/occupants.hpp"
#include "kernel/scientist/proposer.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

class KernelProblem final : public loop::Problem {
public:
  explicit KernelProblem(ProblemSpec spec) : spec_(std::move(spec)) {}

  Result<void> set_up(const std::vector<loop::Model>& models) {
    if (!spec_.examine) {
      spec_.examine = [this](const std::string& source) {
        return examine(spec_.task, spec_.backend, source, spec_.runner);
      };
    }
    const RoleTools tools{remembering(spec_.examine), &experiments(), models, spec_.learning, spec_.machine};
    auto selector = make_selector(spec_.selector, tools);
    if (!selector) {
      return forward(selector);
    }
    auto designer = make_designer(spec_.designer, tools);
    if (!designer) {
      return forward(designer);
    }
    auto writer = make_writer(spec_.writer, tools);
    if (!writer) {
      return forward(writer);
    }
    crew_ = {*std::move(selector), *std::move(designer), *std::move(writer), tools.examine};
    arbiter_ = spec_.evaluator ? make_external_arbiter(spec_.task, *spec_.evaluator, spec_.evaluator_rounds)
                               : make_worker_arbiter(spec_.task, spec_.backend, spec_.runner, spec_.racing);
    proposer_ = make_proposer({spec_.task, spec_.backend, crew_, spec_.knowledge, spec_.learning}, population_,
                              {spec_.start, spec_.machine, spec_.findings, spec_.tune, spec_.patience});
    evaluator_ = make_evaluator(spec_.task, spec_.backend, population_, *arbiter_,
                                spec_.evaluator ? LaunchList::optional : LaunchList::required);
    return {};
  }

  [[nodiscard]] std::string title() const override {
    return fmt::format("{} ({})", spec_.task.name, to_string(spec_.backend));
  }
  loop::Proposer& proposer() override { return *proposer_; }
  loop::Evaluator& evaluator() override { return *evaluator_; }

  [[nodiscard]] std::vector<archive::Finding> findings() const override {
    std::vector<archive::Finding> all;
    for (const Finding& finding : proposer_->learner().findings().all()) {
      all.push_back(archived(finding));
    }
    return all;
  }

private:
  ProblemSpec spec_; ///< the others refer to it
  Crew crew_{};
  Population population_{};
  std::unique_ptr<Arbiter> arbiter_;
  std::unique_ptr<EvolutionProposer> proposer_;
  std::unique_ptr<loop::Evaluator> evaluator_;
};

} // namespace

Result<std::unique_ptr<loop::Problem>> make_problem(ProblemSpec spec, const std::vector<loop::Model>& models) {
  auto problem = std::make_unique<KernelProblem>(std::move(spec));
  if (auto set_up = problem->set_up(models); !set_up) {
    return forward(set_up);
  }
  return std::unique_ptr<loop::Problem>(std::move(problem));
}

} // namespace mapwright::kernel::scientist
