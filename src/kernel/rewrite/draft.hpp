// A rewrite on paper: edits of the code by offset, and what changes in the comment that tells the host how to launch.
#pragma once

#include "core/measurement.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/syntax.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// New values for one launch, as texts of the launch list; what is empty stays.
struct LaunchChange {
  std::size_t launch = 0;
  std::vector<std::string> groups{};
  std::vector<std::string> group{};
  std::vector<std::string> more_arguments{}; ///< behind the others
};

/// Text instead of a span of the source.
struct Change {
  Span span{};
  std::string text;
};

struct Draft {
  std::string site; ///< where, for people
  std::vector<Change> changes{};
  std::vector<Tunable> tunables{};        ///< new ones
  std::vector<Tunable> wider{};           ///< known ones with other values
  std::vector<std::string> constraints{}; ///< new ones
  std::vector<LaunchChange> launches{};
  std::vector<std::string> options{}; ///< new ones
  std::vector<std::string> rubric{};  ///< what was changed, a sentence each
  std::optional<Interval> gain{};     ///< expected here, where more is known than the catalogue says
};

/// Where new functions stand: at the beginning of the line on which the function, or the comment above it, begins.
std::size_t before_function(const Source& source, const Function& function);

/// Whether a statement at this offset is one of a block's, so that another one can be put before it.
bool stands_in_block(const Source& source, std::size_t offset);

/// The source with the draft carried out, and its comment with it. Nothing when the comment cannot be changed so.
/// Tunables that nothing reads any more go.
std::optional<std::string> carried_out(const Task& task, const KernelCandidate& candidate, const Source& source,
                                       const Draft& draft);

} // namespace mapwright::kernel::rewrite
