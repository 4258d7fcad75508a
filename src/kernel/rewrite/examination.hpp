// What can be done with a kernel's source: the built-in catalogue of experiments, applied wherever they fit.
//
// Sources may come from models, and a parser that reads hostile source is hostile too: libclang runs in a process of
// its own inside the sandbox (the hidden command "rewriter"), which sees the source and answers in JSON.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/task/task.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// What an experiment is about; the bandit and the ledger count by it.
enum class AvenueKind : std::uint8_t {
  memory,      ///< layout of accesses: interchange, tiling, staging, coalescing, prefetch, vector types
  compute,     ///< instructions: unrolling, several accumulators, algebra, precision-preserving forms
  parallelism, ///< who does what: launch shape, coarsening, schedules, SIMD
  work,        ///< which work is done at all: index maps in place of guards
  compiler,    ///< compilers and flags
  tuning,      ///< values of tunables
};
/// "memory", "compute", "parallelism", "work", "compiler" or "tuning".
std::string_view to_string(AvenueKind kind);
std::optional<AvenueKind> avenue_kind_named(std::string_view name);

/// One entry of the catalogue.
struct Experiment {
  std::string name; ///< "reduction-interchange"
  AvenueKind kind = AvenueKind::memory;
  std::string hypothesis; ///< one sentence: why it should be faster
  std::string applies;    ///< one sentence: where it applies
  std::vector<Backend> backends;
  Interval gain{1, 1}; ///< expected time before / time after, before anything was measured
  int innovation = 0;  ///< 0-100: how far it changes the kernel
};

/// The catalogue, in a fixed order.
const std::vector<Experiment>& experiments();
/// The entry of this name; null when there is none.
const Experiment* find_experiment(std::string_view name);

/// A source to which one experiment was applied at one place.
struct Variant {
  std::string experiment;            ///< its name
  std::string site;                  ///< "the loop over l in line 9": where, for people; distinct within an experiment
  std::string source;                ///< the whole new file
  std::vector<std::string> rubric{}; ///< what was changed, a sentence each; checkable against the difference
};

/// How far a source uses what a machine offers, 0 (not at all) to 3: the axes along which versions are kept apart.
/// memory: 1 vector types or contiguous inner loops, 2 tiles or local memory, 3 both, or prefetch besides;
/// compute: 1 unrolled or several accumulators, 2 SIMD or vector arithmetic, 3 both; parallelism: 1 one parallel loop
/// or a launch of one item per element, 2 schedules or work-group shapes chosen, 3 coarsened, nested or exact launches.
struct Behaviour {
  int memory = 0;
  int compute = 0;
  int parallelism = 0;
  friend auto operator<=>(const Behaviour&, const Behaviour&) = default;
};

/// What was seen in a source.
struct Examination {
  Behaviour behaviour{};
  std::vector<Variant> variants{}; ///< in the order of the catalogue, then of the source
  std::string trouble{};           ///< why nothing could be parsed; empty otherwise
};

/// Machine error naming the package when libclang, which examines sources, is not installed.
Result<void> can_examine();

/// Examines a source in the sandbox. Deterministic. A source that cannot be parsed is an answer (`trouble`). Machine
/// error when libclang is missing (names the package) or the machine cannot contain the process.
Result<Examination> examine(const Task& task, Backend backend, const std::string& source,
                            const RunnerSettings& settings);

} // namespace mapwright::kernel
