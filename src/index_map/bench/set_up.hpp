// Everything that is ready before the clock starts.
#pragma once

#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"
#include "index_map/bench/predict.hpp"
#include "index_map/bench/stage.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::bench {

/// What is asked.
struct Task {
  const BenchDerive& derive;
  const std::vector<expr::Int>& sizes;
  const std::vector<expr::Table>& tables;
  const BenchOptions& options;

  [[nodiscard]] bool on_host() const { return options.device.api == device::Api::host; }
  /// Threads that share the box in equal parts; nothing on devices.
  [[nodiscard]] std::optional<unsigned> threads() const {
    return on_host() ? std::optional(options.threads) : std::nullopt;
  }
};

/// The map at other sizes than those asked for; of a ragged domain, the first rows of its table. `least_bits` as in
/// make_instance.
Result<Instance> instance_at(const Task& task, const std::vector<expr::Int>& sizes, int least_bits = 32);

/// The size asked for, with all strategies that exist; rows of the others say why not, rows whose results differ from
/// those of the box are marked.
struct Prepared {
  Instance instance;
  StageOptions options;
  std::unique_ptr<Stage> stage;
  std::vector<BenchRow> rows; ///< one per strategy
};
Result<Prepared> prepare(const Task& task, Workbench& workbench);

/// A smaller size, to take the cost of the work from.
struct Rehearsal {
  std::vector<expr::Int> sizes;
  Load load;
  std::unique_ptr<Stage> stage;
  std::unique_ptr<Stage> tiny; ///< a run takes as long as its launch; null: no size is that small
};
/// An error of kind input says why there is none.
Result<Rehearsal> rehearse(const Task& task, const Prepared& prepared, Workbench& workbench);

} // namespace mapwright::index_map::bench
