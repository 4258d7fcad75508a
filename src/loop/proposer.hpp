// Who proposes candidates.
//
// A proposer decides in the thread of the loop, where it sees the committed steps one after the other (observe) and
// plans the next (plan); the work of a plan may be done on another thread and at the same time as others. What it plans
// may depend on what it observed and on the step's own random numbers, on nothing else: then a resumed run goes on as
// it would have, and a replay decides the same.
#pragma once

#include "archive/records.hpp"
#include "core/budget.hpp"
#include "loop/context.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::loop {

/// A candidate with its lineage.
struct Proposal {
  archive::Candidate candidate;
  std::vector<archive::Parent> parents{};
  bool judged = true; ///< false: a document that later steps build on, neither verified nor counted as an evaluation
};

/// A candidate named by its content; digest = SHA-256(form, newline, content).
archive::Candidate make_candidate(std::string form, std::string content, nlohmann::json notes = nullptr);

/// Why there is no proposal.
struct Setback {
  std::string why; ///< one sentence, kept in the archive
  /// Set when the proposer cannot work at all (no endpoint, no key): the run ends with it, unless others may go on.
  std::optional<Error> unavailable{};
};

using Attempt = tl::expected<Proposal, Setback>;

/// One step to be made.
struct Plan {
  std::string proposer;                      ///< who, for the archive
  std::function<Attempt(StepContext&)> make; ///< holds by value whatever it needs
  Resources reserve{};                       ///< the most it may use, besides one evaluation
  std::vector<archive::Parent> parents{};    ///< kept although it may fail
};

class Proposer {
public:
  virtual ~Proposer() = default;

  /// The limits of this session, told once before anything else; a resumed run may have others. A proposer that plans
  /// by them writes them into its steps and goes by what stands there (docs/decisions/0010-limits-in-steps.md).
  virtual void begin(const Budget& /*limits*/) {}

  /// A plan for this step, or nothing: there is nothing to propose, or nothing before another step is observed.
  virtual std::optional<Plan> plan(std::uint64_t step, measure::Random& random) = 0;

  /// A step was committed; steps come in order, those of other proposers too.
  virtual void observe(const archive::Step& step) = 0;
};

/// The verdict of a step whose proposer was not available; `observe` sees it where a run goes on without.
inline constexpr const char* unavailable_status = "unavailable";

} // namespace mapwright::loop
