#include "mapper/search/ensemble.hpp"

#include "mapper/search/bandit.hpp"
#include "mapper/search/techniques.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_elite = 50;
constexpr int most_repeats = 20; ///< of a technique that wishes for what is known
constexpr int most_draws = 200;  ///< before the space counts as searched
constexpr std::size_t no_technique = SIZE_MAX;

class EnsembleSearcher : public Searcher {
public:
  explicit EnsembleSearcher(const SearcherScene& scene) : space_(scene.space), bandit_(4) {
    techniques_.push_back(differential_evolution(space_));
    techniques_.push_back(uniform_greedy_mutation(space_));
    techniques_.push_back(normal_greedy_mutation(space_));
    techniques_.push_back(elite_crossover());
  }
  [[nodiscard]] std::string_view name() const override { return "ensemble"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    used_ = no_technique;
    std::optional<Assignment> next;
    if (!elite_.empty()) {
      used_ = bandit_.choose();
      next = from_technique(random);
      if (!next) {
        bandit_.record(used_, false);
        used_ = no_technique;
      }
    }
    for (int draws = 0; !next && draws < most_draws; ++draws) {
      Assignment drawn = space_.draw(random);
      if (!known_.contains(drawn)) {
        next = std::move(drawn);
      }
    }
    if (!next) {
      return std::nullopt;
    }
    known_.insert(*next);
    asked_ = *next;
    return Mapping{std::move(next), {}, {}};
  }

  void observe(const Trial& trial) override {
    if (!trial.mapping.assignment) {
      return;
    }
    const Assignment& assignment = *trial.mapping.assignment;
    const bool hit = elite_.empty() || trial.makespan < elite_.front().first;
    known_.insert(assignment);
    if (assignment == asked_ && used_ != no_technique) {
      bandit_.record(used_, hit);
      techniques_[used_]->learn(assignment, trial.makespan);
      used_ = no_technique;
    }
    const auto place = std::upper_bound(elite_.begin(), elite_.end(), trial.makespan,
                                        [](double seconds, const auto& each) { return seconds < each.first; });
    elite_.emplace(place, trial.makespan, assignment);
    elite_.resize(std::min(elite_.size(), most_elite));
  }

private:
  std::optional<Assignment> from_technique(measure::Random& random) {
    for (int tries = 0; tries < most_repeats; ++tries) {
      Assignment wish = space_.legal(techniques_[used_]->next(elite_, random));
      if (!known_.contains(wish)) {
        return wish;
      }
    }
    return std::nullopt;
  }

  const DecisionSpace& space_;
  std::vector<std::unique_ptr<Technique>> techniques_;
  AucBandit bandit_;
  Elite elite_;
  std::set<Assignment> known_; ///< proposed or observed
  std::size_t used_ = no_technique;
  Assignment asked_;
};

} // namespace

std::unique_ptr<Searcher> make_ensemble_searcher(const SearcherScene& scene) {
  return std::make_unique<EnsembleSearcher>(scene);
}

} // namespace mapwright::mapper
