// Which statement decides: the order of lookup, the first of equal keys, layouts by task and region.
#include "mapper/language/parse.hpp"
#include "mapper/language/policy.hpp"

#include <gtest/gtest.h>

namespace mapwright::mapper::language {
namespace {

Policy policy_of(const std::string& text) {
  Diagnostics diagnostics;
  const MapperSyntax syntax = parse_mapper({text, "M"}, diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0U) << text;
  return Policy(syntax);
}

using Processors = std::vector<ProcessorKind>;
using Memories = std::vector<MemoryKind>;
constexpr auto cpu = ProcessorKind::cpu;
constexpr auto gpu = ProcessorKind::gpu;
constexpr auto omp = ProcessorKind::omp;
constexpr auto fbmem = MemoryKind::fbmem;
constexpr auto zcmem = MemoryKind::zcmem;
constexpr auto sysmem = MemoryKind::sysmem;
constexpr auto rdmem = MemoryKind::rdmem;

TEST(Policy, ChoosesTheProcessorOfATask) {
  const Policy policy = policy_of("Task a GPU, OMP; Task * CPU; Task a CPU; Task b, c OMP;");
  EXPECT_EQ(policy.processor_kinds("a"), (Processors{gpu, omp})); // the first statement for a
  EXPECT_EQ(policy.processor_kinds("c"), (Processors{omp}));
  EXPECT_EQ(policy.processor_kinds("z"), (Processors{cpu}));
  EXPECT_EQ(policy.processor_kind("a", [](ProcessorKind kind) { return kind != gpu; }), omp);
  // An entry of its own that cannot be satisfied does not go on with '*'.
  EXPECT_EQ(policy.processor_kind("a", [](ProcessorKind kind) { return kind == cpu; }), std::nullopt);
  EXPECT_EQ(policy_of("Task a GPU;").processor_kinds("b"), Processors{});
}

TEST(Policy, ConcatenatesMemories) {
  const Policy policy = policy_of("Region * * * RDMEM; Region * r GPU FBMEM, ZCMEM; Region t * GPU SYSMEM;\n"
                                  "Region t r * ZCMEM; Region t r GPU FBMEM; Region t r GPU SOCKMEM;");
  const ArgumentNames r{3, {"r"}};
  // (task, region) with the exact kind before '*', then (task, *), (*, region), (*, *); each memory once.
  EXPECT_EQ(policy.memories("t", r, gpu), (Memories{fbmem, sysmem, zcmem, rdmem}));
  EXPECT_EQ(policy.memories("t", r, cpu), (Memories{zcmem, rdmem}));
  EXPECT_EQ(policy.memories("u", r, gpu), (Memories{fbmem, zcmem, rdmem}));
  EXPECT_EQ(policy.memories("u", {0, {"s"}}, cpu), (Memories{rdmem}));
  EXPECT_EQ(policy_of("Region t r GPU FBMEM;").memories("t", r, cpu), Memories{});
}

TEST(Policy, FindsArgumentsByAnyNameOrTheirIndex) {
  const Policy policy =
      policy_of("Region t 1 GPU ZCMEM; Region t part GPU FBMEM; Layout t 1 * AOS; CollectMemory t 1;");
  EXPECT_EQ(policy.memories("t", {1, {}}, gpu), (Memories{zcmem}));
  EXPECT_EQ(policy.memories("t", {0, {"x", "part"}}, gpu), (Memories{fbmem}));
  EXPECT_EQ(policy.memories("t", {1, {"x", "part"}}, gpu), (Memories{fbmem, zcmem}));
  EXPECT_TRUE(policy.layout("t", {1, {}}, fbmem)->fields_together);
  EXPECT_TRUE(policy.collects("t", {1, {}}));
  EXPECT_FALSE(policy.collects("t", {0, {}}));
}

TEST(Policy, HasALayoutForEachTaskAndRegion) {
  const Policy policy =
      policy_of("Layout ta * * SOA C_order; Layout tb * * AOS; Layout tb r FBMEM SOA C_order Align>=64;"
                "Layout tb * FBMEM Compact Exact; Layout * r ZCMEM AOS;");
  EXPECT_FALSE(policy.layout("ta", {0, {"q"}}, sysmem)->fields_together);
  EXPECT_TRUE(policy.layout("tb", {0, {"q"}}, sysmem)->fields_together);
  const LayoutChoice exact = *policy.layout("tb", {0, {"r"}}, fbmem);
  EXPECT_FALSE(exact.fields_together);
  EXPECT_FALSE(exact.first_fastest);
  EXPECT_EQ(exact.alignment->bytes, 64);
  EXPECT_EQ(exact.alignment->comparison, BinaryOperator::greater_equal);
  EXPECT_FALSE(exact.compact); // the first hit counts as a whole
  const LayoutChoice sparse = *policy.layout("tb", {0, {"q"}}, fbmem);
  EXPECT_TRUE(sparse.compact && sparse.exact);
  EXPECT_TRUE(sparse.first_fastest); // F_order and SOA where nothing is said
  EXPECT_FALSE(sparse.fields_together);
  EXPECT_TRUE(policy.layout("u", {0, {"r"}}, zcmem)->fields_together);
  EXPECT_FALSE(policy.layout("u", {0, {"r"}}, sysmem).has_value());
}

TEST(Policy, OrdersDimensionsAsLayoutsSay) {
  using Order = std::vector<std::size_t>; // 3 stands for the fields
  const auto order = [](const std::string& constraints) {
    return fastest_first(*policy_of("Layout * * * " + constraints + ";").layout("t", {0, {}}, MemoryKind::sysmem), 3);
  };
  EXPECT_EQ(order("SOA F_order"), (Order{0, 1, 2, 3}));
  EXPECT_EQ(order("SOA C_order"), (Order{2, 1, 0, 3}));
  EXPECT_EQ(order("AOS F_order"), (Order{3, 0, 1, 2}));
  EXPECT_EQ(order("AOS C_order"), (Order{3, 2, 1, 0}));
  EXPECT_EQ(order(""), (Order{0, 1, 2, 3}));
}

TEST(Policy, FindsMappingFunctions) {
  const Policy policy = policy_of("IndexTaskMap a f; IndexTaskMap GPU g; IndexTaskMap * h; IndexTaskMap a i;\n"
                                  "SingleTaskMap a, b k;");
  EXPECT_EQ(policy.index_map("a", gpu), "f");
  EXPECT_EQ(policy.index_map("z", gpu), "g");
  EXPECT_EQ(policy.index_map("z", cpu), "h");
  EXPECT_EQ(policy.single_map("b", gpu), "k");
  EXPECT_EQ(policy.single_map("c", gpu), std::nullopt);
}

TEST(Policy, AnswersTheOtherStatements) {
  const Policy policy = policy_of("InstanceLimit a 2; InstanceLimit a 3; CollectMemory a r; CollectMemory * s;\n"
                                  "ControlReplicate a, b; TaskSteal * CPU SAME_NODE; TaskSteal a CPU ANY_NODE;");
  EXPECT_EQ(policy.instance_limit("a"), 2);
  EXPECT_EQ(policy.instance_limit("b"), std::nullopt);
  EXPECT_TRUE(policy.collects("a", {0, {"r"}}));
  EXPECT_FALSE(policy.collects("b", {0, {"r"}}));
  EXPECT_TRUE(policy.collects("b", {0, {"s"}}));
  EXPECT_TRUE(policy.control_replicated("b"));
  EXPECT_FALSE(policy.control_replicated("c"));
  EXPECT_EQ(policy.steal("a", cpu), StealScope::any_node);
  EXPECT_EQ(policy.steal("z", cpu), StealScope::same_node);
  EXPECT_EQ(policy.steal("a", gpu), std::nullopt);
}

} // namespace
} // namespace mapwright::mapper::language
