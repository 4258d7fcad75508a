#include "kernel/judge/validity.hpp"

#include "measure/random.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// One call to be made.
struct Job {
  const Shape* shape;
  std::size_t scenario;
  std::uint64_t number;
};

std::vector<Job> jobs_of(const Task& task, std::span<const Use> uses, std::uint64_t order_seed, std::uint64_t repeats) {
  std::vector<Job> jobs;
  for (const Shape& shape : task.shapes) {
    if (std::find(uses.begin(), uses.end(), shape.use) == uses.end()) {
      continue;
    }
    for (std::size_t scenario = 0; scenario < task.scenarios.size(); ++scenario) {
      for (std::uint64_t number = 0; number < repeats; ++number) {
        jobs.push_back({&shape, scenario, number});
      }
    }
  }
  measure::Random(order_seed).shuffle(std::span(jobs));
  return jobs;
}

} // namespace

std::string_view to_string(Fault fault) {
  switch (fault) {
  case Fault::none:
    return "none";
  case Fault::not_compiled:
    return "not-compiled";
  case Fault::crashed:
    return "crashed";
  case Fault::timed_out:
    return "timed-out";
  case Fault::out_of_memory:
    return "out-of-memory";
  case Fault::forbidden:
    return "forbidden";
  case Fault::changed_input:
    return "changed-input";
  case Fault::wrote_outside:
    return "wrote-outside";
  case Fault::deferred:
    return "deferred";
  case Fault::wrong_output:
    return "wrong-output";
  case Fault::too_fast:
    return "too-fast";
  }
  return "unknown";
}

Fault fault_of(RunStatus status) {
  switch (status) {
  case RunStatus::done:
    return Fault::none;
  case RunStatus::not_compiled:
    return Fault::not_compiled;
  case RunStatus::crashed:
    return Fault::crashed;
  case RunStatus::timed_out:
    return Fault::timed_out;
  case RunStatus::out_of_memory:
    return Fault::out_of_memory;
  case RunStatus::forbidden:
    return Fault::forbidden;
  case RunStatus::changed_input:
    return Fault::changed_input;
  case RunStatus::wrote_outside:
    return Fault::wrote_outside;
  case RunStatus::deferred:
    return Fault::deferred;
  }
  return Fault::crashed;
}

Validity judge_call(const Task& task, const Case& expected, const CallResult& result) {
  Validity found;
  found.calls = 1;
  found.where = fmt::format("{}, inputs '{}'", describe(task, expected.inputs.shape),
                            task.scenarios.at(expected.inputs.scenario).name);
  found.fault = fault_of(result.status);
  if (!found.valid()) {
    found.evidence = result.evidence;
    return found;
  }
  const std::vector<std::span<const std::byte>> outputs(result.outputs.begin(), result.outputs.end());
  found.mismatch = compare(task, expected.inputs, expected.expected, outputs);
  if (found.mismatch) {
    found.fault = Fault::wrong_output;
    found.evidence = found.mismatch->describe(task);
    return found;
  }
  found.where.clear();
  if (!task.scenarios[expected.inputs.scenario].exact) {
    found.worst_error = worst_error(task, expected.expected, outputs);
  }
  return found;
}

Result<Validity> check_validity(Cases& cases, Runner& runner, std::span<const Use> uses, std::uint64_t order_seed,
                                std::uint64_t repeats) {
  Validity all;
  for (const Job& job : jobs_of(cases.task(), uses, order_seed, repeats)) {
    const auto expected = cases.at(*job.shape, job.scenario, job.number);
    if (!expected) {
      return forward(expected);
    }
    const auto result = runner.call((*expected)->inputs);
    if (!result) {
      return forward(result);
    }
    Validity found = judge_call(cases.task(), **expected, *result);
    found.calls += all.calls;
    found.worst_error = std::max(found.worst_error, all.worst_error);
    all = std::move(found);
    if (!all.valid()) {
      break;
    }
  }
  all.level = runner.level();
  return all;
}

} // namespace mapwright::kernel
