// The judge of proposed mappings: legal, then simulated.
#pragma once

#include "loop/evaluator.hpp"
#include "mapper/contest/arena.hpp"

#include <memory>

namespace mapwright::mapper {

/// Verdicts on mappings. DO NOT CHANGE: they are in archives.
inline constexpr const char* legal_status = "legal";
inline constexpr const char* refused_status = "refused";             ///< nothing can run it
inline constexpr const char* out_of_memory_status = "out-of-memory"; ///< it began and stopped

/// Candidates of the forms in agent.hpp. The score is the makespan in seconds of one whole simulation. Evidence: "why"
/// of what does not run; "measured": {"events", "messages", "bytes", "bound"}, and "side_simulations" that all
/// proposers had used when it was proposed. `gap`: the goal is reached with a makespan of at most (1 + gap) times the
/// lower bound.
std::unique_ptr<loop::Evaluator> make_mapper_judge(std::shared_ptr<const SearchArena> arena, double gap);

/// Why a judged mapping does not run, in a line; empty when it does.
std::string why_not(const archive::Verdict& verdict);

} // namespace mapwright::mapper
