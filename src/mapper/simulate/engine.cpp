#include "mapper/simulate/engine.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Whether `a` comes after `b`: the heap gives the earliest first.
bool is_later(const Event& a, const Event& b) {
  return a.time > b.time || (a.time == b.time && a.key > b.key);
}

/// Whether `a` waits longer than `b`.
bool goes_after(const Waiting& a, const Waiting& b) {
  return a.priority < b.priority || (a.priority == b.priority && a.order > b.order);
}

/// Lists of `items` by `key`, one after another: where each begins, and the items in order.
template <class Key>
void list_by_key(std::uint32_t keys, std::uint32_t items, const Key& key, std::vector<std::uint32_t>& first,
                 std::vector<std::uint32_t>& listed) {
  first.assign(keys + 1, 0);
  for (std::uint32_t i = 0; i < items; ++i) {
    if (key(i) != none) {
      ++first[key(i) + 1];
    }
  }
  for (std::uint32_t k = 0; k < keys; ++k) {
    first[k + 1] += first[k];
  }
  listed.resize(first[keys]);
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t i = 0; i < items; ++i) {
    if (key(i) != none) {
      listed[next[key(i)]++] = i;
    }
  }
}

} // namespace

GraphIndex::GraphIndex(const TaskGraph& graph) {
  const auto tasks = static_cast<std::uint32_t>(graph.tasks.size());
  list_by_key(
      tasks, tasks, [&](std::uint32_t task) { return graph.tasks[task].parent; }, first_child, children);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    if (graph.tasks[task].parent == none) {
      roots.push_back(task);
    }
  }
  std::vector<std::uint32_t> waiting; // the access of each predecessor
  waiting.reserve(graph.predecessors.size());
  for (std::uint32_t access = 0; access < graph.accesses.size(); ++access) {
    waiting.insert(waiting.end(), graph.predecessors_of(access).size(), access);
  }
  list_by_key(
      tasks, static_cast<std::uint32_t>(waiting.size()), [&](std::uint32_t i) { return graph.predecessors[i]; },
      first_successor, successors);
  for (std::uint32_t& successor : successors) {
    successor = waiting[successor];
  }
}

Windows::Windows(const Program& program, const TaskGraph& graph, const Machine& machine, const ResolvedPlan& plan) {
  if (std::all_of(plan.limits.begin(), plan.limits.end(), [](std::uint32_t limit) { return limit == 0; })) {
    return;
  }
  of_task.assign(graph.tasks.size(), none);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers; // of (kind, launching processor or node)
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    const std::uint32_t slot = graph.tasks[task].slot;
    const std::uint32_t kind = program.launches[graph.slots[slot].launch].kind;
    if (plan.limits[kind] == 0) {
      continue;
    }
    const std::uint32_t parent = graph.tasks[task].parent;
    const std::uint32_t origin = parent == none
                                     ? machine.processor_count() + machine.node_of_processor(plan.tasks[slot].processor)
                                     : plan.tasks[graph.tasks[parent].slot].processor;
    const auto [found, is_new] = numbers.try_emplace({kind, origin}, static_cast<std::uint32_t>(tasks.size()));
    if (is_new) {
      tasks.emplace_back();
      limits.push_back(plan.limits[kind]);
    }
    of_task[task] = found->second;
    tasks[found->second].push_back(task);
  }
}

Engine::Engine(const Program& program, const TaskGraph& graph, const GraphIndex& index, const Machine& machine,
               const SiteTable& sites, const ResolvedPlan& plan, SourceChoice sources, SimulationState& state,
               std::vector<std::uint64_t>& first_use)
    : graph_(graph), index_(index), machine_(machine), plan_(plan), state_(state), first_use_(first_use),
      windows_(program, graph, machine, plan), data_(graph, machine, sites, state, sources) {}

void Engine::begin() {
  state_ = SimulationState{};
  state_.waits.resize(graph_.accesses.size());
  for (std::uint32_t access = 0; access < graph_.accesses.size(); ++access) {
    state_.waits[access] = static_cast<std::uint32_t>(graph_.predecessors_of(access).size());
  }
  state_.tasks.resize(graph_.tasks.size());
  for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
    state_.tasks[task].missing = graph_.tasks[task].accesses;
    state_.tasks[task].open = graph_.tasks[task].children;
  }
  state_.valid.assign(graph_.atoms.size(), none);
  state_.pending.assign(graph_.atoms.size(), none);
  state_.memories.resize(machine_.memory_count());
  state_.resources.resize(machine_.resource_count());
  state_.processors.resize(machine_.processor_count());
  state_.windows.resize(windows_.tasks.size());
  for (const std::uint32_t task : index_.roots) {
    make_eligible(task);
  }
}

bool Engine::step() {
  if (state_.queue.empty() || state_.failure) {
    return false;
  }
  std::pop_heap(state_.queue.begin(), state_.queue.end(), is_later);
  const Event event = state_.queue.back();
  state_.queue.pop_back();
  state_.now = event.time;
  ++state_.events;
  const auto id = static_cast<std::uint32_t>(event.key);
  switch (static_cast<EventKind>(event.key >> 32U)) {
  case EventKind::end:
    end(id);
    break;
  case EventKind::ready:
    ready(id);
    break;
  case EventKind::dispatch:
    dispatch(id);
    break;
  }
  return true;
}

void Engine::push(double time, EventKind kind, std::uint32_t id) {
  state_.queue.push_back({time, static_cast<std::uint64_t>(kind) << 32U | id});
  std::push_heap(state_.queue.begin(), state_.queue.end(), is_later);
}

void Engine::make_eligible(std::uint32_t task) {
  state_.tasks[task].eligible = true;
  if (windows_.of_task.empty() || windows_.of_task[task] == none) {
    issue(task);
  } else {
    advance(windows_.of_task[task]);
  }
}

void Engine::advance(std::uint32_t window) {
  WindowState& open = state_.windows[window];
  const std::vector<std::uint32_t>& tasks = windows_.tasks[window];
  while (!state_.failure && open.in_flight < windows_.limits[window] && open.next < tasks.size() &&
         state_.tasks[tasks[open.next]].eligible) {
    ++open.in_flight;
    issue(tasks[open.next++]);
  }
}

void Engine::issue(std::uint32_t task) {
  TaskState& state = state_.tasks[task];
  state.issued = true;
  state.data_time = state_.now;
  state.data_cause = state_.current;
  if (state.missing == 0) {
    all_asked(task);
    return;
  }
  const PointTask& made = graph_.tasks[task];
  for (std::uint32_t i = 0; i < made.accesses && !state_.failure; ++i) {
    if (state_.waits[made.first_access + i] == 0) {
      ask(made.first_access + i);
    }
  }
}

void Engine::ask(std::uint32_t access) {
  const std::uint32_t task = graph_.accesses[access].task;
  const std::uint32_t slot = graph_.tasks[task].slot;
  first_use_[slot] = std::min(first_use_[slot], state_.events);
  const std::uint32_t argument = graph_.slots[slot].first_argument + access - graph_.tasks[task].first_access;
  const Arrival arrival = data_.fetch(access, plan_.arguments[argument]);
  if (state_.failure) {
    return;
  }
  TaskState& state = state_.tasks[task];
  if (arrival.time >= state.data_time) {
    state.data_time = arrival.time;
    state.data_cause = arrival.cause;
  }
  if (--state.missing == 0) {
    all_asked(task);
  }
}

void Engine::all_asked(std::uint32_t task) {
  push(state_.tasks[task].data_time, EventKind::ready, task);
}

void Engine::ready(std::uint32_t task) {
  const std::uint32_t slot = graph_.tasks[task].slot;
  first_use_[slot] = std::min(first_use_[slot], state_.events);
  const ResolvedTask& decision = plan_.tasks[slot];
  ProcessorState& processor = state_.processors[decision.processor];
  const bool in_order = machine_.description().runtime.takes_in_program_order;
  processor.queue.push_back({decision.priority, in_order ? task : processor.arrivals++, task});
  std::push_heap(processor.queue.begin(), processor.queue.end(), goes_after);
  call(decision.processor);
}

void Engine::call(std::uint32_t processor) {
  ProcessorState& called = state_.processors[processor];
  if (called.idle && !called.called && !called.queue.empty()) {
    called.called = true;
    push(state_.now, EventKind::dispatch, processor);
  }
}

void Engine::dispatch(std::uint32_t processor) {
  ProcessorState& taker = state_.processors[processor];
  std::pop_heap(taker.queue.begin(), taker.queue.end(), goes_after);
  const std::uint32_t task = taker.queue.back().task;
  taker.queue.pop_back();
  TaskState& state = state_.tasks[task];
  const double seconds = duration(task) + convert_first(task);
  state.begin = state_.now;
  state.begin_cause = state_.now > state.data_time ? taker.last : state.data_cause;
  taker.busy += seconds;
  taker.last = task;
  taker.idle = false;
  taker.called = false;
  push(state_.now + seconds, EventKind::end, task);
}

double Engine::convert_first(std::uint32_t task) {
  if (plan_.conversions.empty()) {
    return 0;
  }
  const double overhead = plan_.tasks[graph_.tasks[task].slot].overhead;
  double seconds = 0;
  for (const TaskConversion& change : plan_.conversions[task]) {
    const double begin = state_.now + seconds;
    seconds += change.seconds + overhead;
    state_.copies.push_back(
        {change.memory, change.memory, change.access, false, change.bytes, begin, state_.now + seconds});
    state_.copy_causes.push_back(state_.tasks[task].data_cause);
  }
  return seconds;
}

double Engine::duration(std::uint32_t task) const {
  const PointTask& made = graph_.tasks[task];
  const ResolvedTask& decision = plan_.tasks[made.slot];
  double moving = 0;
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    const ResolvedArgument& argument = plan_.arguments[graph_.slots[made.slot].first_argument + i];
    moving += graph_.accesses[made.first_access + i].bytes * argument.seconds_per_byte;
  }
  return decision.overhead + std::max(made.flops * decision.seconds_per_flop, moving);
}

void Engine::end(std::uint32_t task) {
  TaskState& state = state_.tasks[task];
  const PointTask& made = graph_.tasks[task];
  const ResolvedTask& decision = plan_.tasks[made.slot];
  state.end = state_.now;
  state.ended = true;
  state_.current = task;
  state_.processors[decision.processor].idle = true;
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    const ResolvedArgument& argument = plan_.arguments[graph_.slots[made.slot].first_argument + i];
    if (argument.collect && graph_.accesses[made.first_access + i].privilege == Privilege::read) {
      data_.collect(made.first_access + i, argument);
    }
  }
  if (state.open == 0) {
    complete(task);
  }
  for (const std::uint32_t access : index_.successors_of(task)) {
    if (--state_.waits[access] == 0 && state_.tasks[graph_.accesses[access].task].issued && !state_.failure) {
      ask(access);
    }
  }
  for (const std::uint32_t child : index_.children_of(task)) {
    if (!state_.failure) {
      make_eligible(child);
    }
  }
  call(decision.processor);
}

void Engine::complete(std::uint32_t task) {
  if (!windows_.of_task.empty() && windows_.of_task[task] != none) {
    --state_.windows[windows_.of_task[task]].in_flight;
    advance(windows_.of_task[task]);
  }
  const std::uint32_t parent = graph_.tasks[task].parent;
  if (parent != none && --state_.tasks[parent].open == 0) {
    complete(parent); // it has ended: its tasks were issued after that
  }
}

} // namespace mapwright::mapper
