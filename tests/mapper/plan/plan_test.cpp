// Plans: hash, JSON and back, differences.
#include "mapper/random_programs.hpp"

#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

RC_GTEST_PROP(Plan, ComesBackFromJson, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Plan plan = random_plan(program, graph, 2);
  const auto back = plan_from_json(program, graph, plan_json(program, graph, plan));
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == plan);
}

RC_GTEST_PROP(Plan, EqualHashesAreEqualPlans, ()) {
  const Program program = stencil_program(2, 4, 1, 1);
  const TaskGraph graph = sure(expand(program));
  const Plan a = random_plan(program, graph, 1);
  Plan b = a;
  switch (any_of_range(0, 8)) {
  case 0:
    b.tasks[static_cast<std::size_t>(any_of_range(0, 6))].processor.index ^= 1U;
    break;
  case 1:
    b.tasks[3].priority += 1;
    break;
  case 2:
    b.arguments[2].memory.node += 1;
    break;
  case 3:
    b.arguments[1].layout.alignment += 16;
    break;
  case 4:
    b.arguments[4].collect = !b.arguments[4].collect;
    break;
  case 5:
    b.limits[1] += 1;
    break;
  case 6:
    b.arguments[0].layout.exact = !b.arguments[0].layout.exact;
    break;
  default:
    break;
  }
  RC_ASSERT((plan_hash(program, graph, a) == plan_hash(program, graph, b)) == (a == b));
  RC_ASSERT(plan_differences(program, graph, a, b).empty() == (a == b));
}

TEST(Plan, DifferencesAreGrouped) {
  const Program program = stencil_program(4, 4, 1, 2);
  const TaskGraph graph = sure(expand(program));
  const Plan before = gpu_plan(program, graph);
  Plan after = before;
  after.limits[1] = 2;
  const std::uint32_t sweep = graph.first_slot[1];
  after.tasks[sweep + 2].processor.index = 0;
  after.tasks[sweep + 3].processor.index = 0;
  after.arguments[graph.slots[sweep + 3].first_argument + 1].memory = {MemoryKind::zcmem, 0, 0};
  after.arguments[graph.slots[sweep + 1].first_argument + 1].collect = true;
  std::string text;
  for (const PlanDifference& item : plan_differences(program, graph, before, after)) {
    text += fmt::format("{} {} {} {}: {}\n", item.launch == none ? -1 : static_cast<int>(item.launch),
                        item.argument == none ? -1 : static_cast<int>(item.argument), item.decision, item.count,
                        item.example);
  }
  EXPECT_EQ(text, "-1 -1 limit 1: sweep: no limit, then at most 2\n"
                  "1 -1 processor 2: sweep (2): GPU 2 of node 0, then GPU 0 of node 0\n"
                  "1 1 memory 1: sweep (3): FBMEM 3 of node 0, then ZCMEM 0 of node 0\n"
                  "1 1 collect 1: sweep (1): kept, then collected\n");
}

TEST(Plan, CanonicalText) {
  const Program program = stencil_program(2, 4, 1, 1);
  const TaskGraph graph = sure(expand(program));
  Plan plan = gpu_plan(program, graph);
  plan.arguments[graph.slots[graph.first_slot[1]].first_argument + 1].collect = true;
  expect_golden("plan.txt", canonical_text(program, graph, plan));
  expect_golden("plan.json", plan_json(program, graph, plan) + "\n");
}

TEST(Plan, MistakesInJson) {
  const Program program = stencil_program(2, 4, 1, 1);
  const TaskGraph graph = sure(expand(program));
  const nlohmann::json good = nlohmann::json::parse(plan_json(program, graph, gpu_plan(program, graph)));
  const auto mistake_at = [&](const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json document = good;
    document[nlohmann::json::json_pointer(pointer)] = value;
    const auto plan = plan_from_json(program, graph, document.dump());
    return plan ? "none" : plan.error().message;
  };
  EXPECT_EQ(plan_from_json(program, graph, "{").error().message, "the plan is no JSON");
  EXPECT_EQ(plan_from_json(program, graph, "[]").error().message, "plan, at '': 'limits' is missing");
  EXPECT_EQ(mistake_at("/schema_version", 2), "plan, at '': 'schema_version' must be 1");
  EXPECT_EQ(mistake_at("/limits", {{"swep", 1}}), "plan, at '/limits': there is no task 'swep'");
  EXPECT_EQ(mistake_at("/limits", {{"sweep", -1}}), "plan, at '/limits': 'sweep' must be an integer from 0 on");
  EXPECT_EQ(mistake_at("/launches", nlohmann::json::array()), "plan, at '/launches': there must be 3 launches");
  EXPECT_EQ(mistake_at("/launches/1/launch", "swap"), "plan, at '/launches/1': this must be the launch 'sweep'");
  EXPECT_EQ(mistake_at("/launches/1/tasks", 3), "plan, at '/launches/1': there must be 2 tasks");
  EXPECT_EQ(mistake_at("/launches/1/tasks/1/point", {0}), "plan, at '/launches/1/tasks/1': this must be sweep (1)");
  EXPECT_EQ(mistake_at("/launches/0/tasks/0/processor/kind", "GPUS"),
            "plan, at '/launches/0/tasks/0/processor': there is no kind 'GPUS'");
  EXPECT_EQ(mistake_at("/launches/0/tasks/0/processor/node", "0"),
            "plan, at '/launches/0/tasks/0/processor': 'node' must be an integer");
  EXPECT_EQ(mistake_at("/launches/0/tasks/0/priority", std::int64_t{1} << 40),
            "plan, at '/launches/0/tasks/0': 'priority' is too large");
  EXPECT_EQ(mistake_at("/launches/1/tasks/0/arguments", nlohmann::json::array()),
            "plan, at '/launches/1/tasks/0': there must be 3 arguments");
  EXPECT_EQ(mistake_at("/launches/1/tasks/0/arguments/2/layout", "SOA"),
            "plan, at '/launches/1/tasks/0/arguments/2': 'SOA' is no layout");
  EXPECT_EQ(mistake_at("/launches/1/tasks/0/arguments/2/collect", 1),
            "plan, at '/launches/1/tasks/0/arguments/2': 'collect' must be true or false");
}

} // namespace
} // namespace mapwright::mapper
