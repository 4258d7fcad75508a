#include "mapper/search/reinforcement.hpp"

#include "mapper/search/side_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr int draws_per_evaluation = 64;
constexpr int most_idle_rounds = 10; ///< of these draws without anything new
constexpr double least_deviation = 1e-3;
constexpr double worst_reward = -3; ///< below the best so far: of what did not run

class RlSearcher : public Searcher {
public:
  explicit RlSearcher(const SearcherScene& scene) : scene_(scene), costs_(scene) {}
  [[nodiscard]] std::string_view name() const override { return "rl"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    if (!learner_) {
      learner_.emplace(scene_.scene, scene_.space, first_policy(scene_, random));
    }
    std::optional<Assignment> next;
    for (int rounds = 0; !next && rounds < most_idle_rounds && costs_.left() > 0; ++rounds) {
      train(random);
      next = costs_.next_proposal();
    }
    if (!next) {
      next = costs_.next_proposal();
    }
    if (!next) {
      next = draw_new(random);
    }
    return next ? std::optional(Mapping{std::move(next), {}, {}}) : std::nullopt;
  }

  void observe(const Trial& trial) override {
    costs_.learn(trial);
    if (trial.mapping.assignment && drawn_ && *trial.mapping.assignment == *drawn_) {
      learner_->learn(trial.makespan);
      drawn_.reset();
    }
  }

  [[nodiscard]] const DecisionPolicy* policy() const override { return learner_ ? &learner_->policy() : nullptr; }

private:
  void train(measure::Random& random) {
    for (int draws = 0; draws < draws_per_evaluation; ++draws) {
      const auto seconds = costs_.seconds(learner_->draw(random));
      if (!seconds) {
        return;
      }
      learner_->learn(*seconds);
    }
  }

  /// Draws until something is new; what is known trains the policy on the way.
  std::optional<Assignment> draw_new(measure::Random& random) {
    for (int draws = 0; draws < draws_per_evaluation * most_idle_rounds; ++draws) {
      const Assignment& next = learner_->draw(random);
      if (!costs_.was_proposed(next)) {
        costs_.proposed(next);
        drawn_ = next;
        return next;
      }
      if (const auto seconds = costs_.seconds(next)) {
        learner_->learn(*seconds);
      }
    }
    return std::nullopt;
  }

  SearcherScene scene_;
  SideCosts costs_;
  std::optional<PolicyLearner> learner_;
  std::optional<Assignment> drawn_; ///< what is being evaluated to train
};

} // namespace

PolicyLearner::PolicyLearner(const SearchScene& scene, const DecisionSpace& space, DecisionPolicy policy,
                             PolicyTraining training)
    : space_(space), features_(scene, space), policy_(std::move(policy)), training_(training), adam_(training.rate),
      entropy_(training.entropy) {}

const Assignment& PolicyLearner::draw(measure::Random& random) {
  drawn_ = policy_.draw(features_, space_, random);
  return drawn_.assignment;
}

void PolicyLearner::learn(double seconds) {
  const double floor = baseline_.value_or(0) + worst_reward;
  rewards_.push_back(std::isfinite(seconds) && seconds > 0 ? std::max(-std::log(seconds), floor) : floor);
  episodes_.push_back(drawn_);
  if (episodes_.size() == training_.batch) {
    update();
    episodes_.clear();
    rewards_.clear();
  }
}

void PolicyLearner::update() {
  const auto count = static_cast<double>(rewards_.size());
  double mean = 0;
  for (const double reward : rewards_) {
    mean += reward / count;
  }
  const double baseline = baseline_.value_or(mean);
  double square = 0;
  for (const double reward : rewards_) {
    square += (reward - baseline) * (reward - baseline) / count;
  }
  const double deviation = std::max(std::sqrt(square), least_deviation);
  std::vector<double> slope(policy_.network().size(), 0.0);
  for (std::size_t i = 0; i < episodes_.size(); ++i) {
    add_policy_slope(policy_.network(), episodes_[i], (rewards_[i] - baseline) / deviation / count, entropy_ / count,
                     slope);
  }
  adam_.step(policy_.network(), slope);
  baseline_ = baseline + training_.baseline_rate * (mean - baseline);
  entropy_ = std::max(entropy_ * training_.entropy_decay, training_.least_entropy);
}

std::unique_ptr<Searcher> make_rl_searcher(const SearcherScene& scene) {
  return std::make_unique<RlSearcher>(scene);
}

DecisionPolicy first_policy(const SearcherScene& scene, measure::Random& random) {
  return scene.begin_with != nullptr ? *scene.begin_with : DecisionPolicy(random);
}

} // namespace mapwright::mapper
