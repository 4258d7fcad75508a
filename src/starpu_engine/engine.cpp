#include "starpu_engine/engine.hpp"

#include "mapper/engine/shared_contributions.hpp"
#include "starpu_engine/waiting_time.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <starpu.h>
#include <starpu_profiling.h>

namespace mapwright::starpu_engine {

namespace {

using mapper::MemoryKind;
using mapper::ProcessorKind;

tl::unexpected<Error> refuse(const std::string& slot, const std::string& why, std::string hint) {
  return fail(ErrorKind::input, fmt::format("{}: {}", slot, why), std::move(hint));
}

/// Why an argument cannot lie there; empty when it can.
std::string objection_to(const mapper::MemoryName& memory, const mapper::ProcessorName& processor) {
  const bool own = processor.kind == ProcessorKind::gpu && memory.kind == MemoryKind::fbmem;
  if (memory.node != processor.node || (own && memory.index != processor.index) ||
      (!own && memory.kind == MemoryKind::fbmem)) {
    return fmt::format("{} is not a memory that {} works on", to_string(memory), to_string(processor));
  }
  const bool host =
      memory.kind == MemoryKind::zcmem || (memory.kind == MemoryKind::sysmem && processor.kind == ProcessorKind::cpu);
  return own || host ? std::string()
                     : fmt::format("StarPU has no {} for {}", to_string(memory.kind), to_string(processor));
}

/// Reads and clears what StarPU counted on its buses.
std::vector<CopiedBytes> copied_bytes(const Runtime& runtime) {
  std::vector<std::pair<int, mapper::MemoryName>> names{{STARPU_MAIN_RAM, {MemoryKind::sysmem, runtime.rank(), 0}}};
  for (std::uint32_t i = 0; i < runtime.devices().size(); ++i) {
    const mapper::MemoryName name{MemoryKind::fbmem, runtime.rank(), i};
    names.emplace_back(runtime.node(name), name);
  }
  const auto name_of = [&](int node) {
    return std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.first == node; });
  };
  std::vector<CopiedBytes> copied;
  for (int bus = 0; bus < starpu_bus_get_count(); ++bus) {
    starpu_profiling_bus_info counted;
    const auto from = name_of(starpu_bus_get_src(bus));
    const auto to = name_of(starpu_bus_get_dst(bus));
    if (starpu_bus_get_profiling_info(bus, &counted) == 0 && counted.transferred_bytes > 0 && from != names.end() &&
        to != names.end()) {
      copied.push_back({from->second, to->second, static_cast<std::uint64_t>(counted.transferred_bytes),
                        static_cast<std::uint64_t>(counted.transfer_count)});
    }
  }
  return copied;
}

} // namespace

Result<WorkerCounts> workers_for(const mapper::Program& program, const mapper::TaskGraph& graph,
                                 const mapper::Plan& plan, const RankPlace& place) {
  if (const auto refused = mapper::refuse_shared_contributions(program, graph); !refused) {
    return forward(refused);
  }
  WorkerCounts counts{0, 0};
  for (const mapper::PointTask& task : graph.tasks) {
    if (program.only_launches(graph.slots[task.slot].launch)) {
      continue;
    }
    const mapper::ProcessorName& processor = plan.tasks[task.slot].processor;
    const std::string slot = name_of_slot(program, graph, task.slot);
    if (processor.kind != ProcessorKind::cpu && processor.kind != ProcessorKind::gpu) {
      return refuse(slot, fmt::format("StarPU has no workers of kind {}", to_string(processor.kind)),
                    "it has CPU and GPU");
    }
    if (processor.node >= place.ranks) {
      return place.ranks == 1
                 ? refuse(slot, fmt::format("{} is not on this node", to_string(processor)),
                          "give a machine of one node, --machine box, or a rank for each: --ranks N")
                 : refuse(slot, fmt::format("{} has no rank: there are {}", to_string(processor), place.ranks),
                          "--ranks N with as many as the machine has nodes");
    }
    if (processor.node == place.rank) {
      unsigned& count = processor.kind == ProcessorKind::cpu ? counts.cpus : counts.devices;
      count = std::max(count, processor.index + 1);
    }
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const mapper::MemoryName& memory = plan.arguments[graph.slots[task.slot].first_argument + i].memory;
      if (const std::string why = objection_to(memory, processor); !why.empty()) {
        return refuse(slot, fmt::format("argument {}: {}", i, why), "CPUs use SYSMEM and ZCMEM, GPUs FBMEM and ZCMEM");
      }
    }
  }
  counts.cpus = std::max(counts.cpus, counts.devices == 0 ? 1U : 0U);
  return counts;
}

Engine::Engine(const Runtime& runtime, const mapper::Program& program, const mapper::TaskGraph& graph,
               const mapper::KernelTable& kernels)
    : runtime_(runtime), program_(program), graph_(graph), kernels_(kernels),
      places_(mapper::places_of_atoms(program, graph)) {
  for (const auto& [name, value] : program.sizes) {
    sizes_.push_back(value);
  }
}

Result<void> Engine::prepare(const mapper::Plan& plan, const std::vector<RankTransfer>& transfers) {
  for (const mapper::Atom& atom : graph_.atoms) {
    if (atom.bytes > UINT32_MAX) {
      return fail(ErrorKind::input,
                  fmt::format("a piece of '{}' has more than 4 GiB", program_.regions[atom.region].name),
                  "run it with smaller sizes or more pieces");
    }
  }
  plan_ = plan;
  transfers_ = transfers;
  prepared_ = std::make_unique<Submission>(
      SubmissionContext{runtime_, program_, graph_, kernels_, device_kernels_, places_, sizes_, plan_, transfers_});
  return prepared_->prepare();
}

Result<RunRecord> Engine::run(const mapper::Plan& plan, mapper::RegionData& data) {
  if (const auto ready = prepare(plan); !ready) {
    return forward(ready);
  }
  return run_prepared(data);
}

Result<RunRecord> Engine::run_prepared(mapper::RegionData& data, Exchange* exchange) {
  const std::unique_ptr<Submission> submission = std::move(prepared_);
  AtomData atoms(program_, graph_, places_, data);
  const ConvertedData converted(submission->copies());
  submission->place_first(atoms);
  starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
  copied_bytes(runtime_);
  const ThreadTimes before = thread_times();
  const auto begin = std::chrono::steady_clock::now();
  if (const auto ran = submission->run(atoms, converted, exchange); !ran) {
    return forward(ran);
  }
  RunRecord record;
  record.seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
  record.delay = delay_between(before, thread_times()).count();
  record.copied = copied_bytes(runtime_);
  starpu_profiling_status_set(STARPU_PROFILING_DISABLE);
  record.tasks = submission->tasks();
  record.node = runtime_.rank();
  for (const int worker : runtime_.cpus()) {
    record.cpu_busy.push_back(submission->busy(worker));
  }
  for (const int worker : runtime_.devices()) {
    record.device_busy.push_back(submission->busy(worker));
  }
  record.timed = submission->timed();
  if (const auto home = submission->bring_home(atoms, converted); !home) {
    return forward(home);
  }
  if (exchange != nullptr) {
    exchange->gather(atoms);
  }
  atoms.collect(data);
  return record;
}

} // namespace mapwright::starpu_engine
