#include "kernel/external/evaluator_race.hpp"

#include "measure/compare.hpp"
#include "measure/random.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// All that the evaluator has said about one candidate.
struct Told {
  const Subject* subject = nullptr;
  std::vector<Evaluation> replies{}; ///< all timed
  Evaluation last{};
  bool out = false;

  /// One sample for each round: the median of the reply's.
  [[nodiscard]] std::vector<double> medians(std::size_t shape) const {
    std::vector<double> values;
    for (const Evaluation& reply : replies) {
      values.push_back(measure::median(reply.seconds.at(shape)));
    }
    return values;
  }
};

class AskingRace {
public:
  AskingRace(const Task& task, const Evaluator& evaluator, const Subject& baseline,
             std::span<const Subject> challengers, std::span<const Shape> shapes, const EvaluatorRaceRule& rule,
             const std::function<void(std::size_t)>& progress)
      : task_(task), evaluator_(evaluator), shapes_(shapes), rule_(rule), progress_(progress), random_(rule.seed) {
    told_.push_back({.subject = &baseline});
    for (const Subject& challenger : challengers) {
      told_.push_back({.subject = &challenger});
    }
  }

  Result<EvaluatorRace> run() {
    do {
      if (auto asked = ask_all(); !asked) {
        return forward(asked);
      }
      ++race_.rounds;
      race_.paired = !enough_samples();
    } while (race_.paired && race_.rounds < rule_.rounds && anyone_left());
    race_.baseline = told_.front().last.verdict;
    race_.together = told_.front().last.seconds.size() == 1 && shapes_.size() != 1;
    for (std::size_t i = 1; i < told_.size(); ++i) {
      race_.results.push_back(result_of(told_[i]));
    }
    return std::move(race_);
  }

private:
  /// One round: everybody who is not out, in random order.
  Result<void> ask_all() {
    std::vector<std::size_t> order(told_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random_.shuffle(std::span(order));
    for (const std::size_t i : order) {
      if (told_[i].out) {
        continue;
      }
      if (auto asked = ask(told_[i]); !asked) {
        return asked;
      }
      if (progress_) {
        progress_(++replies_);
      }
    }
    return {};
  }

  Result<void> ask(Told& told) {
    auto reply = evaluator_.evaluate(task_, *told.subject, shapes_);
    if (!reply) {
      return forward(reply);
    }
    told.last = *reply;
    if (!reply->timed()) {
      told.out = true;
      if (&told == &told_.front()) {
        return fail(ErrorKind::input, fmt::format("the baseline {} is not valid ({}): {}", told.subject->name,
                                                  to_string(reply->verdict), reply->message));
      }
      return {};
    }
    if (kinds_ == 0) {
      kinds_ = reply->seconds.size();
    } else if (kinds_ != reply->seconds.size()) {
      return fail(
          ErrorKind::input,
          fmt::format("the evaluator '{}' gave 'seconds' in one reply and 'times' in another", evaluator_.text()),
          "it must answer alike for all candidates, or they cannot be compared");
    }
    told.replies.push_back(*std::move(reply));
    return {};
  }

  /// Whether the first replies can be compared by their own samples.
  [[nodiscard]] bool enough_samples() const {
    return std::all_of(told_.begin(), told_.end(), [](const Told& told) {
      return told.out || std::all_of(told.replies.front().seconds.begin(), told.replies.front().seconds.end(),
                                     [](const auto& samples) { return samples.size() >= EvaluatorRaceRule::enough; });
    });
  }

  [[nodiscard]] bool anyone_left() const {
    return std::any_of(told_.begin() + 1, told_.end(), [](const Told& told) { return !told.out; });
  }

  ExternalResult result_of(const Told& told) {
    ExternalResult result{.name = told.subject->name, .last = told.last};
    if (told.out) {
      return result;
    }
    const double verdicts = static_cast<double>((told_.size() - 1) * kinds_);
    const measure::Bootstrap bootstrap{.confidence = 1 - (1 - rule_.confidence) / verdicts, .seed = rule_.seed};
    std::vector<measure::RatioEstimate> ratios;
    for (std::size_t shape = 0; shape < kinds_; ++shape) {
      result.shapes.push_back(race_.paired ? by_pairs(told, shape, bootstrap) : by_samples(told, shape, bootstrap));
      ratios.push_back(result.shapes.back().ratio);
    }
    result.mean = measure::geometric_mean(ratios);
    result.verdict = verdict_of(result.mean, race_.paired ? race_.rounds : EvaluatorRaceRule::enough);
    return result;
  }

  /// The first replies of two candidates, sample against sample in no order.
  [[nodiscard]] ExternalShape by_samples(const Told& told, std::size_t shape,
                                         const measure::Bootstrap& bootstrap) const {
    const std::vector<double>& before = told_.front().replies.front().seconds[shape];
    const std::vector<double>& after = told.replies.front().seconds[shape];
    ExternalShape result{measure::median(before), measure::median(after), before.size(), after.size(),
                         measure::unpaired_ratio(before, after, bootstrap)};
    result.verdict = verdict_of(result.ratio, EvaluatorRaceRule::enough);
    return result;
  }

  /// The replies of two candidates, round by round.
  [[nodiscard]] ExternalShape by_pairs(const Told& told, std::size_t shape, const measure::Bootstrap& bootstrap) const {
    const std::vector<double> before = told_.front().medians(shape);
    const std::vector<double> after = told.medians(shape);
    std::vector<double> log_ratios;
    for (std::size_t i = 0; i < after.size(); ++i) {
      log_ratios.push_back(std::log(after[i] / before[i]));
    }
    const Interval interval = measure::bootstrap_median(log_ratios, bootstrap);
    ExternalShape result{measure::median(before),
                         measure::median(after),
                         before.size(),
                         after.size(),
                         {std::exp(measure::median(log_ratios)), {std::exp(interval.low), std::exp(interval.high)}}};
    result.verdict = verdict_of(result.ratio, after.size());
    return result;
  }

  [[nodiscard]] SpeedVerdict verdict_of(const measure::RatioEstimate& ratio, std::size_t samples) const {
    return samples >= EvaluatorRaceRule::enough ? measure::judge(ratio.interval, rule_.equivalence)
                                                : SpeedVerdict::unclear;
  }

  const Task& task_;
  const Evaluator& evaluator_;
  std::span<const Shape> shapes_;
  const EvaluatorRaceRule& rule_;
  const std::function<void(std::size_t)>& progress_;
  measure::Random random_;
  std::vector<Told> told_{}; ///< the baseline first
  std::size_t kinds_ = 0;    ///< times in every reply; 0: none yet
  std::size_t replies_ = 0;
  EvaluatorRace race_{};
};

} // namespace

Result<EvaluatorRace> race_by_evaluator(const Task& task, const Evaluator& evaluator, const Subject& baseline,
                                        std::span<const Subject> challengers, std::span<const Shape> shapes,
                                        const EvaluatorRaceRule& rule,
                                        const std::function<void(std::size_t)>& progress) {
  return AskingRace(task, evaluator, baseline, challengers, shapes, rule, progress).run();
}

double cost_of(const Evaluation& evaluation) {
  double log_time = 0;
  for (const std::vector<double>& samples : evaluation.seconds) {
    log_time += std::log(measure::median(samples));
  }
  return std::exp(log_time / static_cast<double>(evaluation.seconds.size()));
}

} // namespace mapwright::kernel
