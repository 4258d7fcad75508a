// Comparing a certified map with its domain, as `map verify` and `run` do it.
#pragma once

#include "cli/question.hpp"
#include "report/verify_report.hpp"

namespace mapwright::cli {

/// Most indices that are compared when --exhaustive does not ask for all.
inline constexpr std::uint64_t quick_points = 10'000'000;

/// Compares every index: at the sizes given where all are given (when there are more than quick_points indices, only
/// if `exhaustive`), otherwise at many small sizes and one with at most quick_points indices (10 times fewer unless
/// `exhaustive`). The report refers to the certificate of `certified`.
Result<report::VerifyReport> compare(const index_map::Certified& certified, const Question& question, bool exhaustive,
                                     Terminal& terminal);

} // namespace mapwright::cli
