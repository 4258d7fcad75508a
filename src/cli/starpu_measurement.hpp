// Measured runs of plans on StarPU.
#pragma once

#include "cli/mapper_subject.hpp"
#include "core/error.hpp"
#include "mapper/calibrate/observation.hpp"
#include "mapper/plan/plan.hpp"
#include "report/json.hpp"

#include <string>

namespace mapwright::cli {

/// What of a request says which program runs: the application, or the program with its kernels. Input error: a file
/// cannot be read.
Result<report::Json> starpu_subject(const SubjectOptions& options, const mapper::Program& program,
                                    const std::string& kernels);

/// The run that an answer of the engine tells of.
mapper::TimedRun timed_run_of(const report::Json& answer);

/// A run of a plan, and the version of StarPU.
struct PlanMeasurement {
  mapper::TimedRun run; ///< of the median time
  std::string version;
};

/// How often a run is repeated.
struct MeasurementRule {
  int repeat = 5;   ///< timed runs in a process, after one that warms up
  int attempts = 3; ///< processes, while runs are disturbed; the one that waited least counts
};

/// Runs it on StarPU. Input error: what the engine refuses; internal error: wrong results.
Result<PlanMeasurement> measure_plan(const report::Json& starpu_subject, const mapper::Program& program,
                                     const mapper::TaskGraph& graph, const mapper::Plan& plan,
                                     const MeasurementRule& rule);

} // namespace mapwright::cli
