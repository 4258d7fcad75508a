#include "loop/flow.hpp"

#include "loop/deadline.hpp"
#include "loop/step_maker.hpp"
#include "measure/random.hpp"

#include <deque>
#include <future>
#include <mutex>

#include <fmt/format.h>

namespace mapwright::loop {

namespace {

/// Independent streams for the planning of a step and for the step itself.
struct Seeds {
  std::uint64_t plan;
  std::uint64_t step;
};

Seeds seeds_of(std::uint64_t run, std::uint64_t step) {
  measure::Random random(measure::Random(run).next() ^ (step * 0x9e3779b97f4a7c15U));
  const std::uint64_t plan = random.next();
  return {plan, random.next() >> 1U}; // archives keep signed numbers
}

enum class Mode : std::uint8_t { live, replay, verifying_replay };

/// The schedule of steps. `journal` is null in a replay.
class Flow {
public:
  Flow(Proposer& proposer, Evaluator& evaluator, const FlowOptions& options, Past past, ChatLog& chats,
       archive::Journal* journal, Mode mode, const Observer& observer, std::stop_token stop)
      : proposer_(proposer), evaluator_(evaluator), options_(options), past_(std::move(past)), journal_(journal),
        mode_(mode), observer_(observer), maker_(
                                              evaluator, chats,
                                              [this](const std::string& digest, std::uint64_t seen) {
                                                const std::lock_guard lock(history_lock_);
                                                return history_.first_with(digest, seen);
                                              },
                                              options.fallback || mode != Mode::live),
        forward_stop_(stop, [this] { give_up_.request_stop(); }) {}

  Result<Outcome> run() {
    proposer_.begin(options_.budget);
    for (;;) {
      if (auto filled = fill(); !filled) {
        return forward(filled);
      }
      if (window_.empty()) {
        break;
      }
      if (auto committed = commit_oldest(); !committed) {
        return forward(committed);
      }
    }
    return Outcome{end_.value_or(Interrupted{}), std::move(history_)};
  }

  [[nodiscard]] const std::optional<std::string>& difference() const { return difference_; }
  /// Replay: the record ends where the run would have gone on.
  [[nodiscard]] bool goes_on() const { return goes_on_ && !end_; }

private:
  struct Entry {
    std::future<Made> made;
    Resources reserved;
    bool recorded = false;
  };

  /// Plans and starts steps while there is room.
  Result<void> fill() {
    while (!end_ && !goes_on_ && window_.size() < options_.parallel) {
      const Seeds seeds = seeds_of(options_.seed, next_);
      measure::Random random(seeds.plan);
      auto plan = proposer_.plan(next_, random);
      if (!plan) {
        if (window_.empty()) {
          end_ = NothingLeft{history_.size()};
        }
        return {};
      }
      Resources reserve = plan->reserve;
      reserve.evaluations += 1;
      const bool recorded = next_ < past_.size();
      if (mode_ != Mode::live || !recorded) {
        if (const auto over = exhausted(options_.budget, history_.used(), reserved() + reserve)) {
          end_ = *over;
          return {};
        }
      }
      if (mode_ != Mode::live && !recorded) {
        goes_on_ = true;
        return {};
      }
      Task task{next_, seeds.step, history_.size(), std::move(*plan)};
      auto made = recorded ? from_past(std::move(task)) : Result<std::future<Made>>(start(std::move(task)));
      if (!made) {
        return forward(made);
      }
      window_.push_back({std::move(*made), reserve, recorded});
      ++next_;
    }
    return {};
  }

  [[nodiscard]] Resources reserved() const {
    Resources sum;
    for (const Entry& entry : window_) {
      sum = sum + entry.reserved;
    }
    return sum;
  }

  std::future<Made> start(Task task) {
    if (!deadline_) {
      deadline_.emplace(options_.budget.seconds, history_.used().time, give_up_);
    }
    // A step alone needs no thread of its own.
    const auto policy = options_.parallel == 1 ? std::launch::deferred : std::launch::async;
    return std::async(policy, [this, task = std::move(task)] { return maker_.make(task, give_up_.get_token()); });
  }

  Result<std::future<Made>> from_past(Task task) {
    auto step = past_.next();
    if (!step) {
      return forward(step);
    }
    std::promise<Made> ready;
    if (mode_ == Mode::live) {
      Made made;
      made.step = std::move(*step);
      ready.set_value(std::move(made));
    } else {
      ready.set_value(maker_.remake(task, std::move(*step), mode_ == Mode::verifying_replay, give_up_.get_token()));
    }
    return ready.get_future();
  }

  Result<void> commit_oldest() {
    Made made = window_.front().made.get();
    const bool recorded = window_.front().recorded;
    window_.pop_front();
    if (made.given_up) {
      abandon(deadline_ && deadline_->passed() ? StopReason(deadline_->exhausted()) : StopReason(Interrupted{}));
      return {};
    }
    if (made.broken) {
      abandon(Broken{*made.broken});
      return {};
    }
    if (made.difference) {
      difference_ = made.difference;
      abandon(Interrupted{});
      return {};
    }
    if (!recorded) {
      made.step.committed = deadline_->elapsed();
      if (auto written = journal_->append(made.step); !written) {
        abandon(Interrupted{});
        return written;
      }
    }
    {
      const std::lock_guard lock(history_lock_);
      history_.add(made.step);
    }
    proposer_.observe(made.step);
    if (observer_) {
      observer_(made.step, history_);
    }
    decide(made.step);
    return {};
  }

  void decide(const archive::Step& step) {
    if (end_) {
      return;
    }
    if (evaluator_.reaches_goal(step)) {
      abandon(Solved{step.number});
    } else if (options_.patience > 0 && history_.since_improvement() >= options_.patience) {
      end_ = Stalled{history_.since_improvement(), options_.patience}; // what is under way is still committed
    }
  }

  /// Ends the run now: nothing that is under way is committed.
  void abandon(StopReason reason) {
    end_ = std::move(reason);
    give_up_.request_stop();
    for (Entry& entry : window_) {
      if (entry.made.wait_for(std::chrono::seconds(0)) != std::future_status::deferred) {
        entry.made.wait();
      }
    }
    window_.clear();
  }

  Proposer& proposer_;
  Evaluator& evaluator_;
  const FlowOptions& options_;
  Past past_;
  archive::Journal* journal_;
  Mode mode_;
  const Observer& observer_;
  std::stop_source give_up_;
  History history_;
  std::mutex history_lock_; ///< steps under way look candidates up
  StepMaker maker_;
  std::stop_callback<std::function<void()>> forward_stop_;
  std::optional<Deadline> deadline_; ///< from the first new step on
  std::optional<StopReason> end_;
  std::optional<std::string> difference_;
  bool goes_on_ = false;
  std::uint64_t next_ = 0; ///< number of the step planned next
  std::deque<Entry> window_;
};

} // namespace

Result<Outcome> run(Proposer& proposer, Evaluator& evaluator, const FlowOptions& options, Past past,
                    const std::vector<archive::Exchange>& recorded, archive::Journal& journal, const Observer& observer,
                    std::stop_token stop) {
  ChatLog chats(recorded, &journal);
  Flow flow(proposer, evaluator, options, std::move(past), chats, &journal, Mode::live, observer, std::move(stop));
  return flow.run();
}

Result<Replayed> replay(Proposer& proposer, Evaluator& evaluator, const FlowOptions& options, Past past,
                        const std::vector<archive::Exchange>& recorded, const std::optional<archive::RunEnd>& end,
                        bool verify, const Observer& observer, std::stop_token stop) {
  ChatLog chats(recorded, nullptr);
  const std::uint64_t steps = past.size();
  Flow flow(proposer, evaluator, options, std::move(past), chats, nullptr,
            verify ? Mode::verifying_replay : Mode::replay, observer, std::move(stop));
  const auto outcome = flow.run();
  if (!outcome) {
    return forward(outcome);
  }
  Replayed replayed{outcome->history.size(), flow.difference()};
  if (replayed.difference) {
    return replayed;
  }
  const nlohmann::json reason = to_json(outcome->reason);
  if (outcome->history.size() < steps) {
    replayed.difference =
        fmt::format("ends after {} of {} steps: {}", outcome->history.size(), steps, stop_text(reason));
  } else if (end && follows_from_steps(end->reason) &&
             (flow.goes_on() || reason.at("kind") != end->reason.value("kind", ""))) {
    replayed.difference =
        fmt::format("{}; recorded: {}", flow.goes_on() ? "would go on" : stop_text(reason), stop_text(end->reason));
  }
  return replayed;
}

} // namespace mapwright::loop
