// The study of searches: the same on any number of threads, and summed up as its columns say.
#include "mapper/apps/application.hpp"
#include "mapper/contest/search_study.hpp"
#include "mapper/contest/small_search.hpp"
#include "mapper/contest/study_sums.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

SearchStudySpec small_study(unsigned threads) {
  SearchStudySpec spec;
  spec.applications = {"stencil,steps=2", "circuit,loops=1"};
  spec.machine = "p100x4";
  spec.searchers = {"random", "descent"};
  spec.repeats = 2;
  spec.evaluations = 6;
  spec.threads = threads;
  spec.search.gap = 0;
  return spec;
}

SearchStudy run(const SearchStudySpec& spec, const std::vector<loop::Model>& models = {}) {
  std::size_t told = 0;
  auto study =
      sure(run_search_study(spec, models, [&](std::size_t done, std::size_t) { EXPECT_EQ(done, ++told); }, {}));
  EXPECT_EQ(told, study.cells.size());
  return study;
}

TEST(SearchStudy, IsTheSameOnAnyNumberOfThreads) {
  const SearchStudy one = run(small_study(1));
  const SearchStudy two = run(small_study(2));
  ASSERT_EQ(one.cells.size(), 8U);
  EXPECT_TRUE(one.complete);
  for (std::size_t i = 0; i < one.cells.size(); ++i) {
    EXPECT_EQ(one.cells[i].best_after, two.cells[i].best_after) << i;
    EXPECT_EQ(one.cells[i].best_after.size(), 6U);
    EXPECT_EQ(one.cells[i].invalid, 0U) << "every sample of the space runs";
    EXPECT_FALSE(one.cells[i].broken);
  }
  EXPECT_NE(one.cells[0].best_after, one.cells[1].best_after) << "repeats have seeds of their own";
  const std::vector<SearchStudyRow> rows = rows_of(one);
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0].searcher, "expert");
  EXPECT_EQ(rows[0].median, 1);
  EXPECT_EQ(rows[1].searcher, "default");
  EXPECT_EQ(sums_of(rows).size(), 4U);
}

TEST(SearchStudy, ACellIsTheSearchWithItsSeed) {
  SearchStudySpec spec = small_study(1);
  spec.applications = {"stencil,steps=2"};
  spec.searchers = {"random"};
  const SearchStudy study = run(spec);
  const Application application = sure(open_application("stencil,steps=2"));
  const auto arena = sure(SearchArena::make(
      {"stencil", application.program, sure(open_machine("p100x4")), std::nullopt, *application.mapper("default")}));
  SearchSpec random = spec.search;
  random.searchers = {"random"};
  SmallRun again(random, {}, arena);
  again.go(6);
  double best = std::numeric_limits<double>::infinity();
  for (const archive::Step& step : again.steps()) {
    best = std::min(best, *step.score);
  }
  EXPECT_EQ(study.cells[0].best(), best) << "both have seed 1";
}

TEST(SearchStudy, ModelsTakePart) {
  SearchStudySpec spec = small_study(1);
  spec.applications = {"stencil,steps=2"};
  spec.searchers = {"agent"};
  spec.repeats = 1;
  ScriptedModel model({statements_reply({"Task * CPU;"}), statements_reply({}), statements_reply({}),
                       statements_reply({"InstanceLimit stencil 1;"})});
  const SearchStudy study = run(spec, {model.model});
  ASSERT_EQ(study.cells.size(), 1U);
  EXPECT_TRUE(study.cells[0].fixture);
  EXPECT_GT(study.cells[0].best_after.size(), 1U);
  EXPECT_TRUE(rows_of(study).back().fixture);
}

TEST(SearchStudy, LevelsOfGuidanceAreRows) {
  SearchStudySpec spec = small_study(1);
  spec.applications = {"circuit,loops=1"};
  spec.searchers = {"guided:raw", "guided:explain", "guided:suggest", "agent:raw", "agent:suggest"};
  spec.repeats = 1;
  const std::string reply = statements_reply({"Task * GPU, CPU;"});
  ScriptedModel asked(std::vector<std::string>(40, reply));
  const SearchStudy study = run(spec, {asked.model});
  ASSERT_EQ(study.cells.size(), 5U);
  EXPECT_EQ(study.cells[0].side_simulations, 0U);
  EXPECT_EQ(study.cells[1].side_simulations, 0U);
  EXPECT_GT(study.cells[2].side_simulations, 0U);
  EXPECT_EQ(study.cells[3].side_simulations, 0U);
  EXPECT_GT(study.cells[4].side_simulations, 0U);
  const std::vector<SearchStudyRow> rows = rows_of(study);
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[2].searcher, "guided:raw");
  EXPECT_EQ(rows[6].searcher, "agent:suggest");
  EXPECT_THAT(asked.question(0), testing::Not(HasSubstr("critical path")));
}

TEST(SearchStudy, WrongInputEndsIt) {
  const auto refused = [](const SearchStudySpec& spec) {
    const auto made = run_search_study(spec, {}, [](std::size_t, std::size_t) {}, {});
    return made ? std::string("made") : made.error().message;
  };
  SearchStudySpec spec = small_study(2);
  spec.applications.emplace_back("stensil");
  EXPECT_THAT(refused(spec), HasSubstr("there is no application 'stensil'"));
  spec = small_study(2);
  spec.machine = "p200";
  EXPECT_THAT(refused(spec), HasSubstr("there is no machine 'p200'"));
  spec = small_study(2);
  spec.searchers = {"guess"};
  EXPECT_THAT(refused(spec), HasSubstr("there is no searcher 'guess'"));
}

/// One application whose expert takes 10 s, with a bound of 5 s, and two repeats of one searcher.
SearchStudy made_by_hand() {
  SearchStudy study;
  study.spec.searchers = {"s"};
  study.spec.repeats = 2;
  study.applications.push_back({"app", {10, ""}, {20, ""}, {5, 5, 5}});
  SearchStudyCell cell;
  cell.searcher = "s";
  cell.bound = 5;
  cell.best_after = {std::numeric_limits<double>::infinity(), 40, 10, 8};
  cell.invalid = 1;
  study.cells.push_back(cell);
  cell.repeat = 1;
  cell.best_after = std::vector<double>(12, 20);
  cell.best_after.back() = 16;
  cell.invalid = 0;
  study.cells.push_back(cell);
  return study;
}

TEST(SearchStudy, RowsAreRelativeToTheExpert) {
  const std::vector<SearchStudyRow> rows = rows_of(made_by_hand());
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].median, 0.5) << "the default takes twice as long";
  EXPECT_EQ(rows[0].gap, 1) << "the expert takes twice the bound";
  const SearchStudyRow& row = rows[2];
  EXPECT_EQ(row.repeats, 2U);
  EXPECT_EQ(row.best, 10.0 / 8);
  EXPECT_EQ(row.worst, 10.0 / 16);
  EXPECT_THAT(row.mean, DoubleNear((10.0 / 8 + 10.0 / 16) / 2, 1e-12));
  EXPECT_EQ(row.median, row.mean);
  EXPECT_THAT(row.deviation, DoubleNear((10.0 / 8 - 10.0 / 16) / std::sqrt(2), 1e-12));
  EXPECT_EQ(row.worst_early, 0.5) << "after ten evaluations the second has 20 s";
  EXPECT_EQ(row.reached, 1U);
  EXPECT_EQ(row.needed, 3) << "the first has 10 s after its third evaluation";
  EXPECT_THAT(row.gap, DoubleNear((8.0 / 5 + 16.0 / 5) / 2 - 1, 1e-12));
  EXPECT_THAT(row.closed.value(), DoubleNear(((10.0 - 8) / 5 + (10.0 - 16) / 5) / 2, 1e-12));
  EXPECT_EQ(row.invalid, 1U);
}

TEST(SearchStudy, SumsAreGeometricMeansOfMedians) {
  SearchStudy study = made_by_hand();
  study.applications.push_back({"other", {10, ""}, {10, ""}, {10, 10, 10}});
  SearchStudyCell cell;
  cell.application = 1;
  cell.searcher = "s";
  cell.bound = 10;
  cell.best_after = {10};
  study.cells.push_back(cell);
  const std::vector<SearcherSum> sums = sums_of(rows_of(study));
  ASSERT_EQ(sums.size(), 3U);
  EXPECT_EQ(sums[0].geometric_mean, 1);
  EXPECT_THAT(sums[1].geometric_mean, DoubleNear(std::sqrt(0.5), 1e-12));
  EXPECT_THAT(sums[2].geometric_mean, DoubleNear(std::sqrt((10.0 / 8 + 10.0 / 16) / 2), 1e-12));
  EXPECT_EQ(sums[2].least, 10.0 / 16);
  EXPECT_EQ(sums[2].invalid, 1U);
}

TEST(SearchStudy, CellsThatBrokeDoNotCount) {
  SearchStudy study = made_by_hand();
  study.cells[1].broken = "interrupted";
  EXPECT_EQ(rows_of(study)[2].repeats, 1U);
  EXPECT_EQ(rows_of(study)[2].median, 10.0 / 8);
}

} // namespace
} // namespace mapwright::mapper
