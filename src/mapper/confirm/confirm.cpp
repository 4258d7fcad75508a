#include "mapper/confirm/confirm.hpp"

#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Runs of one plan in a comparison. Keeps them, and the error that ended it.
class PlanTimer final : public measure::Timer {
public:
  PlanTimer(RealRunner& runner, const ConfirmedPlan& plan, std::vector<TimedRun>& runs)
      : runner_(runner), plan_(plan), runs_(runs) {}

  Result<measure::Sample> run() override {
    auto ran = runner_.run(plan_.plan);
    if (!ran) {
      failure_ = ran.error();
      return forward(ran);
    }
    runs_.push_back(std::move(ran->run));
    return measure::Sample{Seconds(runs_.back().makespan), ran->taint};
  }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

private:
  RealRunner& runner_;
  const ConfirmedPlan& plan_;
  std::vector<TimedRun>& runs_;
  std::optional<Error> failure_;
};

class Confirming {
public:
  Confirming(Confirmation begun, RealRunner& runner, measure::Clock& clock, const ConfirmRule& rule,
             const KeepConfirmation& keep)
      : made_(std::move(begun)), runner_(runner), clock_(clock), rule_(rule), keep_(keep) {}

  Result<Confirmation> run() {
    while (made_.stage != ConfirmStage::done) {
      Result<void> passed;
      switch (made_.stage) {
      case ConfirmStage::tried:
        passed = try_all();
        break;
      case ConfirmStage::screened:
        passed = screen();
        break;
      default:
        passed = test_all();
        break;
      }
      if (!passed) {
        return forward(passed);
      }
    }
    return std::move(made_);
  }

private:
  Result<void> reach(ConfirmStage stage) {
    made_.stage = stage;
    for (ConfirmedPlan* plan : everyone()) {
      sum_up(*plan);
    }
    return keep_(made_);
  }

  std::vector<ConfirmedPlan*> everyone() {
    std::vector<ConfirmedPlan*> all{&made_.usual};
    for (ConfirmedPlan& plan : made_.plans) {
      all.push_back(&plan);
    }
    return all;
  }

  /// The typical run of those seen in this session.
  void sum_up(ConfirmedPlan& plan) {
    std::vector<TimedRun>& runs = runs_[plan.plan];
    if (runs.empty()) {
      return;
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const TimedRun& a, const TimedRun& b) { return a.makespan < b.makespan; });
    std::vector<double> logs;
    for (const TimedRun& run : runs) {
      logs.push_back(std::log(run.makespan));
    }
    plan.typical = runs[(runs.size() - 1) / 2];
    plan.runs = runs.size();
    plan.disturbed = static_cast<std::uint64_t>(
        std::count_if(runs.begin(), runs.end(), [](const TimedRun& run) { return run.disturbed; }));
    constexpr double normal_iqr = 1.349;   // of the normal distribution with variance 1
    constexpr double median_error = 1.253; // of the median of normal samples, against that of their mean
    plan.error =
        median_error * measure::interquartile_range(logs) / normal_iqr / std::sqrt(static_cast<double>(runs.size()));
  }

  Result<void> try_all() {
    auto usual = runner_.run(made_.usual.plan);
    if (!usual) {
      return forward(usual);
    }
    made_.version = usual->version;
    runs_[made_.usual.plan].push_back(std::move(usual->run));
    std::vector<ConfirmedPlan> tried;
    std::size_t usable = 0;
    for (ConfirmedPlan& plan : made_.plans) {
      if (usable == made_.top) {
        break;
      }
      if (!plan.same_plan) {
        auto ran = runner_.run(plan.plan);
        if (!ran && ran.error().kind == ErrorKind::internal) {
          return forward(ran);
        }
        if (ran) {
          runs_[plan.plan].push_back(std::move(ran->run));
        } else {
          plan.flaw = ran.error().message;
        }
      }
      usable += plan.flaw.empty() ? 1U : 0U;
      tried.push_back(std::move(plan));
    }
    made_.plans = std::move(tried);
    return reach(ConfirmStage::screened);
  }

  [[nodiscard]] std::vector<ConfirmedPlan*> in_the_race() {
    std::vector<ConfirmedPlan*> left;
    for (ConfirmedPlan& plan : made_.plans) {
      if (plan.flaw.empty() && !plan.same_plan && plan.verdict() != SpeedVerdict::slower) {
        left.push_back(&plan);
      }
    }
    return left;
  }

  /// Compares these with the default. Those that fail on the way are out, with a flaw, and the others begin again.
  Result<std::vector<measure::Comparison>> compare(std::vector<ConfirmedPlan*>& plans, Seconds most,
                                                   double confidence) {
    const Seconds begin = clock_.now();
    while (!plans.empty()) {
      PlanTimer usual(runner_, made_.usual, runs_[made_.usual.plan]);
      std::deque<PlanTimer> timers;
      std::vector<measure::Timer*> pointers;
      for (ConfirmedPlan* plan : plans) {
        pointers.push_back(&timers.emplace_back(runner_, *plan, runs_[plan->plan]));
      }
      measure::CompareOptions options;
      options.stop.time_cap = std::max(Seconds(0), most - (clock_.now() - begin));
      options.warm_up = {.min_runs = 0, .max_runs = 0}; // the runner warms every plan up
      options.equivalence = rule_.equivalence;
      options.confidence = confidence;
      options.seed = rule_.seed + (++comparisons_);
      auto compared = compare_all(usual, pointers, clock_, options);
      if (compared) {
        return compared;
      }
      const std::size_t before = plans.size();
      for (std::size_t i = before; i-- > 0;) {
        if (timers[i].failure() && timers[i].failure()->kind != ErrorKind::internal) {
          plans[i]->flaw = timers[i].failure()->message;
          plans.erase(plans.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
      if (plans.size() == before) {
        return compared;
      }
    }
    return std::vector<measure::Comparison>();
  }

  Result<void> screen() {
    std::vector<ConfirmedPlan*> plans = in_the_race();
    if (plans.size() > 1) { // one alone has nobody to be chosen from
      const Seconds begin = clock_.now();
      const auto compared = compare(plans, rule_.screening * rule_.most, 1 - (1 - rule_.confidence) / 2);
      if (!compared) {
        return forward(compared);
      }
      for (std::size_t i = 0; i < plans.size(); ++i) {
        plans[i]->screened = (*compared)[i];
      }
      spent_ = clock_.now() - begin;
    }
    return reach(ConfirmStage::tested);
  }

  /// The confidence of one test, when as many as may be asked for are right together as often as all should be: half
  /// the doubt is for the common rounds, where there were any.
  [[nodiscard]] double confidence_of_tests() const {
    double tests = 0;
    bool screened = false;
    for (const ConfirmedPlan& plan : made_.plans) {
      screened = screened || plan.screened;
      const bool slower = plan.screened && plan.screened->verdict == SpeedVerdict::slower;
      tests += plan.same_plan || slower ? 0 : 1;
    }
    return 1 - (1 - rule_.confidence) / ((screened ? 2 : 1) * std::max(tests, 1.0));
  }

  /// Tests the most promising plan that was not tested, until one is FASTER.
  Result<void> test_all() {
    const double confidence = confidence_of_tests();
    for (;;) {
      std::vector<ConfirmedPlan*> left = in_the_race();
      const bool found = std::any_of(left.begin(), left.end(), [](const ConfirmedPlan* plan) {
        return plan->fresh && plan->fresh->verdict == SpeedVerdict::faster;
      });
      std::erase_if(left, [](const ConfirmedPlan* plan) { return plan->fresh.has_value(); });
      const Seconds time = rule_.most - spent_;
      if (found || left.empty() || time <= Seconds(0)) {
        break;
      }
      const auto promise = [](const ConfirmedPlan* plan) { return plan->screened ? plan->screened->ratio : 1; };
      std::stable_sort(left.begin(), left.end(),
                       [&](const ConfirmedPlan* a, const ConfirmedPlan* b) { return promise(a) < promise(b); });
      const Seconds share = left.size() == 1 ? time : time / 2; // some is kept for who comes next
      std::vector<ConfirmedPlan*> next{left.front()};
      const Seconds begin = clock_.now();
      const auto compared = compare(next, share, confidence);
      if (!compared) {
        return forward(compared);
      }
      spent_ += clock_.now() - begin;
      if (!next.empty()) {
        next.front()->fresh = compared->front();
      }
      if (auto kept = reach(ConfirmStage::tested); !kept) {
        return kept;
      }
    }
    choose();
    return reach(ConfirmStage::done);
  }

  /// Lower goes first; nothing where a plan must not be handed out.
  static std::optional<std::pair<int, double>> rank(const ConfirmedPlan& plan) {
    const measure::Comparison* const seen = plan.decisive();
    const double ratio = seen == nullptr ? 1 : seen->ratio;
    switch (plan.verdict()) {
    case SpeedVerdict::faster:
      return std::pair(0, ratio);
    case SpeedVerdict::same:
      return std::pair(1, ratio);
    case SpeedVerdict::unclear:
      return plan.fresh && seen != nullptr && ratio <= 1 ? std::optional(std::pair(2, ratio)) : std::nullopt;
    case SpeedVerdict::slower:
      break;
    }
    return std::nullopt;
  }

  void choose() {
    std::optional<std::pair<int, double>> best;
    for (std::size_t i = 0; i < made_.plans.size(); ++i) {
      const auto rated = made_.plans[i].flaw.empty() ? rank(made_.plans[i]) : std::nullopt;
      if (rated && (!best || *rated < *best)) {
        best = rated;
        made_.handed_out = i;
      }
    }
  }

  Confirmation made_;
  RealRunner& runner_;
  measure::Clock& clock_;
  const ConfirmRule& rule_;
  const KeepConfirmation& keep_;
  std::map<std::string, std::vector<TimedRun>> runs_; ///< of this session, by plan
  Seconds spent_{0};                                  ///< in screening and tests
  std::uint64_t comparisons_ = 0;
};

} // namespace

Result<Confirmation> confirm(Confirmation begun, RealRunner& runner, measure::Clock& clock, const ConfirmRule& rule,
                             const KeepConfirmation& keep) {
  return Confirming(std::move(begun), runner, clock, rule, keep).run();
}

} // namespace mapwright::mapper
