// Searchers that take turns: who is asked, who is told, what happens with what was tried before.
#include "mapper/contest/judge.hpp"
#include "mapper/contest/seats.hpp"
#include "mapper/contest/small_search.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Proposes texts one after another and writes down what it is told.
class Reciter : public Searcher {
public:
  Reciter(std::string name, std::vector<Mapping> mappings, std::vector<std::string>& told)
      : name_(std::move(name)), mappings_(std::move(mappings)), told_(told) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  std::optional<Mapping> propose(measure::Random&) override {
    return next_ < mappings_.size() ? std::optional(mappings_[next_++]) : std::nullopt;
  }
  void observe(const Trial& trial) override {
    told_.push_back(fmt::format("{} of {}: {}", name_, trial.searcher, trial.failure.empty() ? "ran" : trial.failure));
  }

private:
  std::string name_;
  std::vector<Mapping> mappings_;
  std::vector<std::string>& told_;
  std::size_t next_ = 0;
};

Mapping text_of(const std::string& text) {
  return {std::nullopt, text, std::nullopt};
}

/// Reciters in the loop.
struct Table {
  std::shared_ptr<const SearchArena> arena = small_arena();
  SideSimulations side{arena->scene(), 100};
  std::vector<std::string> told;
  std::vector<SearchSeat> seats;
  loop::test::ArchiveFile file;

  void seat(const std::string& name, std::vector<Mapping> mappings) {
    seats.push_back({std::make_unique<Reciter>(name, std::move(mappings), told), nullptr});
  }
  std::vector<archive::Step> run() {
    const auto proposer = make_seats(*arena, side, std::move(seats));
    const auto judge = make_mapper_judge(arena, 0);
    auto archive = loop::test::open(file);
    auto journal = archive.begin(loop::test::toy_run());
    const auto outcome = loop::run(*proposer, *judge, {}, {}, {}, *journal, {}, {});
    EXPECT_TRUE(outcome) << outcome.error().format();
    EXPECT_EQ(loop::kind_of(outcome->reason), "nothing-left");
    return *archive.steps(archive::RunId(1), 0, 100);
  }
};

TEST(SearchSeats, TakeTurnsAndHearOfEverything) {
  Table table;
  table.seat("a", {text_of(all_on_cpus), text_of(all_on_gpus)});
  table.seat("b", {text_of("Task * CPU;\n")});
  const auto steps = table.run();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].proposer + steps[1].proposer + steps[2].proposer, "aba");
  EXPECT_THAT(table.told,
              ElementsAre("a of a: ran", "b of a: ran", "a of b: ran", "b of b: ran", "a of a: ran", "b of a: ran"));
  EXPECT_EQ(steps[0].candidate->form, "mapper");
  EXPECT_EQ(steps[0].verdict->status, legal_status);
  EXPECT_GT(*steps[0].score, *steps[2].score);
}

TEST(SearchSeats, WhatWasTriedIsToldAtOnceAndNoStep) {
  Table table;
  table.seat("a", {text_of(all_on_cpus), text_of(all_on_cpus), text_of(all_on_cpus), text_of(all_on_gpus)});
  EXPECT_EQ(table.run().size(), 2U);
  EXPECT_EQ(table.told.size(), 4U);
}

TEST(SearchSeats, WhatDoesNotRunIsToldWithItsReason) {
  Table table;
  table.seat("a", {text_of("Task * CPU;\nRegion * * CPU FBMEM;\n")});
  const auto steps = table.run();
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].verdict->status, refused_status);
  EXPECT_FALSE(steps[0].score);
  EXPECT_THAT(table.told.at(0), HasSubstr("CPU sees no memory of this list"));
  EXPECT_THAT(steps[0].verdict->evidence.at("error").get<std::string>(), HasSubstr("mapper:2:"));
}

TEST(SearchSeats, PlansRunToo) {
  Table table;
  const Program& program = table.arena->scene().program;
  const Plan plan = gpu_plan(program, table.arena->scene().graph);
  table.seat("a", {{std::nullopt, std::nullopt, plan}, text_of(all_on_gpus)});
  const auto steps = table.run();
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].candidate->form, "plan");
  EXPECT_TRUE(steps[0].score);
  EXPECT_EQ(steps[0].verdict->evidence.at("measured").at("bound"), table.arena->bounds().any_plan());
  EXPECT_EQ(steps[1].verdict->evidence.at("measured").at("bound"), table.arena->bounds().any_mapper());
}

TEST(SearchSeats, AnAssignmentIsTheTextOfTheSpace) {
  Table table;
  const Assignment usual = table.arena->space().usual();
  table.seat("a", {{usual, std::nullopt, std::nullopt}});
  const auto steps = table.run();
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].candidate->content, table.arena->space().text(usual));
  EXPECT_TRUE(steps[0].verdict->valid);
  EXPECT_EQ(steps[0].candidate->notes.at("side_simulations"), 0);
}

TEST(MapperJudge, AMapperThatRunsOutOfMemoryIsNotValid) {
  auto arena = sure(
      SearchArena::make({"small", stencil_program(4, 100, 2, 3), round_machine(1, 6'000), std::nullopt, all_on_cpus}));
  const std::string one_gpu = "Task * GPU;\nRegion * * GPU FBMEM;\ndef f(Task t) { return Machine(GPU)[0, 0]; }\n"
                              "IndexTaskMap * f;\n";
  const TimedMapper timed = time_mapper(one_gpu, arena->scene());
  EXPECT_FALSE(timed.makespan);
  EXPECT_FALSE(timed.failure.empty());
}

} // namespace
} // namespace mapwright::mapper
