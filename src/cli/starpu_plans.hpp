// Plans of one application that run on StarPU again and again.
#pragma once

#include "cli/mapper_subject.hpp"
#include "cli/starpu_session.hpp"
#include "mapper/confirm/confirm.hpp"
#include "report/json.hpp"

#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace mapwright::cli {

/// The workers that a plan takes: as many of each kind as the highest index it names asks for.
struct PlanWorkers {
  unsigned cpus = 0;
  unsigned devices = 0;
  friend auto operator<=>(const PlanWorkers&, const PlanWorkers&) = default;
  /// Whether there are more of them than this computer has cores.
  [[nodiscard]] bool crowded() const;
};
PlanWorkers workers_of_plan(const MapperSubject& subject, const mapper::Plan& plan);

/// Plans that take the same workers share a process, in which StarPU is started, kernels are compiled and the data are
/// made once; the processes of the other plans sleep while one runs. A process that ends takes no other plan's results
/// with it: the next run begins another.
class StarpuPlans : public mapper::RealRunner {
public:
  /// `starpu_subject`: which program runs (starpu_measurement.hpp). `subject` must outlive it. Machine error: no cache.
  static Result<StarpuPlans> make(report::Json starpu_subject, const MapperSubject& subject);

  /// Plans are run by their hash.
  void add(const std::string& hash, mapper::Plan plan);

  /// Tainted is a run whose threads waited for cores for a tenth of its time longer than in the calmest run of its
  /// plan: that one says what the plan's own threads wait for one another. With more workers than cores none is.
  /// Errors: input, for a plan that the engine refuses, wrong results, the end of the process.
  Result<mapper::RealRun> run(const std::string& plan) override;

private:
  StarpuPlans(report::Json opening, const MapperSubject& subject) : opening_(std::move(opening)), subject_(&subject) {}

  struct Held {
    std::string text; ///< of plan_json
    PlanWorkers workers;
    double calmest = 1; ///< least part of a run that its threads waited
  };
  struct Process {
    StarpuSession session;
    std::map<std::string, std::size_t> numbers; ///< of the plans it knows
  };
  Result<report::Json> ask(const std::string& hash, const Held& held);
  Result<Process*> process_of(const PlanWorkers& workers);

  report::Json opening_;
  const MapperSubject* subject_;
  std::map<std::string, Held> plans_;
  std::map<PlanWorkers, Process> processes_;
};

} // namespace mapwright::cli
