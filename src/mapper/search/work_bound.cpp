#include "mapper/search/work_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::mapper {

namespace {

constexpr int dual_steps = 60;

/// The dual's value at `weights` (above 0, sum 1), and its slope in each of them.
double dual_value(const std::vector<WorkClass>& classes, const std::vector<double>& processors,
                  const std::vector<double>& weights, std::vector<double>& slope) {
  double value = 0;
  std::fill(slope.begin(), slope.end(), 0.0);
  for (const WorkClass& each : classes) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t where = 0;
    for (std::size_t k = 0; k < processors.size(); ++k) {
      const double seconds = weights[k] * each.seconds[k] / processors[k];
      if (seconds < least) {
        least = seconds;
        where = k;
      }
    }
    value += each.count * least;
    slope[where] += each.count * each.seconds[where] / processors[where];
  }
  return value;
}

/// Groups one after another, the one with most work first; a branch ends where it is no better than the best so far.
class GroupChoice {
public:
  GroupChoice(const std::vector<std::vector<double>>& seconds, const std::vector<double>& processors,
              std::size_t most_choices)
      : seconds_(seconds), processors_(processors), left_(most_choices), loads_(processors.size(), 0.0) {
    for (std::size_t g = 0; g < seconds.size(); ++g) {
      order_.push_back(g);
    }
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return *std::min_element(seconds[a].begin(), seconds[a].end()) >
             *std::min_element(seconds[b].begin(), seconds[b].end());
    });
  }

  double least() {
    choose(0, 0);
    return gave_up_ ? 0 : best_;
  }

private:
  void choose(std::size_t depth, double highest) {
    if (highest >= best_ || gave_up_) {
      return;
    }
    if (depth == order_.size()) {
      best_ = highest;
      return;
    }
    if (left_ == 0) {
      gave_up_ = true;
      return;
    }
    --left_;
    for (std::size_t k = 0; k < processors_.size(); ++k) {
      const double more = seconds_[order_[depth]][k] / processors_[k];
      if (std::isfinite(more)) {
        loads_[k] += more;
        choose(depth + 1, std::max(highest, loads_[k]));
        loads_[k] -= more;
      }
    }
  }

  const std::vector<std::vector<double>>& seconds_;
  const std::vector<double>& processors_;
  std::size_t left_;
  std::vector<std::size_t> order_;
  std::vector<double> loads_;
  double best_ = std::numeric_limits<double>::infinity();
  bool gave_up_ = false;
};

} // namespace

double shared_work_bound(const std::vector<WorkClass>& classes, const std::vector<double>& processors) {
  std::vector<double> weights(processors.size(), 1 / static_cast<double>(processors.size()));
  std::vector<double> slope(processors.size());
  double best = 0;
  for (int step = 0; step < dual_steps; ++step) {
    const double value = dual_value(classes, processors, weights, slope);
    best = std::max(best, value);
    const double steepest = *std::max_element(slope.begin(), slope.end());
    if (steepest <= 0) {
      break;
    }
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] = std::max(weights[k] * std::exp(slope[k] / steepest / std::sqrt(1 + step)), 1e-12);
      sum += weights[k];
    }
    for (double& weight : weights) {
      weight /= sum;
    }
  }
  return best;
}

double grouped_work_bound(const std::vector<std::vector<double>>& seconds, const std::vector<double>& processors,
                          std::size_t most_choices) {
  return GroupChoice(seconds, processors, most_choices).least();
}

} // namespace mapwright::mapper
