// What an evaluator of the user's own says about a candidate: its reply, read strictly (docs/kernel-external.md).
#pragma once

#include "core/error.hpp"
#include "kernel/task/task.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// What became of the candidate, as its evaluator says. The judge has not looked at it.
enum class ExternalVerdict : std::uint8_t {
  valid,
  unchecked, ///< timings alone: nobody says whether it is right
  wrong,     ///< its results are
  failed,    ///< it was not built, or did not run
  timed_out, ///< the evaluator did not answer in time
};
/// "valid", "unchecked", "wrong", "failed" or "timed-out".
std::string_view to_string(ExternalVerdict verdict);

/// One reply.
struct Evaluation {
  ExternalVerdict verdict = ExternalVerdict::unchecked;
  std::string message{};
  /// Samples in seconds, each above 0: one list for each shape that was asked for, or one list alone for all of them
  /// together. Empty unless the candidate was timed.
  std::vector<std::vector<double>> seconds{};

  [[nodiscard]] bool timed() const {
    return verdict == ExternalVerdict::valid || verdict == ExternalVerdict::unchecked;
  }
};

/// Reads a reply to a question about `shapes`. `source` is what errors call it. Input error at its place: no JSON, a
/// verdict that does not exist, a time that is none, a shape that is missing, twice there or was not asked for.
Result<Evaluation> parse_evaluation(std::string_view reply, const Task& task, std::span<const Shape> shapes,
                                    const std::string& source);

} // namespace mapwright::kernel
