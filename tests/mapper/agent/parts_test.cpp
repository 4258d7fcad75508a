#include "mapper/agent/parts.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/examples.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::ElementsAre;

const std::string mixed = "# a comment\n"
                          "g = Machine(GPU);\n"
                          "Layout * * * SOA;\n"
                          "def f(Task t) { return g[0, 0]; }\n"
                          "Task * GPU;  # why\n"
                          "def h(Task t) { return g[*t.parent.processor(g)]; }\n"
                          "SingleTaskMap leaf h;\n"
                          "Region * * GPU FBMEM;\n"
                          "IndexTaskMap step f;\n"
                          "CollectMemory step 0;\n"
                          "InstanceLimit step 4;\n"
                          "TaskSteal step GPU SAME_NODE;\n"
                          "Task leaf CPU;\n";

TEST(MapperParts, HoldEveryStatementOnceInItsOrder) {
  const MapperParts parts = split_parts(mixed);
  EXPECT_THAT(parts, ElementsAre("Task * GPU;\nTaskSteal step GPU SAME_NODE;\nTask leaf CPU;\n",
                                 "Region * * GPU FBMEM;\nCollectMemory step 0;\n", "Layout * * * SOA;\n",
                                 "InstanceLimit step 4;\n",
                                 "g = Machine(GPU);\ndef f(Task t) { return g[0, 0]; }\nIndexTaskMap step f;\n",
                                 "def h(Task t) { return g[*t.parent.processor(g)]; }\nSingleTaskMap leaf h;\n"));
}

TEST(MapperParts, JoinedTheyAreTheMapperAgain) {
  const std::string joined = join_parts(split_parts(mixed));
  EXPECT_EQ(split_parts(joined), split_parts(mixed));
  EXPECT_EQ(join_parts(split_parts(joined)), joined);
  EXPECT_EQ(joined.substr(0, 18), "# task\nTask * GPU;");
  EXPECT_EQ(join_parts({}), "");
}

TEST(MapperParts, JoinedShippedMappersMakeTheSamePlans) {
  const Machine machine = sure(open_machine("p100x4"));
  for (const ApplicationInfo& info : application_catalogue()) {
    const Application application = sure(open_application(info.name));
    const TaskGraph graph = sure(expand(application.program));
    for (const ApplicationMapper& mapper : application.mappers) {
      const auto before = elaborate(language::SourceText{mapper.text, "m"}, application.program, graph, machine);
      const auto after = elaborate(language::SourceText{join_parts(split_parts(mapper.text)), "m"}, application.program,
                                   graph, machine);
      ASSERT_EQ(before.has_value(), after.has_value()) << info.name << " " << mapper.name;
      EXPECT_TRUE(!before || before->plan == after->plan) << info.name << " " << mapper.name;
    }
  }
}

TEST(MapperParts, HaveNames) {
  for (const MapperPart part : all_mapper_parts) {
    EXPECT_EQ(mapper_part_named(to_string(part)), part);
    EXPECT_FALSE(statements_of_part(part).empty());
  }
  EXPECT_EQ(mapper_part_named("whole"), std::nullopt);
}

TEST(MapperParts, ThoseOfMapsDecideWhereThereAreSuchLaunches) {
  EXPECT_THAT(
      parts_that_decide(stencil_program(4, 10, 1, 2)),
      ElementsAre(MapperPart::task, MapperPart::region, MapperPart::layout, MapperPart::limit, MapperPart::index_map));
  EXPECT_EQ(parts_that_decide(sure(open_application("cannon")).program).size(), mapper_part_count);
}

} // namespace
} // namespace mapwright::mapper
