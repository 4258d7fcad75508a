// A plan as tasks of StarPU.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/conversions.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/plan/plan.hpp"
#include "starpu_engine/atoms.hpp"
#include "starpu_engine/call.hpp"
#include "starpu_engine/collected_copies.hpp"
#include "starpu_engine/convert.hpp"
#include "starpu_engine/converted_data.hpp"
#include "starpu_engine/device_kernels.hpp"
#include "starpu_engine/exchange.hpp"
#include "starpu_engine/rank_transfers.hpp"
#include "starpu_engine/runtime.hpp"

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::starpu_engine {

/// How a task uses one piece of data.
struct DataUse {
  std::uint32_t data = 0; ///< an atom; behind all atoms: a converted copy
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

/// What the calls of one sort took together.
struct TimedCalls {
  std::string task; ///< the kind; empty: conversions
  mapper::ProcessorKind processor = mapper::ProcessorKind::cpu;
  std::vector<mapper::DataLayout> layouts; ///< of the arguments
  std::uint64_t count = 0;
  std::uint64_t bytes = 0; ///< of conversions
  double seconds = 0;
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
  /// The copies in other layouts that the calls use.
  [[nodiscard]] const std::deque<CopyForms>& copies() const { return copy_forms_; }
  /// Gives all tasks of this rank to StarPU, and waits for their ends; on several ranks for those of all.
  Result<void> run(const AtomData& atoms, const ConvertedData& converted, Exchange* exchange);
  /// Brings what the tasks left in other layouts into the atoms.
  Result<void> bring_home(const AtomData& atoms, const ConvertedData& converted);
  /// Seconds a worker spent in calls.
  [[nodiscard]] double busy(int worker) const {
    return 1e-9 * static_cast<double>(busy_[static_cast<std::size_t>(worker)]);
  }
  [[nodiscard]] std::uint64_t tasks() const { return tasks_; }
  /// By kind of task, kind of processor and layouts, conversions first.
  [[nodiscard]] std::vector<TimedCalls> timed() const;

private:
  /// A kernel's call or a conversion.
  struct Prepared {
    std::unique_ptr<KernelCall> call;
    std::unique_ptr<ConversionCall> conversion;
    std::vector<DataUse> uses;
    starpu_codelet* codelet = nullptr;
    std::uint32_t after = mapper::none; ///< a call that must have ended: of an InstanceLimit
    bool awaited = false;
    [[nodiscard]] const Destination& destination() const {
      return conversion ? conversion->destination : call->destination;
    }
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

  /// Time and number of calls of one sort.
  struct Tally {
    std::atomic<std::int64_t> nanoseconds{0};
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
  };
  using TallyKey = std::tuple<std::string, mapper::ProcessorKind, std::vector<mapper::DataLayout>>;
  /// Where the data of an argument are wanted, and when.
  struct Wanted {
    Destination destination;
    mapper::ProcessorKind processor = mapper::ProcessorKind::cpu;
    int node = 0;
    bool collect = false;
  };

  Result<void> prepare_task(std::uint32_t task);
  Result<void> check_copies() const;
  static starpu_data_access_mode mode_of(mapper::Privilege privilege);
  /// The number of the data among those of a task, of which two arguments share some only where both read.
  static std::uint32_t use_data(Prepared& prepared, const DataUse& use);
  Result<void> find_kernel(const mapper::Launch& launch, const mapper::ProcessorName& processor, KernelCall& call);
  Result<void> find_work(const mapper::Launch& launch, KernelCall& call);
  void bind_arguments(std::uint32_t task, Prepared& prepared);
  BoundArgument bind_converted(const mapper::Access& access, const mapper::DataLayout& layout,
                               const mapper::ArgumentForm& packed, const Wanted& wanted, Prepared& prepared);
  void convert(const std::vector<mapper::Conversion>& conversions, const Wanted& wanted);
  const mapper::ArgumentForm* form(std::uint32_t view, const mapper::DataLayout& layout);
  starpu_codelet* codelet_for(const std::string& kind, const std::vector<DataUse>& uses, bool converts);
  void limit_instances();
  void find_collected();
  Result<void> submit(Prepared& prepared, std::uint32_t number, const AtomData& atoms, const ConvertedData& converted);
  Result<void> submit_all(const AtomData& atoms, const ConvertedData& converted, Exchange* exchange);

  SubmissionContext context_;
  std::map<std::pair<std::uint32_t, mapper::DataLayout>, mapper::ArgumentForm> forms_;
  std::map<std::pair<std::string, std::vector<std::pair<int, int>>>, std::unique_ptr<Codelet>> codelets_;
  mapper::Conversions conversions_;
  std::deque<CopyForms> copy_forms_; ///< of each of its copies; they stay where they are
  std::vector<Wanted> last_use_;     ///< of each copy
  std::vector<Prepared> prepared_;
  std::uint64_t tasks_ = 0; ///< of prepared_, conversions left out
  std::uint32_t timed_ = 0; ///< of prepared_, what brings data home at the end left out
  std::map<TallyKey, Tally> tallies_;
  Tally untimed_;                             ///< of what brings data home at the end
  std::vector<std::uint32_t> number_of_task_; ///< of each task of the graph; none
  std::vector<std::string> slot_names_;       ///< of the slots that run here
  std::vector<CopyDrop> drops_;
  std::deque<Drop> dropping_;
  std::deque<std::atomic<std::int64_t>> busy_;
  std::atomic<int> failed_{0};
};

} // namespace mapwright::starpu_engine
