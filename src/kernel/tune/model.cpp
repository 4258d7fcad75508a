#include "kernel/tune/gaussian_process.hpp"
#include "kernel/tune/strategies.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numbers>
#include <numeric>

namespace mapwright::kernel {

namespace {

constexpr std::size_t trees = 24;
constexpr std::size_t first_valid = 2;   ///< random configurations until so many are valid
constexpr std::size_t most_smooth = 60;  ///< valid trials for a Gaussian process; with more of them a forest
constexpr double near_best = 4;          ///< weight of those that differ from the best in one tunable alone
constexpr double most_above = 2;         ///< logarithms so far above the best are as good as those beyond
constexpr std::size_t most_rated = 600;  ///< random untried configurations that are rated in a large space
constexpr std::size_t looked_around = 4; ///< best trials whose neighbours are rated in any case

/// How far below `best` a normal variable is expected to fall: Jones, Schonlau, Welch, J. Global Optimization 13, 1998.
double expected_improvement(double best, const Prediction& prediction) {
  const double gap = best - prediction.mean;
  if (prediction.deviation <= 0) {
    return std::max(gap, 0.0);
  }
  const double z = gap / prediction.deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double below = std::erfc(-z / std::numbers::sqrt2) / 2;
  return gap * below + prediction.deviation * density;
}

class Model final : public Searcher {
public:
  using Searcher::Searcher;

private:
  std::size_t choose(std::span<const Trial> trials, measure::Random& random) override {
    std::vector<Trial> valid;
    std::copy_if(trials.begin(), trials.end(), std::back_inserter(valid),
                 [](const Trial& trial) { return trial.cost.has_value(); });
    if (valid.size() < first_valid) {
      return untried().any(random);
    }
    std::stable_sort(valid.begin(), valid.end(), [](const Trial& a, const Trial& b) { return *a.cost < *b.cost; });
    const bool logarithmic = *valid.front().cost > 0;
    std::vector<Sample> costs;
    for (const Trial& trial : valid) {
      const double least = *valid.front().cost;
      costs.push_back({space().positions(trial.configuration),
                       logarithmic ? std::min(std::log(*trial.cost / least), most_above) : *trial.cost});
    }
    const auto cost = predictor(costs, random);
    std::optional<Forest> validity;
    if (valid.size() < trials.size()) {
      std::vector<Sample> outcomes;
      for (const Trial& trial : trials) {
        outcomes.push_back({space().positions(trial.configuration), trial.cost ? 1.0 : 0.0});
      }
      validity.emplace(outcomes, trees, random);
    }
    return best_rated(candidates(valid, random), random, [&](std::size_t configuration) {
      const auto at = space().positions(configuration);
      const double near = next_to(configuration, valid.front().configuration) ? near_best : 1;
      const double improvement = near * expected_improvement(costs.front().value, cost(at));
      return validity ? improvement * validity->predict(at).mean : improvement;
    });
  }

  using Predictor = std::function<Prediction(std::span<const Position>)>;

  [[nodiscard]] Predictor predictor(std::span<const Sample> costs, measure::Random& random) const {
    if (costs.size() > most_smooth) {
      return [forest = Forest(costs, trees, random)](std::span<const Position> at) { return forest.predict(at); };
    }
    std::vector<std::size_t> values;
    for (std::size_t i = 0; i < space().dimensions(); ++i) {
      values.push_back(space().values(i));
    }
    return [process = GaussianProcess(costs, values)](std::span<const Position> at) { return process.predict(at); };
  }

  /// Whether two configurations differ in one tunable alone.
  [[nodiscard]] bool next_to(std::size_t a, std::size_t b) const {
    const auto first = space().positions(a);
    const auto second = space().positions(b);
    return std::inner_product(first.begin(), first.end(), second.begin(), std::size_t{0}, std::plus<>(),
                              std::not_equal_to<>()) == 1;
  }

  /// The one with the highest rating, any of equals with equal chance.
  template <class Rating>
  static std::size_t best_rated(const std::vector<std::size_t>& among, measure::Random& random, const Rating& rating) {
    std::vector<std::size_t> best;
    double highest = -1;
    for (const std::size_t configuration : among) {
      const double rated = rating(configuration);
      if (rated > highest) {
        highest = rated;
        best.clear();
      }
      if (rated == highest) {
        best.push_back(configuration);
      }
    }
    return best[static_cast<std::size_t>(random.below(best.size()))];
  }

  /// All untried configurations, or some when there are many: the neighbours of the best, and random ones.
  std::vector<std::size_t> candidates(const std::vector<Trial>& sorted, measure::Random& random) const {
    if (untried().size() <= most_rated) {
      return {untried().all().begin(), untried().all().end()};
    }
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < std::min(looked_around, sorted.size()); ++i) {
      for (const std::size_t neighbour : space().neighbours(sorted[i].configuration)) {
        if (untried().contains(neighbour)) {
          found.push_back(neighbour);
        }
      }
    }
    for (std::size_t i = 0; i < most_rated; ++i) {
      found.push_back(untried().any(random));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
};

} // namespace

std::unique_ptr<Searcher> make_model(const TuningSpace& space) {
  return std::make_unique<Model>(space);
}

} // namespace mapwright::kernel
