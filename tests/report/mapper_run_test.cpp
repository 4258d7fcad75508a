// Reports on simulated runs: sums that must hold, and the text to the character.
#include "mapper/random_programs.hpp"
#include "mapper/simulate/simulate.hpp"
#include "report/mapper_run.hpp"

#include <cmath>

#include <rapidcheck/gtest.h>

namespace mapwright::report {
namespace {

using namespace mapwright::mapper;

constexpr double rounding = 1e-9; ///< relative, of sums of times

RC_GTEST_PROP(MapperRunReport, PartsSumToTheWhole, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const auto nodes = static_cast<std::uint32_t>(any_of_range(1, 3));
  const Machine machine = round_machine(nodes, any_of_range(0, 3) == 0 ? 100 : 1'000'000);
  Plan plan = random_plan(program, graph, nodes);
  plan.limits.assign(plan.limits.size(), 0);
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  const Json document = to_json({program, graph, machine, plan, run});
  double chain = 0;
  for (const Json& part : document.at("chain")) {
    chain += part.at("seconds").get<double>();
  }
  RC_ASSERT(std::abs(chain - run.makespan) <= rounding * run.makespan);
  double busy = 0;
  for (const Json& kind : document.at("busy")) {
    const double share = kind.at("share").get<double>();
    RC_ASSERT(kind.at("least").get<double>() <= share * (1 + rounding));
    RC_ASSERT(share <= kind.at("most").get<double>() * (1 + rounding));
    RC_ASSERT(kind.at("used") <= kind.at("processors"));
    busy += share * kind.at("used").get<double>() * run.makespan;
  }
  double worked = 0;
  for (const double seconds : run.busy) {
    worked += run.makespan > 0 ? seconds : 0;
  }
  RC_ASSERT(std::abs(busy - worked) <= rounding * (worked + 1));
  std::uint64_t messages = 0;
  for (const Json& pair : document.at("traffic")) {
    messages += pair.at("from") == pair.at("to") ? 0 : pair.at("copies").get<std::uint64_t>();
  }
  RC_ASSERT(messages == run.messages);
  RC_ASSERT((document.at("status") == "done") == document.at("out_of_memory").is_null());
  RC_ASSERT(!to_text({program, graph, machine, plan, run}).empty());
}

TEST(MapperRunReport, IsTheGoldenText) {
  const Program program = stencil_program(8, 10, 1, 3);
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  const Plan plan = gpu_plan(program, graph, 2);
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  mapper::expect_golden("simulated_run.txt", to_text({program, graph, machine, plan, run}));
}

} // namespace
} // namespace mapwright::report
