// Speed of the decision space: assignments drawn, and plans and texts made of them, per second on one core; the cost of
// making the space. Applications at their usual sizes on one node, and a circuit of 256 pieces on 64 nodes.
#include "mapper/apps/application.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/search/decision_space.hpp"
#include "support/checked.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;
using bench::checked;

struct SpaceCase {
  SpaceCase(const std::string& application, const std::string& on)
      : program(checked(open_application(application)).program), graph(checked(expand(program))),
        machine(checked(open_machine(on))), space(checked(DecisionSpace::make({program, graph, machine}))) {}
  SpaceCase(const SpaceCase&) = delete;
  SpaceCase& operator=(const SpaceCase&) = delete;

  [[nodiscard]] std::vector<Assignment> some() const {
    measure::Random random(1);
    std::vector<Assignment> drawn;
    for (int i = 0; i < 64; ++i) {
      drawn.push_back(space.draw(random));
    }
    return drawn;
  }

  Program program;
  TaskGraph graph;
  Machine machine;
  DecisionSpace space;
};

void make_space(benchmark::State& state, const std::string& application, const std::string& on) {
  const SpaceCase one(application, on);
  for (auto _ : state) {
    benchmark::DoNotOptimize(checked(DecisionSpace::make({one.program, one.graph, one.machine})));
  }
  std::size_t options = 0;
  for (const Decision& decision : one.space.decisions()) {
    options += decision.options.size();
  }
  state.counters["decisions"] = static_cast<double>(one.space.decisions().size());
  state.counters["options"] = static_cast<double>(options);
}

void draw(benchmark::State& state, const std::string& application, const std::string& on) {
  const SpaceCase one(application, on);
  measure::Random random(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(one.space.draw(random));
  }
}

void plan(benchmark::State& state, const std::string& application, const std::string& on) {
  const SpaceCase one(application, on);
  const std::vector<Assignment> drawn = one.some();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(one.space.plan(drawn[i++ % drawn.size()]));
  }
}

void text(benchmark::State& state, const std::string& application, const std::string& on) {
  const SpaceCase one(application, on);
  const std::vector<Assignment> drawn = one.some();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(one.space.text(drawn[i++ % drawn.size()]));
  }
}

const int registered = [] {
  std::vector<std::pair<std::string, std::string>> cases{{"circuit,pieces=256", "lassen,nodes=64"}};
  for (const ApplicationInfo& info : application_catalogue()) {
    cases.emplace_back(info.name, "p100x4");
  }
  for (const auto& [application, on] : cases) {
    const std::string which = application + " on " + on;
    benchmark::RegisterBenchmark(("make/" + which).c_str(), make_space, application, on);
    benchmark::RegisterBenchmark(("draw/" + which).c_str(), draw, application, on);
    benchmark::RegisterBenchmark(("plan/" + which).c_str(), plan, application, on);
    benchmark::RegisterBenchmark(("text/" + which).c_str(), text, application, on);
  }
  return 0;
}();

} // namespace
