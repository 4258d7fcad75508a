#include "kernel/tune/pace.hpp"

#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::kernel {

double Pace::time_of(std::span<const double> samples) {
  return measure::quantile(samples, 0.1);
}

bool Pace::clearly_above(double least, std::size_t samples, double bound) const {
  return bound > 0 && (least > rule_.hopeless * bound ||
                       (samples >= static_cast<std::size_t>(rule_.sure) && least > rule_.factor * bound));
}

bool Pace::spared(std::span<const double> samples) const {
  return !samples.empty() &&
         clearly_above(*std::min_element(samples.begin(), samples.end()), samples.size(), best_.at(timed_.size()));
}

void Pace::add(std::span<const double> samples) {
  timed_.push_back({time_of(samples), *std::min_element(samples.begin(), samples.end())});
}

bool Pace::lost() const {
  if (best_cost_ <= 0 || timed_.empty() || timed_.size() == best_.size()) {
    return false;
  }
  double log_time = 0;
  for (std::size_t i = 0; i < best_.size(); ++i) {
    log_time += std::log(i < timed_.size() ? timed_[i].least : best_[i]);
  }
  return std::exp(log_time / static_cast<double>(best_.size())) > rule_.factor * best_cost_;
}

double Pace::finish() {
  double log_time = 0;
  double log_ratio = 0; // to the best, of the shapes that were timed
  for (std::size_t i = 0; i < timed_.size(); ++i) {
    log_time += std::log(timed_[i].time);
    log_ratio += best_[i] > 0 ? std::log(timed_[i].time / best_[i]) : 0;
    best_[i] = best_[i] > 0 ? std::min(best_[i], timed_[i].time) : timed_[i].time;
  }
  log_ratio /= static_cast<double>(timed_.size());
  for (std::size_t i = timed_.size(); i < best_.size(); ++i) {
    log_time += std::log(best_[i]) + log_ratio;
  }
  const double cost = std::exp(log_time / static_cast<double>(best_.size()));
  best_cost_ = best_cost_ > 0 ? std::min(best_cost_, cost) : cost;
  return cost;
}

} // namespace mapwright::kernel
