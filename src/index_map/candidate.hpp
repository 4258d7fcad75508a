// Verification of somebody's own map: a function in a file, ours or C++, against a domain.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "index_map/derived.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map {

enum class CandidateVerdict : std::uint8_t {
  proved,     ///< for all sizes of the stated range
  exhaustive, ///< no proof, but every index of the stated sizes was compared
  refuted,    ///< there is a counterexample
};
std::string to_string(CandidateVerdict verdict);

struct CandidateReport {
  CandidateVerdict verdict = CandidateVerdict::refuted;
  std::string how;                          ///< e.g. "monotone in w; row boundaries by polynomial identity"
  std::vector<std::vector<expr::Int>> sizes; ///< sizes at which every index was compared
  std::uint64_t indices = 0;                ///< compared in all
  std::string counterexample{};             ///< "n = 4608, w = 10619135: (4607, 4607), expected (4608, 0)"
  std::vector<Fact> facts{};                ///< of the proof
  std::string sandbox_level{};              ///< where native code was run
};

struct CandidateOptions {
  std::vector<std::optional<expr::Int>> parameters{}; ///< sizes to compare exhaustively; missing ones are chosen
  std::uint64_t most_points = 50'000'000;             ///< indices compared in all
  double seconds = 60;                                ///< wall time for native code
};

/// The function `function` of `file`. A file in the expression language (extension .map: `fn f(n; w) -> (i, j) {...}`)
/// is lifted and proved where it can be; C or C++ source is compiled and run in the sandbox. C++ signature: parameters,
/// the index, then one pointer or reference to an integer per dimension; or a struct result with the dimensions as
/// members. Errors: input (does not parse, does not compile, no such function), machine (no compiler, no sandbox).
Result<CandidateReport> verify_candidate(const domain::Domain& domain, const std::filesystem::path& file,
                                         const std::string& function, const CandidateOptions& options = {});

} // namespace mapwright::index_map
