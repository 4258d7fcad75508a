// Which of two plans runs faster for real: interleaved pairs of runs on StarPU.
#pragma once

#include "cli/mapper_subject.hpp"
#include "core/error.hpp"
#include "mapper/plan/plan.hpp"
#include "measure/compare.hpp"

#include <string>

namespace mapwright::cli {

/// Runs both plans of an application in randomly ordered pairs, each run after one to warm up, until the ratio is
/// known or `most` has passed. `app`: as open_application takes it. Errors: input, for a plan that this machine's
/// workers cannot run, or wrong results; machine, without StarPU.
Result<measure::Comparison> compare_on_starpu(const MapperSubject& subject, const std::string& app,
                                              const mapper::Plan& baseline, const mapper::Plan& challenger,
                                              Seconds most);

} // namespace mapwright::cli
