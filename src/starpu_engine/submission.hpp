// A plan as tasks of StarPU.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/plan/plan.hpp"
#include "starpu_engine/atoms.hpp"
#include "starpu_engine/call.hpp"
#include "starpu_engine/collected_copies.hpp"
#include "starpu_engine/device_kernels.hpp"
#include "starpu_engine/exchange.hpp"
#include "starpu_engine/rank_transfers.hpp"
#include "starpu_engine/runtime.hpp"

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::starpu_engine {

/// How a task uses one atom.
struct AtomUse {
  std::uint32_t atom = 0;
  starpu_data_access_mode mode = STARPU_R;
  int node = 0;
  bool collect = false; ///< its copy may go when the task has ended
};

/// What a submission works on; all outlive it.
struct SubmissionContext {
  const Runtime& runtime;
  const mapper::Program& program;
  const mapper::TaskGraph& graph;
  const mapper::KernelTable& kernels;
  DeviceKernels& device_kernels;
  const std::vector<mapper::AtomPlace>& places;
  const std::vector<std::int64_t>& sizes;
  const mapper::Plan& plan;
  const std::vector<RankTransfer>& transfers; ///< between ranks; none on one
};

/// All calls of a plan, made before the clock runs.
class Submission {
public:
  explicit Submission(const SubmissionContext& context);
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;
  ~Submission() = default;

  /// Makes the calls. Input error: a missing kernel, one that does not compile.
  Result<void> prepare();
  /// Brings atoms with values to where they are first wanted.
  void place_first(AtomData& atoms) const;
  /// Gives all tasks of this rank to StarPU, and waits for their ends; on several ranks for those of all.
  Result<void> run(const AtomData& atoms, Exchange* exchange);
  /// Seconds a worker spent in calls.
  [[nodiscard]] double busy(int worker) const {
    return 1e-9 * static_cast<double>(busy_[static_cast<std::size_t>(worker)]);
  }
  [[nodiscard]] std::uint64_t tasks() const { return prepared_.size(); }

private:
  struct Prepared {
    std::unique_ptr<KernelCall> call;
    std::vector<AtomUse> uses;
    starpu_codelet* codelet = nullptr;
    std::uint32_t after = mapper::none; ///< a call that must have ended: of an InstanceLimit
    bool awaited = false;
  };
  /// A drop under way.
  struct Drop {
    starpu_data_handle_t handle = nullptr;
    int node = 0;
  };
  /// A codelet and the arrays it points to.
  struct Codelet {
    starpu_codelet codelet{};
    std::vector<starpu_data_access_mode> modes;
    std::vector<int> nodes;
  };

  Result<void> prepare_task(std::uint32_t task);
  Result<void> find_kernel(const mapper::Launch& launch, const mapper::ProcessorName& processor, KernelCall& call);
  Result<void> find_work(const mapper::Launch& launch, KernelCall& call);
  void bind_arguments(std::uint32_t task, Prepared& prepared);
  const mapper::ArgumentForm* form(std::uint32_t view, const mapper::DataLayout& layout);
  starpu_codelet* codelet_for(const std::string& kind, const std::vector<AtomUse>& uses);
  void limit_instances();
  void find_collected();
  Result<void> submit(Prepared& prepared, std::uint32_t number, const AtomData& atoms);
  Result<void> submit_all(const AtomData& atoms, Exchange* exchange);

  SubmissionContext context_;
  std::map<std::pair<std::uint32_t, mapper::DataLayout>, mapper::ArgumentForm> forms_;
  std::map<std::pair<std::string, std::vector<std::pair<int, int>>>, std::unique_ptr<Codelet>> codelets_;
  std::vector<Prepared> prepared_;
  std::vector<std::uint32_t> number_of_task_; ///< of each task of the graph; none
  std::vector<std::string> slot_names_;       ///< of the slots that run here
  std::vector<CopyDrop> drops_;
  std::deque<Drop> dropping_;
  std::deque<std::atomic<std::int64_t>> busy_;
  std::atomic<int> failed_{0};
};

} // namespace mapwright::starpu_engine
