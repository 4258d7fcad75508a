// Audit of an index formula people already have: where it is first wrong, what kind of fault that is, and from which
// size of the domain on it matters.
#pragma once

#include "core/error.hpp"
#include "index_map/certificate.hpp"
#include "sandbox/level.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::index_map {

/// What is wrong with an index. Several may hold at once.
enum class FaultKind : std::uint8_t {
  off_by_a_row,  ///< a coordinate before the last is one too large or too small
  wrong_row,     ///< it is wrong by more than one
  wrong_place,   ///< the right row, another place in it
  duplicate,     ///< another index has the same point
  dropped,       ///< no index has the expected point
  out_of_domain, ///< the point does not belong to the domain
  overflow,      ///< arithmetic leaves its type: a signed overflow, a shift, or a conversion of a number too large
  wraps,         ///< an unsigned product of the index wraps around
  no_answer,     ///< it crashes, does not return, ends the program or writes out of bounds
};
/// "off-by-a-row", "wrong-row", "wrong-place", "duplicate", "dropped", "out-of-domain", "overflow", "wraps",
/// "no-answer".
std::string_view to_string(FaultKind kind);

struct Finding {
  FaultKind kind = FaultKind::wrong_place;
  std::string detail; ///< "i is 4608, 1 too large"
};

/// What "first" and "smallest" rest on.
enum class Claim : std::uint8_t {
  proven, ///< everything smaller was compared
  found,  ///< the smallest the search found
  given,  ///< the size was given
};
/// "proven-first", "found" or "given".
std::string_view to_string(Claim claim);

/// The earliest wrong index.
struct AuditFault {
  std::vector<expr::Int> size; ///< the smallest at which it was seen, one value per parameter
  expr::Int index = 0;
  std::vector<expr::Int> expected; ///< the domain's point
  std::vector<expr::Int> point{};  ///< the function's; empty when it gave none
  std::string stopped{};           ///< what it did instead
  std::vector<Finding> kinds{};
  Claim first = Claim::found;    ///< of the index, at `size`
  Claim smallest = Claim::found; ///< of the size
};

/// The verdict under one model of arithmetic.
struct AuditVerdict {
  std::optional<AuditFault> fault{};
  std::string searched{};    ///< what was compared
  std::uint64_t indices = 0; ///< how many, in all
};

struct AuditReport {
  std::string language;                     ///< "cpp", "cuda" or "opencl"
  AuditVerdict verdict{};                   ///< every operation rounded by itself
  std::optional<AuditVerdict> contracted{}; ///< with products and sums fused; nothing where the processor cannot
  std::string sandbox_level{};

  [[nodiscard]] bool clean() const { return !verdict.fault && !(contracted && contracted->fault); }
};

struct AuditOptions {
  std::vector<std::optional<expr::Int>> parameters{}; ///< sizes to stay at; missing ones are searched
  std::uint64_t most_points = 20'000'000;             ///< indices compared without a gap, from 0 on
  double gapless_seconds = 12;                        ///< after which the comparison without a gap ends, per model
  double seconds = 60;                                ///< wall time of all calls of the function, per model
  /// The weakest containment the function may run in; a weaker machine refuses.
  sandbox::Level least_containment = sandbox::Level::full;
};

/// Audits `function` of `file`: C, C++, CUDA or OpenCL C text in one of the forms of verify_candidate.
///
/// Every index below most_points is compared with the domain's definition, as far as its time lasts. Beyond, indices
/// are chosen where formulas break - borders of rows, powers of two, where products of the index or the row leave 24,
/// 31, 32, 53 or 63 bits - and compared with the proved map, and a wrong one leads downward to the earliest that can be
/// found. A function that takes no sizes is searched at the largest size its types reach; one that takes them also over
/// sizes.
///
/// Errors: input (does not compile, no such function, another form, a domain without a proved map for all sizes),
/// machine (no compiler, no sandbox).
Result<AuditReport> audit_function(const Certified& certified, const std::filesystem::path& file,
                                   const std::string& function, const AuditOptions& options = {});

} // namespace mapwright::index_map
