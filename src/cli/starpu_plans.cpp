#include "cli/starpu_plans.hpp"

#include "cli/starpu_measurement.hpp"
#include "cli/starpu_process.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

namespace mapwright::cli {

bool PlanWorkers::crowded() const {
  return cpus + devices > std::max(1U, std::thread::hardware_concurrency());
}

PlanWorkers workers_of_plan(const MapperSubject& subject, const mapper::Plan& plan) {
  PlanWorkers workers;
  for (const mapper::ProcessorName& name :
       observe(subject.program, subject.graph, plan, mapper::TimedRun{}).processors) {
    unsigned& count = name.kind == mapper::ProcessorKind::gpu ? workers.devices : workers.cpus;
    count = std::max(count, name.index + 1);
  }
  if (workers.devices == 0) {
    workers.cpus = std::max(workers.cpus, 1U);
  }
  return workers;
}

Result<StarpuPlans> StarpuPlans::make(report::Json starpu_subject, const MapperSubject& subject) {
  auto cache = starpu_cache();
  if (!cache) {
    return forward(cache);
  }
  starpu_subject["cache"] = *std::move(cache);
  return StarpuPlans(std::move(starpu_subject), subject);
}

void StarpuPlans::add(const std::string& hash, mapper::Plan plan) {
  plans_[hash] = {plan_json(subject_->program, subject_->graph, plan), workers_of_plan(*subject_, plan), 1};
}

Result<StarpuPlans::Process*> StarpuPlans::process_of(const PlanWorkers& workers) {
  auto found = processes_.find(workers);
  if (found == processes_.end()) {
    report::Json opening = opening_;
    opening["cpus"] = workers.cpus;
    opening["devices"] = workers.devices;
    auto started = StarpuSession::start(opening);
    if (!started) {
      return forward(started);
    }
    found = processes_.emplace(workers, Process{*std::move(started), {}}).first;
  }
  return &found->second;
}

Result<report::Json> StarpuPlans::ask(const std::string& hash, const Held& held) {
  const auto process = process_of(held.workers);
  if (!process) {
    return forward(process);
  }
  Process& used = **process;
  auto number = used.numbers.find(hash);
  if (number == used.numbers.end()) {
    const auto added = used.session.ask({{"plan", held.text}});
    if (!added) {
      return forward(added);
    }
    number = used.numbers.emplace(hash, added->at("plan").get<std::size_t>()).first;
  }
  return used.session.ask({{"run", number->second}});
}

Result<mapper::RealRun> StarpuPlans::run(const std::string& plan) {
  Held& held = plans_.at(plan);
  const auto answer = ask(plan, held);
  if (!answer) {
    processes_.erase(held.workers); // whatever state it is in
    return forward(answer);
  }
  const report::Json& check = answer->at("check");
  if (!check.is_null() && !check.at("agrees").get<bool>()) {
    const report::Json& off = check.at("deviation"); // null: infinite
    return fail(ErrorKind::input,
                fmt::format("a run on StarPU gave wrong results: {} is off by {}", check.at("field").get<std::string>(),
                            off.is_null() ? "any factor" : fmt::format("{:.3g}", off.get<double>())));
  }
  mapper::RealRun made{timed_run_of(*answer), measure::Taint::none, answer->at("version").get<std::string>()};
  constexpr double most_delay = 0.1;
  const double waited = answer->at("delay_seconds").get<double>() / std::max(made.run.makespan, 1e-9);
  held.calmest = std::min(held.calmest, waited);
  if (!answer->at("crowded").get<bool>() && waited > held.calmest + most_delay) {
    made.taint = measure::Taint::delayed;
  }
  return made;
}

} // namespace mapwright::cli
