// The catalogue as the rewriting process sees it: each experiment with the function that applies it.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/rewrite/syntax.hpp"
#include "kernel/task/task.hpp"

#include <vector>

namespace mapwright::kernel::rewrite {

/// A source and what is known about it. Outlives the call.
struct Subject {
  const Task& task; ///< folder, starts and evaluator are not known here
  const KernelCandidate& candidate;
  const Source& source;
};

/// An experiment and how it is done.
struct Rule {
  Experiment experiment;
  /// Every place where it fits, in the order of the source. Variant::experiment is filled in by the caller.
  std::vector<Variant> (*apply)(const Subject& subject);
};

/// All rules in the order of the catalogue.
const std::vector<Rule>& rules();

/// The part for C++ (cpp/).
const std::vector<Rule>& cpp_rules();

} // namespace mapwright::kernel::rewrite
