#include "starpu_engine/policy.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include <starpu.h>
#include <starpu_scheduler.h>

namespace mapwright::starpu_engine {

namespace {

const Destination& destination_of(const starpu_task* task) {
  return *static_cast<const Destination*>(task->sched_data);
}

struct GoesLater {
  bool operator()(const starpu_task* a, const starpu_task* b) const {
    const Destination& first = destination_of(a);
    const Destination& second = destination_of(b);
    return first.priority != second.priority ? first.priority < second.priority : first.order > second.order;
  }
};

/// The tasks that wait for one worker.
struct WaitingTasks {
  std::mutex mutex;
  std::priority_queue<starpu_task*, std::vector<starpu_task*>, GoesLater> tasks;
};

std::array<WaitingTasks, STARPU_NMAXWORKERS>& waiting_tasks() {
  static std::array<WaitingTasks, STARPU_NMAXWORKERS> queues;
  return queues;
}

std::atomic<bool>& pauses() {
  static std::atomic<bool> value{false};
  return value;
}

int push_task(starpu_task* task) {
  const int worker = destination_of(task).worker;
  WaitingTasks& queue = waiting_tasks()[static_cast<std::size_t>(worker)];
  starpu_worker_relax_on(); // whoever waits for a lock must not hold up others that wait for this thread
  queue.mutex.lock();
  starpu_worker_relax_off();
  queue.tasks.push(task);
  starpu_push_task_end(task);
  queue.mutex.unlock();
  starpu_wake_worker_relax_light(worker);
  return 0;
}

starpu_task* pop_task(unsigned) {
  WaitingTasks& queue = waiting_tasks()[static_cast<std::size_t>(starpu_worker_get_id())];
  starpu_worker_relax_on();
  queue.mutex.lock();
  starpu_worker_relax_off();
  starpu_task* task = nullptr;
  if (!queue.tasks.empty()) {
    task = queue.tasks.top();
    queue.tasks.pop();
  }
  queue.mutex.unlock();
  if (task == nullptr && pauses()) {
    constexpr std::chrono::microseconds pause{50};
    starpu_worker_relax_on();
    std::this_thread::sleep_for(pause);
    starpu_worker_relax_off();
  }
  return task;
}

} // namespace

void pause_when_idle(bool pause) {
  pauses() = pause;
}

starpu_sched_policy* placing_policy() {
  static starpu_sched_policy policy = [] {
    starpu_sched_policy made{};
    made.init_sched = [](unsigned) {};
    made.deinit_sched = [](unsigned) {};
    made.add_workers = [](unsigned, int*, unsigned) {};
    made.push_task = push_task;
    made.pop_task = pop_task;
    made.policy_name = "plan";
    made.policy_description = "each task on the worker its plan names";
    made.worker_type = STARPU_WORKER_LIST;
    return made;
  }();
  return &policy;
}

} // namespace mapwright::starpu_engine
