#include "index_map/bench/set_up.hpp"

#include "index_map/bench/body.hpp"
#include "index_map/bench/strategy.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::bench {

using expr::Int;

namespace {

constexpr std::int64_t tiny_points = 4096; ///< a run of so many takes about as long as its launch

double memory_for_arrays(const Task& task) {
  return 0.75 * static_cast<double>(task.options.device.memory.count());
}

std::string gibibytes_text(double bytes) {
  return fmt::format("{:.1f} GiB", bytes / (1 << 30));
}

Result<void> check_memory(const Task& task, const Instance& instance) {
  const double floats =
      static_cast<double>(instance.box) + static_cast<double>(input_floats(task.options.body, instance));
  if (4 * floats > memory_for_arrays(task)) {
    return fail(ErrorKind::input,
                fmt::format("the arrays over the bounding box need {}, {} of {} may be used",
                            gibibytes_text(4 * floats), gibibytes_text(memory_for_arrays(task)),
                            task.options.device.name),
                "use smaller sizes");
  }
  return {};
}

bool is_wanted(const BenchOptions& options, Strategy strategy) {
  return options.only.empty() || strategy == Strategy::box || strategy == Strategy::map ||
         std::ranges::find(options.only, strategy) != options.only.end();
}

/// Fills the lists a strategy reads, or says why it cannot.
Result<std::string> fill_lists(const Task& task, const Instance& instance, Strategy strategy, Lists& lists) {
  const double most_bytes = memory_for_arrays(task) / 4;
  const auto dimensions = static_cast<double>(instance.dimensions());
  const auto reachable = [](std::int64_t coordinate) {
    return coordinate >= std::numeric_limits<std::int32_t>::min() / 2 &&
           coordinate <= std::numeric_limits<std::int32_t>::max() / 2;
  };
  if (!std::all_of(instance.low.begin(), instance.low.end(), reachable) ||
      !std::all_of(instance.extent.begin(), instance.extent.end(), reachable)) {
    return std::string("coordinates beyond 32 bits are not listed");
  }
  if (strategy == Strategy::table) {
    const double bytes = 4 * dimensions * static_cast<double>(instance.points);
    if (bytes > most_bytes) {
      return fmt::format("the table needs {}", gibibytes_text(bytes));
    }
    auto points = points_of(instance);
    if (!points) {
      return forward(points);
    }
    lists.points = std::move(*points);
  }
  if (strategy == Strategy::search) {
    auto rows = rows_of(instance, static_cast<std::size_t>(most_bytes / (8 + 4 * dimensions)));
    if (!rows) {
      return rows.error().message;
    }
    lists.rows = std::move(*rows);
  }
  return std::string();
}

/// Compares the points that each strategy wrote with those of the box.
Result<void> check_results(Prepared& prepared) {
  std::uint64_t expected = 0;
  for (const Strategy strategy : prepared.options.strategies) {
    if (auto done = prepared.stage->clear(); !done) {
      return done;
    }
    if (const auto time = prepared.stage->run(strategy, Doing::work); !time) {
      return forward(time);
    }
    const auto digest = prepared.stage->digest();
    if (!digest) {
      return forward(digest);
    }
    BenchRow& row = prepared.rows[static_cast<std::size_t>(strategy)];
    row.state = BenchRow::State::measured;
    if (strategy == Strategy::box) {
      expected = *digest;
    } else if (*digest != expected) {
      row.state = BenchRow::State::wrong;
      row.reason = "other points than those of the domain were written";
    }
    if (row.state == BenchRow::State::wrong && strategy != Strategy::textbook) {
      return fail(ErrorKind::internal,
                  fmt::format("the strategy {} does not reach the points of the domain", to_string(strategy)));
    }
  }
  return {};
}

} // namespace

Result<Instance> instance_at(const Task& task, const std::vector<Int>& sizes, int least_bits) {
  auto certified = task.derive(sizes);
  if (!certified) {
    return forward(certified);
  }
  std::vector<expr::Table> tables = task.tables;
  if (std::holds_alternative<domain::RaggedShape>((*certified)->derived.map.domain.shape) && !sizes.empty()) {
    for (expr::Table& table : tables) {
      table.values.resize(std::min(table.values.size(), static_cast<std::size_t>(sizes[0]) + 1));
    }
  }
  return make_instance(std::move(*certified), sizes, tables, least_bits);
}

Result<Prepared> prepare(const Task& task, Workbench& workbench) {
  auto instance = instance_at(task, task.sizes);
  if (!instance) {
    return forward(instance);
  }
  if (auto fits = check_body(task.options.body, instance->dimensions()); !fits) {
    return forward(fits);
  }
  if (auto fits = check_memory(task, *instance); !fits) {
    return forward(fits);
  }
  const Target target = target_of(task.options.device.api);
  Prepared prepared{std::move(*instance), {task.options.body, {}, {}}, nullptr, {}};
  for (const Strategy strategy : all_strategies()) {
    BenchRow row;
    row.strategy = strategy;
    row.asked = is_wanted(task.options, strategy);
    row.reason = row.asked ? absence(strategy, prepared.instance.domain(), target) : "not asked for";
    if (row.reason.empty()) {
      auto left = fill_lists(task, prepared.instance, strategy, prepared.options.lists);
      if (!left) {
        return forward(left);
      }
      row.reason = std::move(*left);
    }
    if (row.reason.empty()) {
      prepared.options.strategies.push_back(strategy);
    }
    prepared.rows.push_back(std::move(row));
  }
  auto stage = workbench.stage(prepared.instance, prepared.options);
  if (!stage) {
    return forward(stage);
  }
  prepared.stage = std::move(*stage);
  if (auto done = check_results(prepared); !done) {
    return forward(done);
  }
  return prepared;
}

Result<Rehearsal> rehearse(const Task& task, const Prepared& prepared, Workbench& workbench) {
  const domain::Domain& domain = prepared.instance.domain();
  const Int last = steps(task.sizes);
  const Int step = domain::has_level(domain) ? last - 1 : last - (last + 3) / 4;
  if (task.sizes.empty() || step < 1) {
    return fail(ErrorKind::input, "there is no smaller size to take the cost of the work from");
  }
  Rehearsal rehearsal{sizes_at(domain, task.sizes, step), {}, nullptr, nullptr};
  StageOptions options{task.options.body, prepared.options.strategies, {}};
  auto smaller = instance_at(task, rehearsal.sizes, prepared.instance.bits);
  if (!smaller) {
    return forward(smaller);
  }
  if (!prepared.options.lists.points.empty()) {
    auto points = points_of(*smaller);
    if (!points) {
      return forward(points);
    }
    options.lists.points = std::move(*points);
  }
  auto load = load_of(*smaller, task.threads());
  auto stage = load ? workbench.stage(*smaller, std::move(options)) : forward(load);
  if (!stage) {
    return forward(stage);
  }
  rehearsal.load = std::move(*load);
  rehearsal.stage = std::move(*stage);
  if (const auto tiny = instance_at(task, sizes_at(domain, task.sizes, 1), prepared.instance.bits);
      tiny && tiny->box <= tiny_points) {
    auto least = workbench.stage(*tiny, {task.options.body, prepared.options.strategies, {}});
    if (!least) {
      return forward(least);
    }
    rehearsal.tiny = std::move(*least);
  }
  return rehearsal;
}

} // namespace mapwright::index_map::bench
