// The parts of a candidate's comment; only for the files that implement parse_candidate.
#pragma once

#include "core/settings.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/task/expression.hpp"

namespace mapwright::kernel {

/// All names of a candidate, to tell clashes and to read expressions.
struct Names {
  const Task& task;
  std::vector<std::string> numbers{}; ///< sizes, then tunables: what expressions may use
  std::vector<std::string> scratch{};

  /// What the name means already; empty when it is free.
  [[nodiscard]] std::string taken(const std::string& name) const;
};

/// The sizes of a shape and the defaults of the tunables.
Values values_at(const Names& names, const Shape& shape, const KernelCandidate& candidate);

/// compiler and flags.
void read_build(Section& root, KernelCandidate& candidate);

/// [tunables] and constraints.
void read_tunables(Section& root, Names& names, KernelCandidate& candidate);

/// [[scratch]], after the tunables.
void read_scratch(Section& root, Names& names, KernelCandidate& candidate);

/// [[launch]], after the scratch buffers.
void read_launches(Section& root, const Names& names, LaunchList launches, KernelCandidate& candidate);

} // namespace mapwright::kernel
