#include "mapper/contest/judge.hpp"

#include "mapper/agent/agent.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/simulate/simulate.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace mapwright::mapper {

namespace {

class MapperJudge : public loop::Evaluator {
public:
  MapperJudge(std::shared_ptr<const SearchArena> arena, double gap)
      : arena_(std::move(arena)), gap_(gap),
        simulator_(arena_->scene().program, arena_->scene().graph, arena_->scene().machine) {}

  Result<archive::Verdict> verify(const archive::Candidate& candidate, loop::StepContext&) override {
    auto plan = plan_of(candidate);
    if (!plan) {
      return archive::Verdict{refused_status, false, {{"why", plan.error().message}, {"error", plan.error().format()}}};
    }
    const std::lock_guard lock(plans_lock_);
    plans_.emplace(candidate.digest, *std::move(plan));
    return archive::Verdict{legal_status, true, nlohmann::json::object()};
  }

  Result<loop::Measured> measure(const archive::Candidate& candidate, const archive::Verdict&,
                                 loop::StepContext&) override {
    const auto run = simulator_.run(take_plan(candidate.digest));
    loop::Measured measured;
    if (!run || run->out_of_memory) {
      measured.verdict = archive::Verdict{run ? out_of_memory_status : refused_status,
                                          false,
                                          {{"why", run ? run->out_of_memory->message : run.error().message}}};
      return measured;
    }
    std::uint64_t bytes = 0;
    for (const MemoryTraffic& traffic : run->traffic) {
      bytes += traffic.bytes;
    }
    measured.samples.push_back({"makespan", "s", "simulated", {run->makespan}});
    measured.score = run->makespan;
    measured.evidence = {{"events", run->events},
                         {"messages", run->messages},
                         {"bytes", bytes},
                         {"bound", arena_->bound_of(candidate.form)}};
    if (candidate.notes.is_object() && candidate.notes.contains("side_simulations")) {
      measured.evidence["side_simulations"] = candidate.notes.at("side_simulations");
    }
    return measured;
  }

  [[nodiscard]] bool reaches_goal(const archive::Step& step) const override {
    return step.score && step.candidate && *step.score <= (1 + gap_) * arena_->bound_of(step.candidate->form);
  }

private:
  [[nodiscard]] Result<Plan> plan_of(const archive::Candidate& candidate) const {
    const SearchScene scene = arena_->scene();
    if (candidate.form == plan_form) {
      return plan_from_json(scene.program, scene.graph, candidate.content);
    }
    auto made = elaborate(language::SourceText{candidate.content, "mapper"}, scene.program, scene.graph, scene.machine);
    return made ? Result<Plan>(std::move(made->plan)) : forward(made);
  }

  /// The plan that verify made.
  Plan take_plan(const std::string& digest) {
    const std::lock_guard lock(plans_lock_);
    return std::move(plans_.extract(digest).mapped());
  }

  std::shared_ptr<const SearchArena> arena_;
  double gap_;
  Simulator simulator_; ///< measurements come one after the other
  std::mutex plans_lock_;
  std::multimap<std::string, Plan> plans_; ///< verified and not measured yet, by digest
};

} // namespace

std::unique_ptr<loop::Evaluator> make_mapper_judge(std::shared_ptr<const SearchArena> arena, double gap) {
  return std::make_unique<MapperJudge>(std::move(arena), gap);
}

std::string why_not(const archive::Verdict& verdict) {
  if (verdict.valid) {
    return "";
  }
  return verdict.evidence.is_object() ? verdict.evidence.value("why", verdict.status) : verdict.status;
}

} // namespace mapwright::mapper
