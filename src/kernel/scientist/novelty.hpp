// Whether a source is new: evaluations are not spent on what is known already.
#pragma once

#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// What remains of a source when layout, comments and the names of its variables do not count. Names are told by where
/// they stand, without parsing; what may mean something elsewhere (functions, members, capitals, words of the launch
/// list) keeps its name.
struct Sketch {
  std::string exact;                     ///< digest: equal for sources that are the same program
  std::string values_apart;              ///< the same without the values of tunables
  std::vector<std::uint64_t> shingles{}; ///< hashes of all runs of five tokens, sorted, distinct
};

Sketch sketch_of(const std::string& source);

/// Shared shingles / all shingles: 1 for equal programs, 0 for those that have nothing in common.
double similarity(const Sketch& a, const Sketch& b);

/// An earlier version that a source repeats.
struct Repeat {
  std::uint64_t step = 0;
  double similarity = 1;
  std::string why; ///< one sentence, naming the version and what became of it
};

/// The first of `versions` that is the same program; else, unless the experiment is about tuning, the first that
/// differs by the values of tunables alone: finding those is the tuner's work.
std::optional<Repeat> find_repeat(const std::string& source, AvenueKind kind, const std::vector<Version>& versions);

} // namespace mapwright::kernel::scientist
