// The decisions of small programs, one by one: what is offered, what goes together, and that all of it runs.
#include "mapper/random_programs.hpp"
#include "mapper/search/memory_fit.hpp"
#include "mapper/search/neighbours.hpp"
#include "mapper/search/search_cases.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Visits every assignment that `allowed` leads to.
void visit_all(const DecisionSpace& space, const std::function<void(const Assignment&)>& visit, Assignment sofar = {}) {
  if (sofar.size() == space.decisions().size()) {
    visit(sofar);
    return;
  }
  const std::vector<bool> allowed = space.allowed(sofar, sofar.size());
  EXPECT_THAT(allowed, Contains(true)) << space.decisions()[sofar.size()].name;
  sofar.push_back(0);
  for (std::size_t option = 0; option < allowed.size(); ++option) {
    if (allowed[option]) {
      sofar.back() = static_cast<std::uint16_t>(option);
      visit_all(space, visit, sofar);
    }
  }
}

std::size_t decision_named(const DecisionSpace& space, const std::string& name) {
  for (std::size_t i = 0; i < space.decisions().size(); ++i) {
    if (space.decisions()[i].name == name) {
      return i;
    }
  }
  ADD_FAILURE() << "no decision " << name;
  return 0;
}

std::uint16_t option_named(const DecisionSpace& space, std::size_t decision, const std::string& text) {
  const auto& options = space.decisions()[decision].options;
  const auto found = std::find(options.begin(), options.end(), text);
  EXPECT_NE(found, options.end()) << space.decisions()[decision].name << " has no option " << text;
  return static_cast<std::uint16_t>(found - options.begin());
}

/// The usual assignment with this option.
Assignment usual_but(const DecisionSpace& space, const std::string& decision, const std::string& option) {
  const std::size_t at = decision_named(space, decision);
  return with_option(space, space.usual(), at, option_named(space, at, option));
}

/// A row of two tiles that one kind of task updates; GPUs need the last dimension contiguous.
Program tiny_program(std::int64_t side = 4) {
  ProgramBuilder b("tiny");
  b.size("n", side);
  b.region({"grid", {"n", "n"}, {"x:1"}});
  b.blocks({"tile", "grid", {"2", "1"}});
  b.kind({"step", {{"own"}}, {{ProcessorKind::cpu}, {ProcessorKind::gpu, 1, {"C_order"}}}, "100"});
  b.launch({"", "step", {"2"}, {"i"}, {{"tile", {"i", "0"}, "RW"}}});
  return sure(b.build());
}

TEST(DecisionSpace, EveryReachableAssignmentOfATinyProgramIsSound) {
  const SearchCase one(tiny_program(), round_machine());
  std::set<Plan, std::function<bool(const Plan&, const Plan&)>> plans([&](const Plan& a, const Plan& b) {
    return canonical_text(one.program, one.graph, a) < canonical_text(one.program, one.graph, b);
  });
  std::size_t count = 0;
  visit_all(one.space, [&](const Assignment& assignment) {
    ASSERT_TRUE(is_sound(one, assignment));
    EXPECT_EQ(one.space.legal(assignment), assignment);
    plans.insert(one.space.plan(assignment));
    ++count;
  });
  // Two kinds of processor, of GPUs three placements (0 and 1, all on 0, 0 and 2), of CPUs two, two memories each,
  // layouts C on GPUs and C or F on CPUs, four limits.
  EXPECT_EQ(count, (3U * 2U * 1U + 2U * 2U * 2U) * 4U);
  EXPECT_EQ(plans.size(), count) << "two assignments make one plan";
}

TEST(DecisionSpace, SmallProgramHasDecisionsForWhatTasksTouch) {
  const SearchCase one(small_program(), round_machine(2));
  std::vector<std::string> names;
  for (const Decision& decision : one.space.decisions()) {
    names.push_back(decision.name);
    EXPECT_GE(decision.options.size(), 2U) << decision.name;
    EXPECT_EQ(std::set<std::string>(decision.options.begin(), decision.options.end()).size(), decision.options.size())
        << decision.name;
  }
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_THAT(names, AllOf(Contains("processor of sweep"), Contains("placement of sweep"),
                           Contains("placement of cell"), Contains("placement of single cell"),
                           Contains("memory of tile in sweep"), Contains("layout of ghost in sweep"),
                           Contains("collection of ghost in sweep"), Contains("limit of row")));
  EXPECT_THAT(names, Not(Contains("processor of report"))) << "it runs on CPUs only";
  EXPECT_THAT(names, Not(Contains("processor of idle"))) << "it is never launched";
  EXPECT_THAT(names, Not(Contains("collection of tile in sweep"))) << "it is written";
}

TEST(DecisionSpace, UsualIsWhatAnEmptyMapperDecides) {
  for (const std::string application : {"circuit", "stencil", "pennant", "cannon", "solomonik", "cosma"}) {
    const auto one = SearchCase::of(application, "p100x4");
    EXPECT_EQ(one.space.plan(one.space.usual()), one.elaborate("").plan) << application;
  }
}

TEST(DecisionSpace, SinglesFollowTheirParentOnTheSameKindOfProcessor) {
  const auto one = SearchCase::of("cannon", "lassen,nodes=2");
  const std::size_t placement = decision_named(one.space, "placement of single task_4");
  const std::uint16_t option = option_named(one.space, placement, "the GPU of the parent");
  EXPECT_TRUE(one.space.allowed(one.space.usual(), placement)[option]);
  const Assignment apart = usual_but(one.space, "processor of task_5", "CPU");
  EXPECT_FALSE(one.space.allowed(apart, placement)[option]);
}

TEST(DecisionSpace, DataGoWhereTheyAreUsed) {
  const auto one = SearchCase::of("cosma,nodes=2", "lassen,nodes=2");
  Assignment assignment = usual_but(one.space, "placement of task_4", "blocks of the auto_split grid of GPUs");
  for (const std::string kind : {"fill_a", "fill_b", "fill_c"}) {
    const std::size_t at = decision_named(one.space, "placement of " + kind);
    assignment = with_option(one.space, assignment, at, option_named(one.space, at, "GPUs where task_4 runs"));
  }
  ASSERT_TRUE(is_sound(one, assignment));
  EXPECT_THAT(one.space.text(assignment), AllOf(HasSubstr("IndexTaskMap fill_b, fill_c"), HasSubstr("auto_split(0, (")))
      << "one function for those that lack the same of the grid";
  const std::size_t at = decision_named(one.space, "placement of fill_a");
  const Assignment without = with_option(one.space, assignment, decision_named(one.space, "placement of task_4"), 0);
  EXPECT_EQ(one.space.decisions()[at].options[without[at]], "GPUs as usual") << "nothing to follow";
}

TEST(DecisionSpace, FunctionsAreEmittedOnce) {
  const auto one = SearchCase::of("pennant", "p100x4");
  const Assignment assignment = with_option_in_group(
      one.space, one.space.usual(), decision_named(one.space, "placement of calc_everything"),
      option_named(one.space, decision_named(one.space, "placement of calc_everything"), "one GPU"));
  const std::string text = one.space.text(assignment);
  EXPECT_TRUE(is_sound(one, assignment));
  EXPECT_EQ(text.find("def gpu_first"), text.rfind("def "));
  EXPECT_THAT(text, HasSubstr("gpus = Machine(GPU);\ndef gpu_first(Task t) {\n  return gpus[0, 0];\n}\nIndexTaskMap "));
  EXPECT_THAT(text, Not(HasSubstr("all_gpus")));
}

TEST(DecisionSpace, NamesThatNoStatementCanUseAreLeftAlone) {
  const SearchCase one(stencil_program(4, 8, 1, 2), round_machine()); // it has a task 'swap'
  for (const Decision& decision : one.space.decisions()) {
    EXPECT_THAT(decision.name, Not(HasSubstr("swap")));
  }
  measure::Random random(1);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(is_sound(one, one.space.draw(random)));
  }
}

TEST(DecisionSpace, MemoriesThatAreTooSmallAreMasked) {
  // 32 bytes of tiles: GPUs have 20 each, so both tiles never lie on one GPU, and pinned memory has 20 as well.
  const SearchCase one(tiny_program(), round_machine(1, 20, 40));
  std::size_t count = 0;
  visit_all(one.space, [&](const Assignment& assignment) {
    ASSERT_TRUE(is_sound(one, assignment));
    ++count;
  });
  EXPECT_GT(count, 0U);
  const std::size_t placement = decision_named(one.space, "placement of step");
  const std::uint16_t first = option_named(one.space, placement, "one GPU");
  EXPECT_TRUE(one.space.allowed(one.space.usual(), placement)[first]) << "in pinned memory";
  const Assignment pinned = with_option(one.space, one.space.usual(), placement, first);
  EXPECT_EQ(pinned[placement], first);
  const std::size_t memory = decision_named(one.space, "memory of tile in step");
  EXPECT_FALSE(one.space.allowed(pinned, memory)[option_named(one.space, memory, "FBMEM")]);
  EXPECT_TRUE(one.space.allowed(one.space.usual(), memory)[option_named(one.space, memory, "FBMEM")]);
}

TEST(DecisionSpace, WithoutRoomThereIsNoSpace) {
  const MappingCase one(tiny_program(100), round_machine(1, 100, 100));
  const auto space = DecisionSpace::make({one.program, one.graph, one.machine});
  ASSERT_FALSE(space);
  EXPECT_EQ(space.error().kind, ErrorKind::input);
  EXPECT_THAT(space.error().message, HasSubstr("memories of the machine 'round'"));
}

TEST(DecisionSpace, WithoutAVariantThereIsNoSpace) {
  ProgramBuilder b("odd");
  b.region({"r", {"4"}, {"x:1"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::omp}}, "1"});
  b.launch({"", "t", {}, {}, {{"r", {}, "RW"}}});
  const MappingCase one(sure(b.build()), round_machine());
  const auto space = DecisionSpace::make({one.program, one.graph, one.machine});
  ASSERT_FALSE(space);
  EXPECT_THAT(space.error().message, HasSubstr("runs the task 't'"));
}

TEST(DecisionSpace, PlanRefusesWhatIsNotLegal) {
  const SearchCase one(tiny_program(), round_machine());
  EXPECT_THROW((void)one.space.plan({}), std::logic_error);
  Assignment wrong = one.space.usual();
  wrong.front() = 99;
  EXPECT_THROW((void)one.space.plan(wrong), std::logic_error);
}

RC_GTEST_PROP(DecisionSpaceRandom, DrawsAreSoundInAnyMemory, ()) {
  const auto bytes = static_cast<std::uint64_t>(any_of_range(1, 200));
  const MappingCase one(any_of_range(0, 3) == 0 ? small_program() : random_program(),
                        round_machine(any_of_range(1, 4), bytes, 4 * bytes));
  auto made = DecisionSpace::make({one.program, one.graph, one.machine});
  RC_PRE(made.has_value());
  const SearchCase scene(one.program, round_machine(one.machine.description().nodes, bytes, 4 * bytes));
  measure::Random random(static_cast<std::uint64_t>(any_of_range(0, 1000)));
  for (int i = 0; i < 3; ++i) {
    const Assignment drawn = scene.space.draw(random);
    const auto sound = is_sound(scene, drawn);
    if (!sound) {
      RC_FAIL(sound.message());
    }
    RC_ASSERT(scene.space.legal(drawn) == drawn);
    Assignment wish = drawn;
    for (std::uint16_t& option : wish) {
      option = static_cast<std::uint16_t>(any_of_range(0, 40));
    }
    const Assignment legal = scene.space.legal(wish);
    RC_ASSERT(bool(is_sound(scene, legal)));
    RC_ASSERT(scene.space.legal(legal) == legal);
  }
}

} // namespace
} // namespace mapwright::mapper
