// What a request asks to run, and what a run is compared with.
#pragma once

#include "core/error.hpp"
#include "mapper/apps/application.hpp"
#include "starpu_engine/request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::starpu_engine {

/// An application, or a program with its kernels.
struct Subject {
  mapper::Program program;
  mapper::KernelTable kernels;
  std::optional<mapper::Application> application;
};

/// A request that was read.
struct Asked {
  Subject subject;
  mapper::TaskGraph graph;
  mapper::Plan plan;
  WorkerCounts workers; ///< of this rank
};

/// Reads what a request says of the program. Input error: what is wrong with the program or its kernels.
Result<Subject> read_subject(const Json& request);

/// Reads a request for one of its ranks. Input error: what is wrong with the program, its kernels or the plan.
Result<Asked> read_request(const Json& request, const RankPlace& place);

/// The values a run begins with.
Result<mapper::RegionData> initial_data(const Subject& subject);

/// The values that a run should leave.
struct ExpectedData {
  mapper::RegionData values;
  std::vector<std::string> regions; ///< that are compared
  std::string against;              ///< "reference", "sequential" or "device"
  double tolerance = 0;
};

/// The application's reference. Of other programs: the tasks one after another with their kernels for CPUs; where some
/// have none, with their kernels for GPUs on device 0; nothing when neither can be. The engine is one for these
/// kernels, and idle.
Result<std::optional<ExpectedData>> expected_of(const Subject& subject, const mapper::TaskGraph& graph, Engine& engine,
                                                const Runtime& runtime);

/// How far the values of a run lie from those: the `check` of an answer.
Json check_against(const Subject& subject, const ExpectedData& expected, const mapper::RegionData& got);

/// Both at once; null where nothing is expected.
Result<Json> check_of(const Subject& subject, const mapper::TaskGraph& graph, const mapper::RegionData& got,
                      Engine& engine, const Runtime& runtime);

} // namespace mapwright::starpu_engine
