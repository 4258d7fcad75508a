#include "kernel/scientist/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

/// Predictions that weigh as much as the belief that none needs a correction.
constexpr double prior_weight = 4;

double middle(const Interval& predicted) {
  return std::sqrt(predicted.low * predicted.high);
}

/// The logarithm of a bias, drawn towards `prior` while there are few predictions.
double drawn(const Calibration& group, double prior) {
  const auto weight = static_cast<double>(group.valid);
  return (weight * std::log(group.bias) + prior_weight * prior) / (weight + prior_weight);
}

} // namespace

void Ledger::add(Prediction prediction, SpeedVerdict verdict) {
  predictions_.push_back(std::move(prediction));
  verdicts_.push_back(verdict);
}

Calibration Ledger::calibration(const std::optional<std::string>& designer,
                                const std::optional<AvenueKind>& kind) const {
  Calibration group{designer.value_or(""), kind};
  double log_bias = 0;
  for (std::size_t i = 0; i < predictions_.size(); ++i) {
    const Prediction& prediction = predictions_[i];
    if ((designer && prediction.designer != *designer) || (kind && prediction.kind != *kind)) {
      continue;
    }
    ++group.predictions;
    if (!prediction.gain) {
      continue;
    }
    ++group.valid;
    group.above += *prediction.gain > prediction.predicted.high ? 1U : 0U;
    group.below += *prediction.gain < prediction.predicted.low ? 1U : 0U;
    group.faster += verdicts_[i] == SpeedVerdict::faster ? 1U : 0U;
    log_bias += std::log(*prediction.gain / middle(prediction.predicted));
  }
  group.covered = group.valid - group.above - group.below;
  group.bias = group.valid == 0 ? 1 : std::exp(log_bias / static_cast<double>(group.valid));
  return group;
}

std::vector<Calibration> Ledger::calibrations() const {
  std::set<std::pair<std::string, AvenueKind>> groups;
  std::set<std::string> designers;
  for (const Prediction& prediction : predictions_) {
    groups.emplace(prediction.designer, prediction.kind);
    designers.insert(prediction.designer);
  }
  std::vector<Calibration> rows;
  if (predictions_.empty()) {
    return rows;
  }
  for (const auto& [designer, kind] : groups) {
    rows.push_back(calibration(designer, kind));
  }
  for (const std::string& designer : designers) {
    rows.push_back(calibration(designer, std::nullopt));
  }
  rows.push_back(calibration(std::nullopt, std::nullopt));
  return rows;
}

Interval Ledger::corrected(const Interval& predicted, const std::string& designer, AvenueKind kind) const {
  const double of_designer = drawn(calibration(designer, std::nullopt), 0);
  const double factor = std::exp(drawn(calibration(designer, kind), of_designer));
  return {predicted.low * factor, predicted.high * factor};
}

} // namespace mapwright::kernel::scientist
