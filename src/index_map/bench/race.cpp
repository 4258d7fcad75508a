#include "index_map/bench/race.hpp"

#include "index_map/bench/timing.hpp"

#include <algorithm>
#include <deque>
#include <span>
#include <vector>

namespace mapwright::index_map::bench {

namespace {

constexpr double interval_width = 0.02; ///< of the ratios, in the logarithm
constexpr int most_warm_up = 5;         ///< runs

/// What any row says about its runs.
void fill_runs(BenchRow& row, const measure::Comparison& result) {
  row.stop = result.stop;
  row.pairs = result.pairs;
  row.dropped = result.dropped;
}

void fill(BenchRow& row, const measure::Comparison& result) {
  fill_runs(row, result);
  if (result.pairs > 0) {
    row.time = measure::median_time(result.challenger_times);
    row.speedup = 1 / result.ratio;
    row.interval = {1 / result.ratio_interval.high, 1 / result.ratio_interval.low};
    row.verdict = row.state == BenchRow::State::measured ? result.verdict : SpeedVerdict::unclear;
  }
}

/// The baseline's own row, from any comparison with it.
void fill_baseline(BenchRow& row, const measure::Comparison& result) {
  fill_runs(row, result);
  row.interval = {1, 1};
  row.verdict = SpeedVerdict::same;
  if (result.pairs > 0) {
    row.time = measure::median_time(result.baseline_times);
  }
}

/// Timers in the order they were added; the first is the baseline.
class Field {
public:
  explicit Field(const Task& task)
      : probe_(task.options.contention_check ? &system_ : nullptr),
        busy_(task.on_host() && task.options.threads == 1 ? 1 : 0) {}

  /// The place of the timer.
  std::size_t add(Stage& stage, Strategy strategy, Doing doing) {
    timers_.emplace_back(stage, strategy, doing, probe_, busy_);
    return timers_.size() - 1;
  }

  Result<void> run(const BenchOptions& options) {
    std::vector<measure::Timer*> all;
    for (StageTimer& timer : timers_) {
      all.push_back(&timer);
    }
    measure::CompareOptions how;
    how.stop.time_cap = options.time_cap;
    how.stop.ci_width = interval_width;
    how.warm_up.max_runs = most_warm_up; // a sample may last much longer than the time it counts
    how.seed = options.seed;
    measure::SteadyClock clock;
    auto results = measure::compare_all(*all.front(), std::span(all).subspan(1), clock, how);
    if (!results) {
      return forward(results);
    }
    results_ = std::move(*results);
    return {};
  }

  /// REQUIRES: place > 0.
  [[nodiscard]] const measure::Comparison& result(std::size_t place) const { return results_.at(place - 1); }

  [[nodiscard]] bool undisturbed() const {
    return std::ranges::all_of(results_, [](const measure::Comparison& result) { return result.pairs > 0; });
  }

  /// By the ratio to the baseline, so that drift of the machine does not enter.
  [[nodiscard]] Seconds time(std::size_t place) const {
    return result(place).ratio * measure::median_time(result(1).baseline_times);
  }

private:
  measure::SystemUsageProbe system_;
  measure::UsageProbe* probe_;
  int busy_;
  std::deque<StageTimer> timers_;
  std::vector<measure::Comparison> results_;
};

/// Places of the runs at one size that only find the points, and of the table look-up.
struct Places {
  std::size_t box_only = 0;
  std::size_t map_only = 0;
  std::size_t table_only = 0; ///< 0, the baseline's place: there is no table
  std::size_t table = 0;

  Places(Field& field, Stage& stage, bool has_table)
      : box_only(field.add(stage, Strategy::box, Doing::find)), map_only(field.add(stage, Strategy::map, Doing::find)) {
    if (has_table) {
      table_only = field.add(stage, Strategy::table, Doing::find);
      table = field.add(stage, Strategy::table, Doing::work);
    }
  }

  [[nodiscard]] SizeTimes times(const Field& field) const {
    return {field.time(box_only), field.time(map_only), table_only > 0 ? field.time(table_only) : Seconds(0),
            table > 0 ? field.time(table) : Seconds(0)};
  }
};

} // namespace

Result<std::optional<Times>> race(const Task& task, Prepared& prepared, const Rehearsal* rehearsal) {
  Field field(task);
  for (const Strategy strategy : prepared.options.strategies) {
    field.add(*prepared.stage, strategy, Doing::work);
  }
  std::optional<Places> full;
  std::optional<Places> small;
  std::size_t small_box = 0;
  std::size_t small_map = 0;
  std::size_t launch = 0;
  if (rehearsal != nullptr) {
    const bool has_table =
        std::ranges::find(prepared.options.strategies, Strategy::table) != prepared.options.strategies.end();
    full.emplace(field, *prepared.stage, has_table);
    small.emplace(field, *rehearsal->stage, has_table);
    small_box = field.add(*rehearsal->stage, Strategy::box, Doing::work);
    small_map = field.add(*rehearsal->stage, Strategy::map, Doing::work);
    if (rehearsal->tiny != nullptr) {
      launch = field.add(*rehearsal->tiny, Strategy::map, Doing::find);
    }
  }
  if (const auto done = field.run(task.options); !done) {
    return forward(done);
  }
  fill_baseline(prepared.rows.front(), field.result(1));
  for (std::size_t i = 1; i < prepared.options.strategies.size(); ++i) {
    fill(prepared.rows[static_cast<std::size_t>(prepared.options.strategies[i])], field.result(i));
  }
  if (rehearsal == nullptr || !field.undisturbed()) {
    return std::optional<Times>();
  }
  return Times{full->times(field), small->times(field), field.time(small_box), field.time(small_map),
               launch > 0 ? field.time(launch) : Seconds(0)};
}

} // namespace mapwright::index_map::bench
