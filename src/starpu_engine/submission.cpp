#include "starpu_engine/submission.hpp"

#include "mapper/program/effective_layout.hpp"
#include "mapper/program/named_expression.hpp"
#include "mapper/program/task_cost.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace mapwright::starpu_engine {

namespace {

/// An array that StarPU frees with the task it belongs to.
starpu_data_handle_t* handles_for_task(std::size_t count) {
  return static_cast<starpu_data_handle_t*>(std::malloc(count * sizeof(starpu_data_handle_t)));
}

} // namespace

Submission::Submission(const SubmissionContext& context)
    : context_(context), conversions_(context.graph.atoms.size()),
      number_of_task_(context.graph.tasks.size(), mapper::none), slot_names_(context.graph.slots.size()),
      busy_(STARPU_NMAXWORKERS) {}

Result<void> Submission::prepare() {
  for (std::uint32_t task = 0; task < context_.graph.tasks.size(); ++task) {
    const std::uint32_t slot = context_.graph.tasks[task].slot;
    if (context_.program.only_launches(context_.graph.slots[slot].launch) ||
        context_.plan.tasks[slot].processor.node != context_.runtime.rank()) {
      continue;
    }
    if (auto prepared = prepare_task(task); !prepared) {
      return prepared;
    }
  }
  limit_instances();
  find_collected();
  timed_ = static_cast<std::uint32_t>(prepared_.size());
  for (const mapper::Conversion& conversion : conversions_.all_home()) {
    convert({conversion}, last_use_[conversion.copy]);
  }
  return check_copies();
}

Result<void> Submission::prepare_task(std::uint32_t task) {
  const mapper::Slot& slot = context_.graph.slots[context_.graph.tasks[task].slot];
  const mapper::Launch& launch = context_.program.launches[slot.launch];
  const mapper::TaskDecision& decision = context_.plan.tasks[context_.graph.tasks[task].slot];
  Prepared prepared;
  prepared.call = std::make_unique<KernelCall>();
  KernelCall& call = *prepared.call;
  const int worker = context_.runtime.worker(decision.processor);
  call.destination = {worker, decision.priority, task};
  std::string& name = slot_names_[context_.graph.tasks[task].slot];
  if (name.empty()) {
    name = name_of_slot(context_.program, context_.graph, context_.graph.tasks[task].slot);
  }
  call.name = &name;
  call.sizes = context_.sizes;
  call.busy = &busy_[static_cast<std::size_t>(worker)];
  call.failed = &failed_;
  if (launch.index) {
    call.point = launch.domain.point_at(slot.point);
  }
  bind_arguments(task, prepared);
  if (auto found = find_kernel(launch, decision.processor, call); !found) {
    return found;
  }
  std::vector<mapper::DataLayout> layouts;
  for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
    layouts.push_back(mapper::effective_layout(context_.program, launch.arguments[i],
                                               context_.plan.arguments[slot.first_argument + i].layout));
  }
  Tally& tally = tallies_[{context_.program.kinds[launch.kind].name, decision.processor.kind, std::move(layouts)}];
  ++tally.count;
  call.spent = &tally.nanoseconds;
  ++tasks_;
  for (const DataUse& use : prepared.uses) {
    call.in_host_memory.push_back(use.node == STARPU_MAIN_RAM);
  }
  prepared.codelet = codelet_for(context_.program.kinds[launch.kind].name, prepared.uses, false);
  number_of_task_[task] = static_cast<std::uint32_t>(prepared_.size());
  prepared_.push_back(std::move(prepared));
  return {};
}

void Submission::bind_arguments(std::uint32_t task, Prepared& prepared) {
  const mapper::PointTask& point = context_.graph.tasks[task];
  const std::uint32_t first_decision = context_.graph.slots[point.slot].first_argument;
  for (std::uint32_t i = 0; i < point.accesses; ++i) {
    const mapper::Access& access = context_.graph.accesses[point.first_access + i];
    const mapper::ArgumentDecision& decision = context_.plan.arguments[first_decision + i];
    const Wanted wanted{prepared.call->destination, context_.plan.tasks[point.slot].processor.kind,
                        context_.runtime.node(decision.memory), decision.collect};
    const mapper::ArgumentForm* const packed = form(access.view, decision.layout);
    // Ranks exchange atoms, so there every task packs for itself.
    if (context_.transfers.empty() && mapper::is_converted(*packed, *form(access.view, {}))) {
      prepared.call->arguments.push_back(bind_converted(access, decision.layout, *packed, wanted, prepared));
      continue;
    }
    convert(conversions_.use_at_home(context_.graph.atoms_of(access.view), access.privilege), wanted);
    BoundArgument bound{packed, access.privilege, {}};
    for (const std::uint32_t atom : context_.graph.atoms_of(access.view)) {
      bound.buffers.push_back(use_data(prepared, {atom, mode_of(access.privilege), wanted.node, decision.collect}));
    }
    prepared.call->arguments.push_back(std::move(bound));
  }
}

const mapper::ArgumentForm* Submission::form(std::uint32_t view, const mapper::DataLayout& layout) {
  const mapper::DataLayout key{layout.dimensions, layout.fields};
  auto found = forms_.find({view, key});
  if (found == forms_.end()) {
    found = forms_
                .emplace(std::pair(view, key),
                         mapper::form_of(context_.program, context_.graph, context_.places, view, key))
                .first;
  }
  return &found->second;
}

Result<void> Submission::find_kernel(const mapper::Launch& launch, const mapper::ProcessorName& processor,
                                     KernelCall& call) {
  const std::string& kind = context_.program.kinds[launch.kind].name;
  const auto found = context_.kernels.find(kind);
  const mapper::TaskKernel none{};
  const mapper::TaskKernel& kernel = found == context_.kernels.end() ? none : found->second;
  if (processor.kind != mapper::ProcessorKind::gpu) {
    call.host = kernel.host;
    return kernel.host != nullptr ? Result<void>()
                                  : fail(ErrorKind::input, fmt::format("task '{}' has no kernel for CPUs", kind));
  }
  if (!kernel.device) {
    return fail(ErrorKind::input, fmt::format("task '{}' has no kernel for GPUs", kind),
                fmt::format("place it on CPUs: Task {} CPU;", kind));
  }
  const auto built =
      context_.device_kernels.build(kind, *kernel.device, starpu_worker_get_devid(context_.runtime.worker(processor)));
  if (!built) {
    return forward(built);
  }
  call.device = *built;
  return find_work(launch, call);
}

Result<void> Submission::find_work(const mapper::Launch& launch, KernelCall& call) {
  const mapper::TaskKind& kind = context_.program.kinds[launch.kind];
  std::vector<std::string> parameters;
  mapper::NamedValues values = context_.program.sizes;
  for (std::size_t i = 0; i < kind.parameters.size(); ++i) {
    const std::vector<std::string> names = mapper::cost_names_of(kind.parameters[i].name);
    const mapper::ArgumentForm& form = *call.arguments[i].form;
    parameters.push_back(kind.parameters[i].name);
    values.emplace_back(names.front(), static_cast<std::int64_t>(form.points));
    for (std::size_t d = 0; d < mapper::most_axes; ++d) {
      values.emplace_back(names[d + 1], form.extent[d]);
    }
  }
  for (const std::string& text : context_.kernels.at(kind.name).device->work) {
    const auto expression = mapper::parse_named(text, mapper::cost_names(context_.program, parameters),
                                                "a size or an argument of the task");
    if (!expression) {
      return forward(expression);
    }
    const auto items = mapper::evaluate_named(*expression, values);
    if (!items || *items < 0 || call.work_axes == call.work.size()) {
      return items ? fail(ErrorKind::input, fmt::format("task '{}' has no {} work items", kind.name, text))
                   : Result<void>(forward(items));
    }
    call.work[call.work_axes++] = static_cast<std::size_t>(*items);
  }
  return {};
}

starpu_codelet* Submission::codelet_for(const std::string& kind, const std::vector<DataUse>& uses, bool converts) {
  std::vector<std::pair<int, int>> key;
  for (const DataUse& use : uses) {
    key.emplace_back(static_cast<int>(use.mode), use.node);
  }
  const auto [found, is_new] = codelets_.try_emplace({kind, key});
  if (!is_new) {
    return &found->second->codelet;
  }
  found->second = std::make_unique<Codelet>();
  Codelet& made = *found->second;
  for (const DataUse& use : uses) {
    made.modes.push_back(use.mode);
    made.nodes.push_back(use.node);
  }
  starpu_codelet& codelet = made.codelet;
  starpu_codelet_init(&codelet);
  codelet.where = STARPU_CPU | STARPU_OPENCL;
  codelet.cpu_funcs[0] = converts ? convert_on_cpu : call_on_cpu;
  codelet.opencl_funcs[0] = converts ? convert_on_device : call_on_device;
  codelet.name = found->first.first.c_str();
  codelet.nbuffers = static_cast<int>(uses.size());
  codelet.specific_nodes = 1;
  if (uses.size() > STARPU_NMAXBUFS) {
    codelet.dyn_modes = made.modes.data();
    codelet.dyn_nodes = made.nodes.data();
  } else {
    std::copy(made.modes.begin(), made.modes.end(), codelet.modes);
    std::copy(made.nodes.begin(), made.nodes.end(), codelet.nodes);
  }
  return &codelet;
}

void Submission::place_first(AtomData& atoms) const {
  std::vector<bool> seen(context_.graph.atoms.size());
  for (const Prepared& prepared : prepared_) {
    for (const DataUse& use : prepared.uses) {
      if (use.data < seen.size() && !seen[use.data]) {
        seen[use.data] = true;
        if (use.mode != STARPU_W) {
          atoms.place(use.data, use.node);
        }
      }
    }
  }
}

Result<void> Submission::submit(Prepared& prepared, std::uint32_t number, const AtomData& atoms,
                                const ConvertedData& converted) {
  starpu_task* const task = starpu_task_create();
  task->cl = prepared.codelet;
  if (prepared.conversion) {
    task->cl_arg = prepared.conversion.get();
    task->cl_arg_size = sizeof(ConversionCall);
    task->sched_data = &prepared.conversion->destination;
  } else {
    task->cl_arg = prepared.call.get();
    task->cl_arg_size = sizeof(KernelCall);
    task->sched_data = &prepared.call->destination;
  }
  task->cl_arg_free = 0;
  starpu_data_handle_t* handles = task->handles;
  if (prepared.uses.size() > STARPU_NMAXBUFS) {
    handles = task->dyn_handles = handles_for_task(prepared.uses.size());
  }
  for (std::size_t i = 0; i < prepared.uses.size(); ++i) {
    const std::uint32_t data = prepared.uses[i].data;
    const auto first_copy = static_cast<std::uint32_t>(context_.graph.atoms.size());
    handles[i] = data < first_copy ? atoms.handle(data) : converted.handle(data - first_copy);
  }
  if (prepared.awaited || prepared.after != mapper::none) {
    task->use_tag = 1;
    task->tag_id = number;
  }
  if (prepared.after != mapper::none) {
    starpu_tag_t before = prepared.after;
    starpu_tag_declare_deps_array(number, 1, &before);
  }
  if (const int code = starpu_task_submit(task); code != 0) {
    return fail(ErrorKind::internal, fmt::format("StarPU refuses a task: error {}", code));
  }
  return {};
}

Result<void> Submission::submit_all(const AtomData& atoms, const ConvertedData& converted, Exchange* exchange) {
  auto drop = drops_.begin();
  for (std::uint32_t number = 0; number < timed_; ++number) {
    if (exchange != nullptr) {
      exchange->advance(prepared_[number].destination().order, atoms);
    }
    if (auto submitted = submit(prepared_[number], number, atoms, converted); !submitted) {
      return submitted;
    }
    for (; drop != drops_.end() && drop->call == number; ++drop) {
      Drop& dropping = dropping_.emplace_back(Drop{atoms.handle(drop->atom), drop->node});
      // Who may write has the only copy.
      starpu_data_acquire_on_node_cb(
          dropping.handle, dropping.node, STARPU_RW,
          [](void* taken) {
            const Drop& taken_drop = *static_cast<const Drop*>(taken);
            starpu_data_release_on_node(taken_drop.handle, taken_drop.node);
          },
          &dropping);
    }
  }
  if (exchange != nullptr) {
    exchange->advance(mapper::none, atoms);
  }
  return {};
}

Result<void> Submission::run(const AtomData& atoms, const ConvertedData& converted, Exchange* exchange) {
  auto submitted = submit_all(atoms, converted, exchange);
  starpu_task_wait_for_all();
  if (!submitted) {
    return submitted;
  }
  if (exchange != nullptr) {
    exchange->wait();
  }
  for (std::uint32_t number = 0; number < timed_; ++number) {
    if (prepared_[number].awaited || prepared_[number].after != mapper::none) {
      starpu_tag_remove(number);
    }
  }
  if (failed_ != 0) {
    return fail(ErrorKind::input, fmt::format("a kernel failed on a device: OpenCL error {}", failed_.load()));
  }
  return {};
}

Result<void> Submission::bring_home(const AtomData& atoms, const ConvertedData& converted) {
  for (std::uint32_t number = timed_; number < prepared_.size(); ++number) {
    if (auto submitted = submit(prepared_[number], number, atoms, converted); !submitted) {
      return submitted;
    }
  }
  starpu_task_wait_for_all();
  if (failed_ != 0) {
    return fail(ErrorKind::input,
                fmt::format("a change of layout failed on a device: OpenCL error {}", failed_.load()));
  }
  return {};
}

} // namespace mapwright::starpu_engine
