// Which accesses get data from which others.
#include "../examples.hpp"
#include "mapper/search/data_flows.hpp"

#include <utility>
#include <vector>

namespace mapwright::mapper {
namespace {

using Flow = std::pair<std::uint32_t, double>;

std::vector<Flow> flows_into(const DataFlows& flows, std::uint32_t access) {
  std::vector<Flow> found;
  for (const DataFlow& flow : flows.into(access)) {
    found.emplace_back(flow.from, flow.bytes);
  }
  return found;
}

TEST(DataFlows, GoFromWhoMadeTheValueAndWhoAddedToIt) {
  ProgramBuilder b("life");
  b.region({"data", {"8"}, {"x:8"}});
  b.blocks({"half", "data", {"2"}});
  b.kind({"touch", {{"all", "0"}}, {{ProcessorKind::cpu}}, "0"});
  const auto launch = [&b](const std::string& name, const std::string& privilege) {
    b.launch({name, "touch", {}, {}, {{"data", {}, privilege}}});
  };
  launch("early", "R");                                              // access 0: nobody has written
  b.launch({"fill", "touch", {"2"}, {"i"}, {{"half", {"i"}, "W"}}}); // 1, 2
  launch("read", "R");                                               // 3
  launch("add", "reduce(+)");                                        // 4
  launch("more", "reduce(+)");                                       // 5
  launch("sum", "RW");                                               // 6
  launch("over", "W");                                               // 7
  launch("late", "R");                                               // 8
  const Program program = sure(b.build());
  const DataFlows flows(sure(expand(program)));
  EXPECT_TRUE(flows_into(flows, 0).empty());
  EXPECT_EQ(flows_into(flows, 3), (std::vector<Flow>{{1, 32}, {2, 32}}));
  EXPECT_TRUE(flows_into(flows, 5).empty());
  EXPECT_EQ(flows_into(flows, 6), (std::vector<Flow>{{1, 32}, {4, 32}, {5, 32}, {2, 32}}));
  EXPECT_TRUE(flows_into(flows, 7).empty());
  EXPECT_EQ(flows_into(flows, 8), (std::vector<Flow>{{7, 32}}));
  EXPECT_EQ(flows.size(), 7U);
}

} // namespace
} // namespace mapwright::mapper
