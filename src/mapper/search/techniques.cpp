#include "mapper/search/techniques.hpp"

#include "mapper/search/chance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mapwright::mapper {

namespace {

constexpr std::size_t population = 30;
constexpr double crossover_rate = 0.9;
constexpr double uniform_rate = 0.1;
constexpr double normal_rate = 0.3;
constexpr double normal_deviation = 0.1; ///< of all options
constexpr std::size_t parents = 10;

std::size_t options_of(const DecisionSpace& space, std::size_t decision) {
  return space.decisions()[decision].options.size();
}

class DifferentialEvolution : public Technique {
public:
  explicit DifferentialEvolution(const DecisionSpace& space) : space_(space) {}
  [[nodiscard]] std::string_view name() const override { return "differential evolution"; }

  Assignment next(const Elite& /*elite*/, measure::Random& random) override {
    if (individuals_.size() < population) {
      trial_ = vector_of(space_.draw(random), random);
      challenged_ = individuals_.size();
    } else {
      challenged_ = static_cast<std::size_t>(
          std::min_element(individuals_.begin(), individuals_.end(),
                           [](const Individual& a, const Individual& b) { return a.born < b.born; }) -
          individuals_.begin());
      trial_ = challenger(random);
    }
    return assignment_of(trial_);
  }

  void learn(const Assignment& /*assignment*/, double seconds) override {
    ++clock_;
    if (challenged_ == individuals_.size()) {
      individuals_.push_back({trial_, seconds, clock_});
      return;
    }
    Individual& old = individuals_[challenged_];
    old.born = clock_;
    if (seconds <= old.seconds) {
      old = {trial_, seconds, clock_};
    }
  }

private:
  struct Individual {
    std::vector<double> at;
    double seconds = 0;
    std::uint64_t born = 0; ///< or last challenged
  };

  std::vector<double> challenger(measure::Random& random) const {
    const auto pick = [&]() -> const std::vector<double>& { return individuals_[random.below(population)].at; };
    const std::vector<double>& a = pick();
    const std::vector<double>& b = pick();
    const std::vector<double>& c = pick();
    const double factor = 0.5 + unit_draw(random) / 2;
    std::vector<double> made = individuals_[challenged_].at;
    const std::size_t certain = made.empty() ? 0 : random.below(made.size());
    for (std::size_t d = 0; d < made.size(); ++d) {
      if (d == certain || unit_draw(random) < crossover_rate) {
        const double moved = a[d] + factor * (b[d] - c[d]);
        made[d] = moved - std::floor(moved);
      }
    }
    return made;
  }

  [[nodiscard]] std::vector<double> vector_of(const Assignment& assignment, measure::Random& random) const {
    std::vector<double> at;
    for (std::size_t d = 0; d < assignment.size(); ++d) {
      at.push_back((assignment[d] + unit_draw(random)) / static_cast<double>(options_of(space_, d)));
    }
    return at;
  }

  [[nodiscard]] Assignment assignment_of(const std::vector<double>& at) const {
    Assignment assignment;
    for (std::size_t d = 0; d < at.size(); ++d) {
      const auto option = static_cast<std::size_t>(at[d] * static_cast<double>(options_of(space_, d)));
      assignment.push_back(static_cast<std::uint16_t>(std::min(option, options_of(space_, d) - 1)));
    }
    return assignment;
  }

  const DecisionSpace& space_;
  std::vector<Individual> individuals_;
  std::vector<double> trial_;
  std::size_t challenged_ = 0;
  std::uint64_t clock_ = 0;
};

/// The best assignment with some decisions changed by `Change(decision, option, random)`.
template <class Change> class GreedyMutation : public Technique {
public:
  GreedyMutation(const DecisionSpace& space, std::string_view name, double rate, Change change)
      : space_(space), name_(name), rate_(rate), change_(change) {}
  [[nodiscard]] std::string_view name() const override { return name_; }

  Assignment next(const Elite& elite, measure::Random& random) override {
    Assignment made = elite.front().second;
    const std::size_t certain = made.empty() ? 0 : random.below(made.size());
    for (std::size_t d = 0; d < made.size(); ++d) {
      if (d == certain || unit_draw(random) < rate_) {
        made[d] = change_(options_of(space_, d), made[d], random);
      }
    }
    return made;
  }
  void learn(const Assignment& /*assignment*/, double /*seconds*/) override {}

private:
  const DecisionSpace& space_;
  std::string_view name_;
  double rate_;
  Change change_;
};

std::uint16_t any_option(std::size_t options, std::uint16_t /*old*/, measure::Random& random) {
  return static_cast<std::uint16_t>(random.below(options));
}

std::uint16_t near_option(std::size_t options, std::uint16_t old, measure::Random& random) {
  const double moved = normal_draw(random) * normal_deviation * static_cast<double>(options);
  const double step = moved < 0 ? std::min(moved, -1.0) : std::max(moved, 1.0);
  const auto count = static_cast<double>(options);
  const double at = std::fmod(std::round(old + step), count);
  return static_cast<std::uint16_t>(at < 0 ? at + count : at);
}

class EliteCrossover : public Technique {
public:
  [[nodiscard]] std::string_view name() const override { return "crossover"; }

  Assignment next(const Elite& elite, measure::Random& random) override {
    const std::size_t some = std::min(elite.size(), parents);
    Assignment made = elite[random.below(some)].second;
    const Assignment& other = elite[random.below(some)].second;
    for (std::size_t d = 0; d < made.size(); ++d) {
      made[d] = random.below(2) == 0 ? made[d] : other[d];
    }
    return made;
  }
  void learn(const Assignment& /*assignment*/, double /*seconds*/) override {}
};

} // namespace

std::unique_ptr<Technique> differential_evolution(const DecisionSpace& space) {
  return std::make_unique<DifferentialEvolution>(space);
}

std::unique_ptr<Technique> uniform_greedy_mutation(const DecisionSpace& space) {
  return std::make_unique<GreedyMutation<decltype(&any_option)>>(space, "uniform greedy mutation", uniform_rate,
                                                                 &any_option);
}

std::unique_ptr<Technique> normal_greedy_mutation(const DecisionSpace& space) {
  return std::make_unique<GreedyMutation<decltype(&near_option)>>(space, "normal greedy mutation", normal_rate,
                                                                  &near_option);
}

std::unique_ptr<Technique> elite_crossover() {
  return std::make_unique<EliteCrossover>();
}

} // namespace mapwright::mapper
