// What `mapper explain` prints, to the letter.
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/examples.hpp"
#include "mapper/explain/decision_source.hpp"
#include "report/mapper_explanation.hpp"

#include <string>

namespace mapwright::report {
namespace {

using mapper::sure;

/// Explains the step from one mapper of a stencil of eight tiles to another, on a machine of round numbers.
struct ExplainedStencil {
  ExplainedStencil(const std::string& before, const std::string& after, std::int64_t nodes = 2,
                   std::uint64_t device_bytes = 1'000'000)
      : first_text{before, "a.mapper"}, second_text{after, "b.mapper"}, program(mapper::stencil_program(8, 10, 1, 5)),
        graph(sure(mapper::expand(program))), machine(mapper::round_machine(nodes, device_bytes)),
        first(sure(mapper::elaborate(first_text, program, graph, machine))),
        second(sure(mapper::elaborate(second_text, program, graph, machine))), explanation{program, machine,
                                                                                           side("before", first),
                                                                                           side("after", second),
                                                                                           comparison()} {}

  mapper::language::SourceText first_text;
  mapper::language::SourceText second_text;
  mapper::Program program;
  mapper::TaskGraph graph;
  mapper::Machine machine;
  mapper::Elaborated first;
  mapper::Elaborated second;
  MapperExplanation explanation;

private:
  ExplainedMapper side(const std::string& name, const mapper::Elaborated& made) const {
    return {name, mapper::plan_hash(program, graph, made.plan), mapper::communication_bound(graph, machine, made.plan)};
  }

  mapper::PlanComparison comparison() const {
    return sure(mapper::compare_plans(program, graph, machine, first.plan, second.plan,
                                      mapper::statements_of(first_text, program, first.origins),
                                      mapper::statements_of(second_text, program, second.origins)));
  }
};

const std::string cyclic = "Task * GPU;\n"
                           "Region * * GPU FBMEM;\n"
                           "m = Machine(GPU).merge(0, 1);\n"
                           "def cyclic(Task t) { return m[t.ipoint[0] * 3 % 8]; }\n"
                           "IndexTaskMap GPU cyclic;\n";
const std::string blocks = "Task * GPU;\n"
                           "Region sweep ghost GPU ZCMEM;\n"
                           "Region * * GPU FBMEM;\n"
                           "m = Machine(GPU).merge(0, 1);\n"
                           "def blocks(Task t) { return m[t.ipoint[0]]; }\n"
                           "IndexTaskMap GPU blocks;\n"
                           "InstanceLimit sweep 2;\n";

TEST(MapperExplanation, ShowsWhatEachStatementDoes) {
  const ExplainedStencil stencil(cyclic, blocks);
  mapper::expect_golden("explain.txt", explanation_text(stencil.explanation));
  mapper::expect_golden("explain.json", document_text(explanation_json(stencil.explanation)));
}

TEST(MapperExplanation, ShowsSomeOfManyDifferences) {
  const ExplainedStencil stencil(cyclic, cyclic + "Layout * * * AOS;\n");
  const std::string text = explanation_text(stencil.explanation);
  EXPECT_NE(text.find("  and 2 more, which --json lists\n"), std::string::npos) << text;
  EXPECT_EQ(explanation_json(stencil.explanation).at("changes").at(0).at("differences").size(), 6U);
}

TEST(MapperExplanation, SaysWhereNothingDiffers) {
  const ExplainedStencil stencil(blocks, blocks);
  EXPECT_NE(explanation_text(stencil.explanation).find("Both decide the same."), std::string::npos);
  EXPECT_TRUE(explanation_json(stencil.explanation).at("changes").empty());
}

TEST(MapperExplanation, SaysWhichChangeMakesItFit) {
  // Two tiles of 160 bytes on each GPU fit, with what both read of their neighbours they do not.
  const ExplainedStencil stencil("Task * GPU;\nRegion * * GPU FBMEM;\n", "Task * GPU;\nRegion * * GPU ZCMEM;\n", 1,
                                 340);
  const std::string text = explanation_text(stencil.explanation);
  EXPECT_NE(text.find("makespan: out of memory with before, "), std::string::npos) << text;
  EXPECT_NE(text.find("before: out of memory: "), std::string::npos) << text;
  const Json document = explanation_json(stencil.explanation);
  EXPECT_EQ(document.at("before").at("status"), "out_of_memory");
  EXPECT_TRUE(document.at("before").at("makespan_seconds").is_null());
  EXPECT_EQ(document.at("changes").at(0).at("alone").at("outcome"), "done");
  EXPECT_TRUE(document.at("changes").at(0).at("alone").at("change").is_null());
}

} // namespace
} // namespace mapwright::report
