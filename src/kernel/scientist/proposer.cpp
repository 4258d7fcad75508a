#include "kernel/scientist/proposer.hpp"

#include "kernel/scientist/ending.hpp"
#include "loop/settings.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::uint64_t most_barren = 5;
constexpr double at_the_floor = 1.1;

constexpr const char* limits_note = "limits";

/// Whether moving its data once takes nine tenths of its time on every shape.
bool is_at_the_floor(const Version& version) {
  return version.measured && !version.measured->shapes.empty() &&
         std::all_of(version.measured->shapes.begin(), version.measured->shapes.end(),
                     [](const ShapeTime& shape) { return shape.headroom && *shape.headroom <= at_the_floor; });
}

class Evolving final : public EvolutionProposer {
public:
  Evolving(const Setting& setting, Population& population, ProposerRule rule)
      : setting_(setting), population_(population), rule_(std::move(rule)),
        learner_(setting.task.name, setting.backend, rule_.device, rule_.findings) {}

  void begin(const Budget& limits) override { told_ = limits; }

  std::optional<loop::Plan> plan(std::uint64_t step, measure::Random&) override {
    if (!begun_) {
      begun_ = true;
      allowance_.set_limits(told_);
      return plan_start(step);
    }
    if (current_ && current_->planned < current_->generation.design.chosen.size()) {
      if (allowance_.experiments() > 0) {
        return plan_experiment(step);
      }
      current_->planned = current_->generation.design.chosen.size(); // the others are not afforded
    }
    if (!under_way_.empty() || !start_) {
      return std::nullopt;
    }
    close_generation();
    if (!ending_) {
      if (const auto why = reason_to_end()) {
        begin_end(*why);
      }
    }
    if (ending_) {
      const auto last = ending_->next(allowance_.all());
      if (last) {
        return plan_end(step, *last);
      }
      if (!may_go_on()) {
        return std::nullopt;
      }
    }
    return plan_design(step);
  }

  void observe(const archive::Step& step) override {
    under_way_.erase(step.number);
    population_.add(step);
    learner_.observe(step, population_);
    allowance_.observe(step);
    if (step.proposer == start_proposer) {
      start_ = population_.at(step.number);
      read_limits(step);
    } else if (step.proposer == design_proposer) {
      observe_design(step);
    } else if (step.proposer == experiment_proposer) {
      observe_experiment(step);
    } else if (ending_ && step.proposer == minimise_proposer) {
      ending_->observe_minimised(population_.at(step.number));
    } else if (ending_ && step.proposer == confirm_proposer) {
      ending_->observe_confirmed(step.verdict && step.verdict->valid);
    }
  }

  [[nodiscard]] const Learner& learner() const override { return learner_; }

private:
  /// A design whose experiments are being made.
  struct Current {
    Generation generation;
    std::shared_ptr<const Known> known; ///< when it was designed
    std::size_t planned = 0;            ///< experiments
    bool fruitful = false;              ///< one of them became a kernel
  };

  [[nodiscard]] Resources design_reserve() const {
    return setting_.crew.selector->reserve() + setting_.crew.designer->reserve();
  }
  [[nodiscard]] Resources generation_reserve() const { return design_reserve() + setting_.crew.writer->reserve(); }

  loop::Plan begun(std::uint64_t step, loop::Plan plan) {
    under_way_.insert(step);
    Resources reserve = plan.reserve;
    reserve.evaluations += 1;
    allowance_.reserve(step, reserve);
    return plan;
  }

  loop::Plan plan_start(std::uint64_t step) {
    return begun(step, {start_proposer, [this, limits = loop::to_json(told_)](loop::StepContext&) -> loop::Attempt {
                          loop::Proposal proposal = start_proposal(setting_, rule_.start);
                          proposal.candidate.notes[limits_note] = limits;
                          return proposal;
                        }});
  }

  [[nodiscard]] std::shared_ptr<const Known> known_now() const {
    return std::make_shared<Known>(
        Known{population_.all(), learner_.ledger(), learner_.findings(), stagnation_, exhausted_});
  }

  loop::Plan plan_design(std::uint64_t step) {
    known_ = known_now();
    return begun(step,
                 {design_proposer,
                  [this, known = known_, number = generations_ + 1,
                   limits = loop::to_json(may_go_on() ? told_ : allowance_.limits())](loop::StepContext& context) {
                    loop::Attempt attempt = propose_design(setting_, *known, number, context);
                    if (attempt) {
                      attempt->candidate.notes = {{limits_note, limits}};
                    }
                    return attempt;
                  },
                  design_reserve()});
  }

  loop::Plan plan_experiment(std::uint64_t step) {
    const std::uint64_t usual = usual_tuning(allowance_.limits().evaluations);
    const std::uint64_t tune = std::min<std::uint64_t>(rule_.tune.value_or(usual), allowance_.experiments());
    Resources reserve = setting_.crew.writer->reserve();
    reserve.evaluations = tune - 1;
    const std::size_t which = current_->planned++;
    return begun(step, {experiment_proposer,
                        [this, known = current_->known, generation = current_->generation, which,
                         tune](loop::StepContext& context) {
                          return propose_experiment(setting_, *known, generation, which, tune, context);
                        },
                        reserve,
                        {{current_->generation.selection.base, base_role},
                         {current_->generation.selection.reference, reference_role},
                         {current_->generation.step, design_role}}});
  }

  loop::Plan plan_end(std::uint64_t step, const EndStep& last) {
    if (const auto* minimise = std::get_if<MinimiseStep>(&last)) {
      return begun(step, {minimise_proposer,
                          [this, what = *minimise](loop::StepContext&) -> loop::Attempt {
                            return minimise_proposal(setting_, what.champion, what.source, what.without);
                          },
                          {},
                          {{minimise->champion.step, base_role}}});
    }
    return begun(step, {confirm_proposer,
                        [version = std::get<ConfirmStep>(last).version, start = start_->step, why = ending_->why()](
                            loop::StepContext&) -> loop::Attempt { return confirm_proposal(version, start, why); }});
  }

  /// All experiments of the generation are committed.
  void close_generation() {
    if (!current_) {
      return;
    }
    const auto champion = population_.champion();
    const bool advanced = champion && champion->step > current_->generation.step;
    stagnation_ = advanced ? 0 : stagnation_ + 1;
    barren_ = current_->fruitful ? 0 : barren_ + 1;
    current_.reset();
  }

  [[nodiscard]] std::optional<std::string> reason_to_end() const {
    const auto champion = population_.champion();
    if (champion && is_at_the_floor(*champion)) {
      return fmt::format("version {} takes at most a tenth longer than moving its data once, on every shape",
                         champion->step);
    }
    if (auto limit = allowance_.used_up(generation_reserve())) {
      return limit;
    }
    if (rule_.patience > 0 && stagnation_ >= rule_.patience) {
      return fmt::format("no new champion in {} generations", stagnation_);
    }
    if (barren_ >= most_barren) {
      return fmt::format("nothing new in {} generations", barren_);
    }
    return std::nullopt;
  }

  void begin_end(const std::string& why) {
    const auto champion = population_.champion();
    ending_.emplace(path_to(population_, champion ? champion->step : start_->step),
                    ending_effort(allowance_.limits().evaluations), why);
  }

  /// Whether the run came to its end under limits that have been raised since.
  [[nodiscard]] bool may_go_on() const {
    Allowance raised = allowance_;
    raised.set_limits(told_);
    const Resources generation = generation_reserve();
    return ending_ && allowance_.used_up(generation) && !raised.used_up(generation);
  }

  /// What counts is what the step says: a replay may be told other limits than the run was.
  void read_limits(const archive::Step& step) {
    if (step.candidate && step.candidate->notes.is_object() && step.candidate->notes.contains(limits_note)) {
      allowance_.set_limits(loop::budget_from_json(step.candidate->notes[limits_note]));
    }
  }

  void observe_design(const archive::Step& step) {
    ++generations_;
    ending_.reset();
    read_limits(step);
    const auto generation = generation_of(step);
    if (!generation) { // the selector or the designer failed
      ++stagnation_;
      ++barren_;
      return;
    }
    exhausted_ = generation->exhausted;
    current_ = Current{*generation, known_};
  }

  void observe_experiment(const archive::Step& step) {
    if (current_ && step.candidate && !step.repeats) {
      current_->fruitful = true;
    }
  }

  Setting setting_;
  Population& population_;
  ProposerRule rule_;
  Budget told_{};
  Allowance allowance_{};
  Learner learner_;
  std::uint64_t generations_ = 0; ///< begun
  std::uint64_t stagnation_ = 0;  ///< generations since a new champion
  std::uint64_t barren_ = 0;      ///< generations since one of which an experiment became a kernel
  bool begun_ = false;
  std::optional<Version> start_{};
  std::vector<std::uint64_t> exhausted_{}; ///< bases
  std::shared_ptr<const Known> known_{};   ///< when the last design was planned
  std::optional<Current> current_{};
  std::optional<Ending> ending_{};
  std::set<std::uint64_t> under_way_{};
};

} // namespace

std::unique_ptr<EvolutionProposer> make_proposer(const Setting& setting, Population& population, ProposerRule rule) {
  return std::make_unique<Evolving>(setting, population, std::move(rule));
}

} // namespace mapwright::kernel::scientist
