// A reply of an evaluator as a result of tuning.
#pragma once

#include "kernel/external/evaluation.hpp"
#include "kernel/tune/t4.hpp"

namespace mapwright::kernel {

/// The reply about one configuration. The objective "time" is cost_of(evaluation); runtimes are all samples. T4 has no
/// word for a candidate that nobody checked: it counts as correct.
T4Result to_result(const Tuning& tuning, const Evaluation& evaluation);

} // namespace mapwright::kernel
