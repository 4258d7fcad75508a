// Who decides about versions: whether one is right, what a configuration of it costs, which of two is faster.
#pragma once

#include "archive/records.hpp"
#include "kernel/external/evaluator.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/scientist/version.hpp"
#include "kernel/tune/tune.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// Whether a version is right.
struct Check {
  std::string status = "valid"; ///< "not-compiled", "wrong-output", ...
  std::string evidence{};       ///< one sentence, or the compiler's words; empty when valid
  std::string where{};          ///< "m=3 n=5 k=7, inputs 'uniform'"; may be empty
  [[nodiscard]] bool valid() const { return status == "valid"; }
};

/// A version against its base.
struct Compared {
  std::optional<Check> flaw{};             ///< set when the version was found wrong while it was timed
  Measurement measured{};                  ///< otherwise
  std::vector<archive::Samples> samples{}; ///< raw times of both on each shape
};

/// How much is measured.
enum class Depth : std::uint8_t {
  search,  ///< few pairs, and more only where they leave it open and promise a gain
  confirm, ///< many pairs, on inputs that were used for nothing else
};

/// Soon after `stop` is requested everything ends with an error.
class Arbiter {
public:
  virtual ~Arbiter() = default;
  /// Builds it and calls it on the test shapes. Thread-safe. An Error is the machine's fault or the task's.
  virtual Result<Check> check(const Subject& version, const std::stop_token& stop = {}) = 0;
  /// What configurations of `candidate` cost: the geometric mean of the benchmark shapes' times, in seconds. Both must
  /// outlive the function.
  virtual Result<CostFunction> pricing(const KernelCandidate& candidate, const std::stop_token& stop = {}) = 0;
  /// The times of the starting kernel on the benchmark shapes. It is compared with nothing: its ratio is 1.
  virtual Result<Compared> time(const Subject& start, const std::stop_token& stop = {}) = 0;
  /// Times `version` against `base` on the shapes of `use`; without such shapes the verdict is UNCLEAR.
  virtual Result<Compared> compare(const Subject& base, const Subject& version, Use use, Depth depth,
                                   const std::stop_token& stop = {}) = 0;
};

/// How versions are raced in our own workers.
struct RacingRule {
  Seconds time_cap{40};        ///< for one shape, of one look
  int most_pairs = 60;         ///< on one shape
  bool keep_disturbed = false; ///< count samples that other work disturbed
};

/// In workers of our own. The reference is compiled when it is first needed. `task` must outlive the arbiter.
std::unique_ptr<Arbiter> make_worker_arbiter(const Task& task, Backend backend, RunnerSettings settings,
                                             const RacingRule& rule);

/// By a command of the user's own, asked in at most `rounds` rounds for one comparison.
std::unique_ptr<Arbiter> make_external_arbiter(const Task& task, Evaluator evaluator, std::size_t rounds);

} // namespace mapwright::kernel::scientist
