#include "kernel/external/evaluation_result.hpp"

#include "kernel/external/evaluator_race.hpp"

namespace mapwright::kernel {

namespace {

Outcome outcome_of(ExternalVerdict verdict) {
  switch (verdict) {
  case ExternalVerdict::wrong:
    return Outcome::correctness;
  case ExternalVerdict::failed:
    return Outcome::runtime;
  case ExternalVerdict::timed_out:
    return Outcome::timeout;
  case ExternalVerdict::valid:
  case ExternalVerdict::unchecked:
    break;
  }
  return Outcome::correct;
}

} // namespace

T4Result to_result(const Tuning& tuning, const Evaluation& evaluation) {
  T4Result result{.configuration = tuning, .objectives = {"time"}, .invalidity = outcome_of(evaluation.verdict)};
  if (!evaluation.timed()) {
    result.correctness = 0;
    return result;
  }
  for (const std::vector<double>& samples : evaluation.seconds) {
    for (const double seconds : samples) {
      result.times.runtimes.push_back(1e3 * seconds);
    }
  }
  result.measurements = {{"time", cost_of(evaluation), "s"}};
  return result;
}

} // namespace mapwright::kernel
