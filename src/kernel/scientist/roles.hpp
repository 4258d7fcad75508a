// The three roles of the scientist. Each has a built-in occupant and one that asks a model; any mixture works.
//
// A role decides from what it is given and from the step's random numbers alone, so that a run resumes and replays.
#pragma once

#include "core/budget.hpp"
#include "kernel/scientist/findings.hpp"
#include "kernel/scientist/knowledge.hpp"
#include "kernel/scientist/ledger.hpp"
#include "kernel/scientist/plan.hpp"
#include "kernel/scientist/version.hpp"
#include "loop/context.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::kernel::scientist {

/// Everything a role may look at. Outlives the call.
struct Situation {
  const Task& task;
  Backend backend;
  const std::vector<Version>& versions; ///< all so far, in the order of their steps
  const Ledger& ledger;
  const Findings& findings;
  const Knowledge& knowledge;
  std::uint64_t stagnation = 0;           ///< generations since a new champion
  std::vector<std::uint64_t> exhausted{}; ///< bases for which a designer had nothing new: not to be selected again
  std::size_t place = 0;                  ///< of the experiment that is to be written, among those of its generation
};

/// A role's answer, or why there is none.
template <class T> using Answer = tl::expected<T, loop::Setback>;

/// The base to be changed, and another version to look at.
struct Selection {
  std::uint64_t base = 0;
  std::uint64_t reference = 0; ///< the base itself when there is no other
  std::string rationale;       ///< why these two
  std::string by{};            ///< who of several selected; empty: the selector itself
};

class Selector {
public:
  virtual ~Selector() = default;
  [[nodiscard]] virtual std::string name() const = 0; ///< "built-in", "model:NAME"
  /// What one call uses at most, besides an evaluation.
  [[nodiscard]] virtual Resources reserve() const { return {}; }
  /// REQUIRES: at least one version has a score. A Setback when every version that has one is exhausted.
  virtual Answer<Selection> select(const Situation& situation, loop::StepContext& context) = 0;
};

class Designer {
public:
  virtual ~Designer() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual Resources reserve() const { return {}; }
  /// A Setback that is not `unavailable` when there is nothing new to try on this base.
  virtual Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) = 0;
};

/// A new source.
struct Written {
  std::string source;
  std::string account{}; ///< what was done, in the writer's words
  std::string by{};      ///< who of several wrote it; empty: the writer itself
};

class Writer {
public:
  virtual ~Writer() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual Resources reserve() const { return {}; }
  /// May be called by several threads at once.
  virtual Answer<Written> write(const Situation& situation, const Selection& selection, const ExperimentPlan& plan,
                                loop::StepContext& context) = 0;
};

/// Examines a source (rewrite/examination.hpp). Thread-safe.
using Examine = std::function<Result<Examination>(const std::string& source)>;

/// The same, remembering what it found: a source is examined once. Errors are not remembered.
Examine remembering(Examine examine);

} // namespace mapwright::kernel::scientist
