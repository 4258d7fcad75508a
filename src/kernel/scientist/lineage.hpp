// Versions among their ancestors: what each is worth against the start, shape by shape, and where it comes from.
#pragma once

#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// Time relative to the start on each benchmark shape: the product of what was shown along the lineage.
using ShapeRatios = std::map<std::string, double>;

/// Whether a comparison came about at all: without enough samples a measurement has no interval.
bool was_timed(const Measurement& measured);

/// A version with a score.
struct Ranked {
  const Version* version = nullptr; ///< into the versions it was made of
  ShapeRatios ratios{};
  /// The name of the first experiment of its lineage: versions of one are an island. Empty: the start.
  std::string island{};
};

/// The versions that have a score, in their order. A shape's ratio counts where its interval excludes 1, else as 1:
/// otherwise noise would pile up along a lineage.
std::vector<Ranked> ranked(const std::vector<Version>& versions);

/// By step; null when there is none.
const Version* find_version(const std::vector<Version>& versions, std::uint64_t step);

/// The steps from a version to the start, itself first, along the bases.
std::vector<std::uint64_t> ancestry(const std::vector<Version>& versions, std::uint64_t step);

/// The nearest step from which both come; nothing when there is none.
std::optional<std::uint64_t> common_ancestor(const std::vector<Version>& versions, std::uint64_t a, std::uint64_t b);

/// Time on a shape relative to the start; 1 where it was not measured.
double ratio_on(const Ranked& version, const std::string& shape);

/// Whether `a` is nowhere slower than `b` and somewhere faster.
bool dominates(const Ranked& a, const Ranked& b);

/// The indices of those that none other dominates.
std::vector<std::size_t> front_of(const std::vector<Ranked>& versions);

/// The indices of the best of each cell of behaviour, by cell.
std::map<Behaviour, std::size_t> cells_of(const std::vector<Ranked>& versions);

/// Steps on the axes of behaviour from one to the other.
int distance(const Behaviour& a, const Behaviour& b);

/// "[2, 1, 3]": memory, compute, parallelism.
std::string to_text(const Behaviour& behaviour);

} // namespace mapwright::kernel::scientist
