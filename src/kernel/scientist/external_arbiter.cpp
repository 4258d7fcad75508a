// Verdicts about versions by a command of the user's own (docs/kernel-external.md).
#include "kernel/external/evaluator_race.hpp"
#include "kernel/judge/cases.hpp"
#include "kernel/scientist/arbiter.hpp"
#include "measure/statistics.hpp"

#include <span>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

std::optional<Check> flaw_of(const Evaluation& evaluation) {
  if (evaluation.timed()) {
    return std::nullopt;
  }
  return Check{std::string(to_string(evaluation.verdict)), evaluation.message};
}

class ExternalArbiter final : public Arbiter {
public:
  ExternalArbiter(const Task& task, Evaluator evaluator, std::size_t rounds)
      : task_(task), evaluator_(std::move(evaluator)), rounds_(rounds) {}

  Result<Check> check(const Subject& version, const std::stop_token& stop) override {
    const auto told = evaluator_.until(stop).evaluate(task_, version, shapes_for(Use::benchmark));
    return told ? flaw_of(*told).value_or(Check{}) : Result<Check>(forward(told));
  }

  Result<CostFunction> pricing(const KernelCandidate& candidate, const std::stop_token& stop) override {
    return CostFunction([this, &candidate, stop](const Tuning& tuning) -> Result<std::optional<double>> {
      const auto told =
          evaluator_.until(stop).evaluate(task_, {"a configuration", candidate, tuning}, shapes_for(Use::benchmark));
      if (!told) {
        return forward(told);
      }
      return told->timed() ? std::optional(cost_of(*told)) : std::nullopt;
    });
  }

  Result<Compared> time(const Subject& start, const std::stop_token& stop) override {
    const std::vector<Shape> shapes = shapes_for(Use::benchmark);
    const auto told = evaluator_.until(stop).evaluate(task_, start, shapes);
    if (!told) {
      return forward(told);
    }
    if (auto flaw = flaw_of(*told)) {
      return Compared{.flaw = std::move(flaw)};
    }
    Compared timed{.measured = {.ratio_interval = {1, 1}, .tuning = start.tuning}};
    const bool together = told->seconds.size() == 1 && shapes.size() != 1;
    for (std::size_t i = 0; i < told->seconds.size(); ++i) {
      timed.measured.shapes.push_back({together ? "all shapes" : describe(task_, shapes[i]),
                                       Seconds(measure::median(told->seconds[i])), 1, Interval{1, 1}});
    }
    return timed;
  }

  Result<Compared> compare(const Subject& base, const Subject& version, Use use, Depth,
                           const std::stop_token& stop) override {
    const std::vector<Shape> shapes = shapes_for(use);
    if (shapes.empty()) {
      return Compared{.measured = {.tuning = version.tuning}};
    }
    const auto raced = race_by_evaluator(task_, evaluator_.until(stop), base, std::span(&version, 1), shapes,
                                         {.rounds = rounds_, .seed = fresh_secret()});
    if (!raced) {
      return forward(raced);
    }
    const ExternalResult& result = raced->results.front();
    if (auto flaw = flaw_of(result.last)) {
      return Compared{.flaw = std::move(flaw)};
    }
    Compared compared{.measured = {.ratio = result.mean.ratio,
                                   .ratio_interval = result.mean.interval,
                                   .verdict = result.verdict,
                                   .tuning = version.tuning}};
    for (std::size_t i = 0; i < result.shapes.size(); ++i) {
      const ExternalShape& shape = result.shapes[i];
      compared.measured.shapes.push_back({raced->together ? "all shapes" : describe(task_, shapes[i]),
                                          Seconds(shape.seconds), shape.ratio.ratio, shape.ratio.interval});
    }
    return compared;
  }

private:
  [[nodiscard]] std::vector<Shape> shapes_for(Use use) const {
    std::vector<Shape> shapes;
    for (const Shape& shape : task_.shapes) {
      if (shape.use == use) {
        shapes.push_back(shape);
      }
    }
    return shapes;
  }

  const Task& task_;
  Evaluator evaluator_;
  std::size_t rounds_;
};

} // namespace

std::unique_ptr<Arbiter> make_external_arbiter(const Task& task, Evaluator evaluator, std::size_t rounds) {
  return std::make_unique<ExternalArbiter>(task, std::move(evaluator), rounds);
}

} // namespace mapwright::kernel::scientist
