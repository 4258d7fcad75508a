// The six-part agent and OPRO in the loop, with models that answer from a script.
#include "mapper/agent/parts.hpp"
#include "mapper/contest/judge.hpp"
#include "mapper/contest/small_search.hpp"
#include "mapper/guidance/guidance.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::uint64_t tight_bytes = 3'250; ///< of each GPU: enough for what remains at the end of a run, no more

SearchSpec searched_by(const std::string& name) {
  SearchSpec spec;
  spec.searchers = {name};
  spec.gap = 0;
  return spec;
}

TEST(MapperAgent, RevisesOnePartAfterAnotherOfTheBestMapper) {
  ScriptedModel model({statements_reply({"Task * GPU;"}),                  // task
                       statements_reply({"Region * * GPU ZCMEM, FBMEM;"}), // region: slower or not, it is tried
                       statements_reply({"Layout * * * AOS C_order;"})});  // layout
  SmallRun run(searched_by("agent"), {model.model});
  EXPECT_EQ(loop::kind_of(run.go(4).reason), "budget");
  const auto steps = run.steps();
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].proposer, "agent") << "it begins with a mapper that runs, and asks nobody";
  EXPECT_EQ(steps[0].candidate->content, run.arena().space().text(run.arena().space().usual()));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(steps[i].proposer, "agent:scripted");
    EXPECT_TRUE(steps[i].verdict->valid) << i;
    EXPECT_EQ(steps[i].candidate->notes.at("fixture"), true);
    EXPECT_EQ(steps[i].parents.at(0).role, "base");
  }
  EXPECT_EQ(steps[1].candidate->notes.at("part"), "task");
  EXPECT_EQ(steps[2].candidate->notes.at("part"), "region");
  EXPECT_EQ(steps[3].candidate->notes.at("part"), "layout");
  EXPECT_THAT(steps[1].candidate->content, HasSubstr("# task\nTask * GPU;\n"));
  EXPECT_THAT(steps[3].candidate->content, HasSubstr("Layout * * * AOS C_order;\n"));
}

TEST(MapperAgent, ShowsTheMachineTheProgramThePartsAndWhatWasTried) {
  ScriptedModel model({statements_reply({"Task * CPU;"}), statements_reply({}), statements_reply({})});
  SmallRun run(searched_by("agent"), {model.model});
  run.go(3);
  const auto request = model.provider->questions().at(0);
  EXPECT_TRUE(request.schema) << "servers that can keep to the form do";
  EXPECT_THAT(model.question(0),
              AllOf(HasSubstr("You write mappers"), HasSubstr("4 GPU: "), HasSubstr("- ghost of grid"),
                    HasSubstr("an index launch over 8 points"), HasSubstr("Revise the part `task`"),
                    HasSubstr("Of the best mapper so far:\nmakespan "), Not(HasSubstr("What was tried"))));
  EXPECT_THAT(model.question(1), AllOf(HasSubstr("Revise the part `region`"),
                                       HasSubstr("With the part task as\n```mapper\nTask * CPU;\n```\nit took: ")));
}

/// What a model is asked after the first mapper, with one level allowed; and how many simulations that took.
std::pair<std::string, std::uint64_t> asked_at(GuidanceLevel level, const std::string& who = "agent",
                                               std::uint64_t most_simulations = 10'000) {
  SearchSpec spec = searched_by(who);
  spec.feedback = {level};
  spec.side_simulations = most_simulations;
  ScriptedModel model({statements_reply({"Task * CPU;"})});
  SmallRun run(spec, {model.model});
  run.go(2);
  return {model.question(0), run.side()};
}

TEST(MapperAgent, IsToldWhatGuidanceSaysAtTheLevelThatIsAllowed) {
  const auto arena = small_arena();
  const language::SourceText start{join_parts(split_parts(arena->space().text(arena->space().usual()))), "mapper"};
  for (const char* const who : {"agent", "opro"}) {
    const auto [raw, no_simulations] = asked_at(GuidanceLevel::raw, who);
    EXPECT_THAT(raw, AllOf(HasSubstr("makespan "), Not(HasSubstr("critical path")))) << who;
    EXPECT_EQ(no_simulations, 0U);
    const auto [explained, still_no_simulations] = asked_at(GuidanceLevel::explain, who);
    EXPECT_THAT(explained, AllOf(HasSubstr("critical path:"), Not(HasSubstr("what to do:")))) << who;
    EXPECT_EQ(still_no_simulations, 0U) << "the run that is explained is that of its evaluation";
    const auto [suggested, some] = asked_at(GuidanceLevel::suggest, who);
    const Guidance found = guidance(start, arena->scene());
    EXPECT_THAT(suggested, AllOf(HasSubstr("critical path:"), HasSubstr("what to do:"),
                                 HasSubstr(found.counterfactuals.front().change.name + ": ")))
        << who;
    EXPECT_EQ(some, found.simulations) << "changed mappers are counted";
  }
}

TEST(MapperAgent, WithoutSimulationsItIsToldAllThatNeedsNone) {
  const auto [told, used] = asked_at(GuidanceLevel::suggest, "agent", 0);
  EXPECT_THAT(told, AllOf(HasSubstr("makespan "), HasSubstr("critical path:"), HasSubstr("no simulation is left: ")));
  EXPECT_EQ(used, 0U);
  EXPECT_EQ(asked_at(GuidanceLevel::suggest, "agent", 5).second, 5U);
}

/// Asks for a mapper of a stencil whose data do not fit the memories of GPUs at a time; the question after one stopped.
std::string asked_after_out_of_memory(GuidanceLevel level) {
  const auto arena = sure(SearchArena::make(
      {"tight", stencil_program(8, 100, 2, 3), round_machine(1, tight_bytes), std::nullopt, all_on_cpus}));
  SearchSpec spec = searched_by("agent");
  spec.feedback = {level};
  ScriptedModel model({statements_reply({"Task * GPU;"}), statements_reply({"Region * * GPU FBMEM;"}),
                       statements_reply({"Layout * * * AOS;"})});
  SmallRun run(spec, {model.model}, arena);
  run.go(4);
  EXPECT_EQ(run.replay(), "") << "what it was told of a run that stopped is the same again";
  const auto steps = run.steps();
  std::size_t stopped = 1; // the start runs; step s is what question s - 1 asked for
  while (stopped < 3 && steps.at(stopped).verdict->valid) {
    ++stopped;
  }
  EXPECT_EQ(steps.at(stopped).verdict->status, out_of_memory_status) << steps.at(stopped).candidate->content;
  return model.question(stopped);
}

TEST(MapperAgent, IsToldWhyItsMapperRanOutOfMemoryAndWhatWouldFit) {
  const std::string raw = asked_after_out_of_memory(GuidanceLevel::raw);
  EXPECT_THAT(raw, AllOf(HasSubstr("The last one that was tried does not run:\n```mapper\n"),
                         HasSubstr("```\nout of memory: "), Not(HasSubstr("which GPU"))));
  EXPECT_THAT(asked_after_out_of_memory(GuidanceLevel::explain),
              AllOf(HasSubstr("memory: it holds grid "), HasSubstr("sees too, has "), Not(HasSubstr("what to do:"))));
  EXPECT_THAT(asked_after_out_of_memory(GuidanceLevel::suggest),
              AllOf(HasSubstr("insert `Region "), HasSubstr("it runs: predicted ")));
}

TEST(MapperAgent, RepairsSayWhatTheLevelAllows) {
  const auto repair_at = [](GuidanceLevel level) {
    SearchSpec spec = searched_by("agent");
    spec.feedback = {level};
    ScriptedModel model({statements_reply({"Task * GPUS;"}), statements_reply({"Task * GPU;"})});
    SmallRun run(spec, {model.model});
    run.go(2);
    return model.question(1);
  };
  EXPECT_THAT(repair_at(GuidanceLevel::raw),
              AllOf(HasSubstr("expected a kind of processor, found 'GPUS'"), Not(HasSubstr("what to do:"))));
  EXPECT_THAT(repair_at(GuidanceLevel::suggest), HasSubstr("what to do:\nline 2: write 'GPU' instead of 'GPUS'"));
}

TEST(MapperAgent, AMapperThatCannotRunIsNoCandidate) {
  const std::string wrong = statements_reply({"Task * GPUS;"});
  ScriptedModel model({wrong, wrong, wrong, wrong, statements_reply({"Task * CPU, GPU;"})});
  SearchSpec spec = searched_by("agent");
  spec.repairs = 1;
  SmallRun run(spec, {model.model});
  run.go(2);
  const auto steps = run.steps();
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_THAT(steps[1].failure, StartsWith("no mapper that runs after 2 questions to scripted: mapper:"));
  EXPECT_EQ(steps[1].used.evaluations, 0U);
  EXPECT_EQ(steps[3].used.evaluations, 1U);
}

TEST(MapperAgent, EndsWhenNothingNewComes) {
  ScriptedModel model(std::vector<std::string>(40, "no idea"));
  SearchSpec spec = searched_by("agent");
  spec.repairs = 0;
  SmallRun run(spec, {model.model});
  EXPECT_EQ(loop::kind_of(run.go(50).reason), "nothing-left");
  EXPECT_EQ(run.steps().size(), 9U) << "the start and eight questions in vain";
}

TEST(MapperAgent, BuildsOnWhatOthersFound) {
  ScriptedModel model({statements_reply({"Task * GPU;"}), statements_reply({"Region * * GPU ZCMEM;"})});
  SearchSpec spec = searched_by("random");
  spec.searchers.emplace_back("agent");
  SmallRun run(spec, {model.model});
  run.go(4);
  const auto steps = run.steps();
  EXPECT_EQ(steps[0].proposer, "random");
  EXPECT_EQ(steps[1].proposer, "agent:scripted");
  EXPECT_EQ(steps[1].parents.at(0).step, 0U);
  EXPECT_EQ(run.replay(), "");
}

TEST(MapperAgent, SeveralModelsAreAsked) {
  ScriptedModel first({statements_reply({"Task * CPU;"}), statements_reply({})}, "first");
  ScriptedModel second({statements_reply({"Region * * CPU SYSMEM;"}), statements_reply({})}, "second");
  SmallRun run(searched_by("agent"), {first.model, second.model});
  run.go(3);
  EXPECT_EQ(first.provider->questions().size() + second.provider->questions().size(), 2U);
  EXPECT_EQ(first.provider->questions().size(), 1U);
}

TEST(Opro, ShowsWholeMappersTheFastestLast) {
  ScriptedModel model({statements_reply({"Task * CPU;", "Region * * CPU SYSMEM;"}),
                       statements_reply({"Task * GPU;", "Region * * GPU ZCMEM;"}), statements_reply({"Task * GPU;"})});
  SmallRun run(searched_by("opro"), {model.model});
  run.go(4);
  const auto steps = run.steps();
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[1].proposer, "opro:scripted");
  EXPECT_EQ(steps[1].candidate->content, "Task * CPU;\nRegion * * CPU SYSMEM;\n");
  const std::string asked = model.question(2);
  const std::size_t slow = asked.find("Task * CPU;\nRegion * * CPU SYSMEM;");
  const std::size_t fast = asked.find("Task * GPU;\nRegion * * GPU ZCMEM;");
  ASSERT_NE(slow, std::string::npos);
  ASSERT_NE(fast, std::string::npos);
  EXPECT_EQ(slow<fast, *steps[1].score> * steps[2].score);
}

TEST(MapperAgent, IsTheSameWhenResumedAndReplayed) {
  const auto replies = [] {
    return std::vector<std::string>{statements_reply({"Task * CPU;"}),
                                    "what?",
                                    statements_reply({"Region * * CPU SYSMEM;"}),
                                    statements_reply({"Layout * * * AOS;"}),
                                    statements_reply({"InstanceLimit sweep 2;"}),
                                    statements_reply({"Task * GPU, CPU;"}),
                                    statements_reply({"Region * * GPU ZCMEM;"}),
                                    statements_reply({"Task sweep CPU, GPU;"})};
  };
  ScriptedModel whole(replies());
  SmallRun undisturbed(searched_by("agent"), {whole.model});
  undisturbed.go(6);
  ScriptedModel pieces(replies());
  SmallRun resumed(searched_by("agent"), {pieces.model});
  resumed.go(2);
  resumed.go(4);
  resumed.go(6);
  EXPECT_EQ(resumed.decisions(), undisturbed.decisions());
  EXPECT_EQ(pieces.provider->questions().size(), whole.provider->questions().size());
  EXPECT_EQ(resumed.replay(), "");
}

} // namespace
} // namespace mapwright::mapper
