// The judge of proposed index maps: every known point is compared, then the map is proved where it can be.
#pragma once

#include "index_map/derived.hpp"
#include "index_map/learn/sought.hpp"
#include "loop/evaluator.hpp"
#include "sandbox/level.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace mapwright::index_map::learn {

/// Verdicts. DO NOT CHANGE: they are in archives.
inline constexpr const char* proved = "proved";         ///< the domain's map for all sizes of a stated range
inline constexpr const char* exhaustive = "exhaustive"; ///< no proof; every index at the stated sizes was compared
inline constexpr const char* predicts = "predicts";     ///< all points, those held back too; no domain is known
inline constexpr const char* refuted = "refuted";       ///< a point is wrong
inline constexpr const char* refused = "refused";       ///< does not parse, compile or derive

struct JudgeOptions {
  DeriveOptions derive{};
  double seconds = 20;                   ///< for the calls of one candidate
  std::uint64_t most_points = 2'000'000; ///< compared with the domain, besides the known points
  sandbox::Level least_containment = sandbox::Level::full;
};

/// Candidates of the forms in guess.hpp. Source text runs in the sandbox. Evidence: {"points" compared, "shown",
/// "right", "unseen_right" (of those held back), "share", "first_wrong": {"index", "expected", "got"}, "how",
/// "diagnostics", "certificate", "sizes", "sandbox"}, as far as there is any. `sought` must outlive it.
std::unique_ptr<loop::Evaluator> make_judge(const Sought& sought, const JudgeOptions& options);

/// What a proposer should know of a verdict, in a few lines: the first wrong index with the expected point, but
/// nothing of points that are held back except that one.
std::string feedback(const archive::Verdict& verdict);

} // namespace mapwright::index_map::learn
