// Verification of somebody's own map: a function in a file, ours or C++, against a domain.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "index_map/derived.hpp"
#include "sandbox/level.hpp"

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
  std::string how;                           ///< the argument of a proof, or what was compared
  std::vector<std::vector<expr::Int>> sizes; ///< sizes at which every index was compared
  std::uint64_t indices = 0;                 ///< compared in all
  std::string counterexample{};              ///< "n = 4608, w = 10619135: (4607, 4607), expected (4608, 0)"
  std::vector<Fact> facts{};                 ///< of the proof
  std::string sandbox_level{};               ///< where native code was run
  /// Empty when the points come in the domain's order. Otherwise the function is one-to-one onto the domain at all
  /// sizes compared, which makes it a valid map, and this says where its order first differs.
  std::string order{};
};

struct CandidateOptions {
  std::vector<std::optional<expr::Int>> parameters{}; ///< sizes to compare exhaustively; missing ones are chosen,
                                                      ///< and all of them for what is proved
  std::uint64_t most_points = 50'000'000;             ///< indices compared in all
  double seconds = 60;                                ///< wall time of all calls of the function
  /// The weakest containment native code may run in; a weaker machine refuses.
  sandbox::Level least_containment = sandbox::Level::full;
};

/// The function `function` of `file`, which takes the sizes of the domain (or none of them) and an index.
///
/// A file in the expression language (extension .map: `fn f(n; w) -> (i, j) {...}`, with the tables it reads) is proved
/// where it can be (candidate/prove.hpp), else compared. C or C++ source is compiled as C++ and run in the sandbox; its
/// points come back through a pointer or reference per dimension, through one pointer to all of them, or as a struct,
/// array, tuple or pair. Both are compared with the domain's definition at every index of small and growing sizes and,
/// unless all sizes are given, at borders of rows and near powers of two at sizes up to 62-bit indices.
///
/// Errors: input (does not parse, does not compile, no such function, another form, a size out of reach), machine (no
/// compiler, no sandbox).
Result<CandidateReport> verify_candidate(const domain::Domain& domain, const std::filesystem::path& file,
                                         const std::string& function, const CandidateOptions& options = {});

} // namespace mapwright::index_map
