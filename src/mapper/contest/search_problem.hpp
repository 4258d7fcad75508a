// The problem "find a mapper" for the loop.
#pragma once

#include "loop/problem.hpp"
#include "mapper/agent/agent.hpp"
#include "mapper/contest/arena.hpp"
#include "mapper/search/decision_policy.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

struct SearchSpec {
  std::vector<std::string> searchers{};           ///< as searcher_named takes them, in turns; empty: the usual ones
  std::uint64_t side_simulations = 100'000;       ///< most simulations besides evaluations
  double gap = 0.01;                              ///< the goal: at most (1 + gap) times the lower bound
  std::shared_ptr<const DecisionPolicy> policy{}; ///< searchers with a policy begin with it; null: with a new one
  /// What those who are told of mappers may be told, where their names do not say.
  std::vector<GuidanceLevel> feedback{all_guidance_levels.begin(), all_guidance_levels.end()};
  unsigned repairs = 3; ///< questions that show a model its errors, for each answer
};

/// A search in the loop, and what came of it beside steps.
class MapperSearch : public loop::Problem {
public:
  [[nodiscard]] virtual const SearchArena& arena() const = 0;
  /// Simulations so far that were no evaluations.
  [[nodiscard]] virtual std::uint64_t side_simulations() const = 0;
  /// Of the first searcher that trains one, as trained so far; null when none has begun to.
  [[nodiscard]] virtual const DecisionPolicy* trained_policy() const = 0;
};

/// The names of the catalogue, then "guided", "agent" and "opro".
std::vector<std::string> searchers_there_are();

/// A searcher, and what it may be told.
struct NamedSearcher {
  std::string name;                     ///< one of searchers_there_are()
  std::optional<GuidanceLevel> level{}; ///< of "guided", "agent" and "opro"; nothing: as the search allows
};
/// Reads "agent", or with a level "agent:raw". Input error: no such searcher or level, a searcher that is told nothing.
Result<NamedSearcher> searcher_named(const std::string& text);

/// Whether it asks models; so does "agent:raw".
bool asks_models(const std::string& searcher);
/// Whether it can begin with a policy and trains one.
bool has_policy(const std::string& searcher);
/// Who searches where nobody is named: the portfolio, and with models the agent.
std::vector<std::string> usual_searchers(bool any_model);

/// Input error: an unknown searcher; "agent" or "opro" without a model; no level of feedback; a policy
/// that no searcher begins with.
Result<std::unique_ptr<MapperSearch>> make_search(std::shared_ptr<const SearchArena> arena, const SearchSpec& spec,
                                                  const std::vector<loop::Model>& models);

} // namespace mapwright::mapper
