// Decisions named by the statements that made them.
#include "mapper/examples.hpp"
#include "mapper/explain/decision_source.hpp"

namespace mapwright::mapper {
namespace {

const std::string mapper_text =
    "Task * GPU;\nRegion *   *\n  GPU FBMEM;\nIndexTaskMap sweep f;\nInstanceLimit sweep 4;\n";

language::Span span_of(const std::string& part) {
  const std::size_t begin = mapper_text.find(part);
  return {begin, begin + part.size()};
}

TEST(DecisionSource, ShowsAStatementOnOneLine) {
  const language::SourceText source{mapper_text, "m"};
  EXPECT_EQ(statement_text(source, span_of("Region *   *\n  GPU FBMEM;")), "m:2: Region * * GPU FBMEM;");
  EXPECT_EQ(statement_text(source, span_of("Task * GPU")), "m:1: Task * GPU;");
  EXPECT_EQ(statement_text(source, std::nullopt), "the default");
}

TEST(DecisionSource, CutsLongStatements) {
  const std::string text = "Task " + std::string(200, 'a') + " GPU;";
  const std::string shown = statement_text({text, "m"}, language::Span{0, text.size()});
  EXPECT_EQ(shown, "m:1: Task " + std::string(72, 'a') + "...");
}

TEST(DecisionSource, FindsTheStatementOfEachDecision) {
  const Program program = stencil_program(2, 4, 1, 1); // launches first, sweep, swap
  std::vector<LaunchOrigins> origins(3);
  for (std::size_t launch = 0; launch < 3; ++launch) {
    origins[launch].arguments.resize(program.launches[launch].arguments.size());
    origins[launch].kind = span_of("Task * GPU;");
  }
  origins[1].placement = span_of("IndexTaskMap sweep f;");
  origins[1].limit = span_of("InstanceLimit sweep 4;");
  origins[1].arguments[2].memory = span_of("Region *   *\n  GPU FBMEM;");
  const DecisionSource source = statements_of({mapper_text, "m"}, program, origins);
  EXPECT_EQ(source({0, none, "processor", 1, {}}), "m:1: Task * GPU;");
  EXPECT_EQ(source({1, none, "processor", 1, {}}), "m:4: IndexTaskMap sweep f;");
  EXPECT_EQ(source({1, none, "processor", 1, {}, none, true}), "m:1: Task * GPU; m:4: IndexTaskMap sweep f;");
  EXPECT_EQ(source({1, none, "priority", 1, {}}), "the default");
  EXPECT_EQ(source({1, 2, "memory", 1, {}}), "m:2: Region * * GPU FBMEM;");
  EXPECT_EQ(source({1, 2, "layout", 1, {}}), "the default");
  EXPECT_EQ(source({1, 1, "memory", 1, {}}), "the default");
  EXPECT_EQ(source({none, none, "limit", 1, {}, program.launches[1].kind}), "m:5: InstanceLimit sweep 4;");
  EXPECT_EQ(source({none, none, "limit", 1, {}, program.launches[0].kind}), "the default");
}

} // namespace
} // namespace mapwright::mapper
