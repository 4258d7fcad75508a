// Runs plans on StarPU: each task on the processor, each argument in the memory that its plan names.
//
// Every atom of the graph is one piece of data that StarPU keeps coherent, so it moves what a task needs and no more.
// Tasks are submitted in program order; reductions run in that order too, so that numbers do not depend on the run.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/engine/region_data.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/atom_places.hpp"
#include "mapper/program/graph.hpp"
#include "starpu_engine/device_kernels.hpp"
#include "starpu_engine/runtime.hpp"
#include "starpu_engine/submission.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace mapwright::starpu_engine {

/// The processors of each kind that a plan uses on the node of a rank, as workers. Input error: a kind that StarPU has
/// no workers for, a node without a rank, FBMEM of another GPU, a memory that StarPU does not have.
Result<WorkerCounts> workers_for(const mapper::Program& program, const mapper::TaskGraph& graph,
                                 const mapper::Plan& plan, const RankPlace& place = {});

/// What was copied from one memory to another.
struct CopiedBytes {
  mapper::MemoryName from;
  mapper::MemoryName to;
  std::uint64_t bytes = 0;
  std::uint64_t copies = 0;
};

/// One run.
struct RunRecord {
  double seconds = 0;              ///< from the first submission to the end of the last task
  std::vector<double> cpu_busy;    ///< seconds of each CPU worker in kernels, copies of arguments included
  std::vector<double> device_busy; ///< of each device
  std::vector<CopiedBytes> copied; ///< only pairs with bytes
  std::vector<TimedCalls> timed;   ///< where the time of the workers went
  std::uint64_t tasks = 0;
  std::uint32_t node = 0; ///< of the machine, where it ran
  double delay = 0;       ///< seconds that workers waited for a core because of other processes (waiting_time.hpp)
};

/// A program that can be run with plans.
class Engine {
public:
  /// All must outlive it.
  Engine(const Runtime& runtime, const mapper::Program& program, const mapper::TaskGraph& graph,
         const mapper::KernelTable& kernels);

  /// Gets a plan that workers_for accepts ready. Input error: a task without a kernel for its processor, an OpenCL
  /// kernel that does not compile, pieces of data of more than 4 GiB.
  Result<void> prepare(const mapper::Plan& plan, const std::vector<RankTransfer>& transfers = {});

  /// Runs it on `data`: the values before and after. Data that have values before the run begin where they are first
  /// wanted. Input error: those of prepare, an OpenCL kernel that fails.
  Result<RunRecord> run(const mapper::Plan& plan, mapper::RegionData& data);
  /// The same for what was prepared, which is spent; with an exchange this rank's part, after which rank 0 has the
  /// values.
  Result<RunRecord> run_prepared(mapper::RegionData& data, Exchange* exchange = nullptr);

private:
  const Runtime& runtime_;
  const mapper::Program& program_;
  const mapper::TaskGraph& graph_;
  const mapper::KernelTable& kernels_;
  DeviceKernels device_kernels_; ///< compiled with the first run that wants them
  std::vector<mapper::AtomPlace> places_;
  std::vector<std::int64_t> sizes_;
  mapper::Plan plan_; ///< prepared
  std::vector<RankTransfer> transfers_;
  std::unique_ptr<Submission> prepared_;
};

} // namespace mapwright::starpu_engine
