#include "cli/starpu_confirm.hpp"

#include "cli/starpu_process.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// A plan on StarPU, one process a run. No run is dropped as disturbed: where there are more workers than cores all
/// are, both plans' alike.
class StarpuTimer : public measure::Timer {
public:
  explicit StarpuTimer(report::Json request) : request_(std::move(request)) {}

  Result<measure::Sample> run() override {
    const auto answer = ask_starpu(request_);
    if (!answer) {
      return forward(answer);
    }
    const report::Json& check = answer->at("check");
    if (!check.is_null() && !check.at("agrees").get<bool>()) {
      return fail(ErrorKind::input, "a run on StarPU gave wrong results", "`mapwright mapper run` shows by how much");
    }
    return measure::Sample{Seconds(answer->at("makespan_seconds").get<double>())};
  }

private:
  report::Json request_;
};

} // namespace

Result<measure::Comparison> compare_on_starpu(const MapperSubject& subject, const std::string& app,
                                              const mapper::Plan& baseline, const mapper::Plan& challenger,
                                              Seconds most) {
  const auto cache = starpu_cache();
  if (!cache) {
    return forward(cache);
  }
  const auto timer = [&](const mapper::Plan& plan) {
    return StarpuTimer(report::Json{
        {"app", app}, {"plan", plan_json(subject.program, subject.graph, plan)}, {"repeat", 1}, {"cache", *cache}});
  };
  StarpuTimer before = timer(baseline);
  StarpuTimer after = timer(challenger);
  measure::SteadyClock clock;
  measure::CompareOptions options;
  options.stop.time_cap = most;
  options.warm_up.min_runs = 1;
  return measure::compare(before, after, clock, options);
}

} // namespace mapwright::cli
