// The study of learners: cells, their outcomes, what is read from the archive instead of being run again.
#include "domain/parse.hpp"
#include "index_map/learn/regression_proposer.hpp"
#include "index_map/learn/study.hpp"
#include "support/scratch_test.hpp"
#include "support/scripted_provider.hpp"

#include <gmock/gmock.h>

namespace mapwright::index_map::learn {
namespace {

using ::testing::HasSubstr;

constexpr const char* right_triangle = "```map\nfn unrank(; w) -> (i, j) {\n  let i = div(isqrt(8*w + 1) - 1, 2);\n"
                                       "  return (i, w - i*(i + 1)/2);\n}\n```";
constexpr const char* constant = "```map\nfn unrank(; w) -> (i, j) { return (0, 0); }\n```";
constexpr const char* off_after_shown = "```map\nfn unrank(; w) -> (i, j) {\n  let i = div(isqrt(8*w + 1) - 1, 2);\n"
                                        "  return (i + select(w < 100, 0, 1), w - i*(i + 1)/2);\n}\n```";
constexpr const char* no_code = "```map\nfn unrank(; w) -> (i, j) { return (i, }\n```";

class Study : public test::ScratchTest {
protected:
  StudySpec spec_of(const std::vector<std::string>& domains, std::vector<std::size_t> points) {
    StudySpec spec;
    for (const std::string& text : domains) {
      spec.domains.push_back(*domain::parse_domain(text));
    }
    spec.points = std::move(points);
    spec.listed = 300;
    return spec;
  }

  StudySolver model_of(const std::vector<std::string>& texts) {
    provider_ = std::make_shared<test::ScriptedProvider>(texts);
    model_ = {"scripted", provider_, 8192, 0};
    return {"model:scripted", "scripted:scripted", &model_};
  }

  Result<std::vector<CellResult>> study(const StudySpec& spec, std::stop_token stop = {},
                                        const std::string& file = "runs.db") {
    auto archive = archive::Archive::open(directory->path() / file, archive::Access::create);
    EXPECT_TRUE(archive) << archive.error().format();
    StudyHost host;
    host.archive = &*archive;
    host.record = [](const StudyCell&) {
      archive::Run run;
      run.options = nlohmann::json::object();
      return Result<archive::Run>(run);
    };
    return run_study(spec, host, std::move(stop));
  }

  /// What the one step of a cell proposed.
  archive::Candidate candidate(const std::string& file, const CellResult& cell) {
    auto archive = archive::Archive::open(directory->path() / file, archive::Access::read);
    return *archive->steps(*cell.run, 0, 1)->front().candidate;
  }

  std::shared_ptr<test::ScriptedProvider> provider_;
  loop::Model model_;
};

TEST_F(Study, SymbolicInferenceIsExactFromThePointsAlone) {
  StudySpec spec = spec_of({"triangle", "gasket", "harmonics"}, {50});
  spec.solvers = {{"symbolic"}};
  spec.repeats = 3; // without chance once is enough
  const auto results = study(spec);
  ASSERT_TRUE(results) << results.error().format();
  ASSERT_EQ(results->size(), 3U);
  for (const CellResult& result : *results) {
    EXPECT_EQ(result.outcome, CellOutcome::exact) << result.cell.domain << ": " << result.reason;
    EXPECT_EQ(result.share, 1);
    EXPECT_EQ(result.used.tokens, 0U);
    EXPECT_THAT(result.reason, HasSubstr("the map is proved"));
  }
}

TEST_F(Study, OutcomesOfAModel) {
  StudySpec spec = spec_of({"triangle"}, {20});
  spec.solvers = {model_of({right_triangle, constant, off_after_shown, no_code, "I do not know.", "Nor now."})};
  spec.repeats = 5;
  const auto results = study(spec);
  ASSERT_TRUE(results) << results.error().format();
  std::vector<CellOutcome> outcomes;
  for (const CellResult& result : *results) {
    outcomes.push_back(result.outcome);
    EXPECT_TRUE(result.fixture);
  }
  EXPECT_THAT(outcomes, testing::ElementsAre(CellOutcome::exact, CellOutcome::wrong, CellOutcome::partial,
                                             CellOutcome::refused, CellOutcome::no_answer));
  EXPECT_DOUBLE_EQ((*results)[2].share, 100.0 / 300);
  EXPECT_EQ((*results)[0].reason, "compared, not proved");
  EXPECT_GT((*results)[0].used.tokens, 0U);
  // The model saw 20 points and not the definition.
  const std::string question = provider_->questions().front().messages.back().text;
  EXPECT_THAT(question, HasSubstr("19: (5, 4)\n"));
  EXPECT_THAT(question, testing::Not(HasSubstr("20: ")));
  EXPECT_THAT(question, testing::Not(HasSubstr("triangle")));
}

TEST_F(Study, MoreTriesGoOnFromCounterexamples) {
  StudySpec spec = spec_of({"triangle"}, {20});
  spec.tries = 2;
  spec.solvers = {model_of({constant, right_triangle})};
  const auto results = study(spec);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->front().outcome, CellOutcome::exact);
  EXPECT_EQ(results->front().attempts, 2U);
  EXPECT_THAT(provider_->questions().back().messages.back().text, HasSubstr("The first wrong index is 1"));
}

TEST_F(Study, FinishedCellsAreReadFromTheArchive) {
  StudySpec spec = spec_of({"triangle"}, {20});
  spec.solvers = {model_of({right_triangle})};
  ASSERT_TRUE(study(spec));
  const auto again = study(spec); // the script has ended: a question would fail
  ASSERT_TRUE(again) << again.error().format();
  EXPECT_EQ(again->front().outcome, CellOutcome::exact);
  EXPECT_EQ(provider_->questions().size(), 1U);
  spec.seed = 2; // another key
  ASSERT_TRUE(study(spec));
  EXPECT_EQ(provider_->questions().size(), 2U);
}

TEST_F(Study, WhatIsStoppedOrUnaffordableIsSkippedAndAskedLater) {
  StudySpec spec = spec_of({"triangle"}, {20});
  spec.solvers = {model_of({right_triangle})};
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(study(spec, stop.get_token())->front().outcome, CellOutcome::skipped);
  spec.budget.tokens = 1;
  const auto poor = study(spec);
  EXPECT_EQ(poor->front().outcome, CellOutcome::skipped);
  EXPECT_THAT(poor->front().reason, HasSubstr("the budget of 1 tokens is used up"));
  EXPECT_TRUE(provider_->questions().empty());
  spec.budget.tokens.reset();
  EXPECT_EQ(study(spec)->front().outcome, CellOutcome::exact);
}

TEST_F(Study, AModelThatIsNotThereIsAskedOnceAndSkipped) {
  StudySpec spec = spec_of({"triangle"}, {20});
  StudySolver solver = model_of(std::vector<std::string>{});
  provider_->then(test::scripted_failure(llm::FailureKind::unreachable, "no connection"));
  spec.solvers = {solver};
  spec.repeats = 3;
  const auto results = study(spec);
  ASSERT_TRUE(results) << results.error().format();
  for (const CellResult& result : *results) {
    EXPECT_EQ(result.outcome, CellOutcome::skipped);
    EXPECT_EQ(result.reason, "no connection");
  }
  EXPECT_EQ(provider_->questions().size(), 1U);
}

TEST_F(Study, MorePointsThanADomainHasAreRefused) {
  StudySpec spec = spec_of({"triangle"}, {226});
  spec.solvers = {{"symbolic"}};
  const auto results = study(spec);
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().kind, ErrorKind::input);
  EXPECT_EQ(results.error().message,
            "226 points of 'triangle' cannot be shown: 300 can be listed, and a quarter of them is held back");
}

TEST_F(Study, RegressionEvolvesTheSameExpressionsFromTheSameSeed) {
  if (const auto missing = regression_missing()) {
    GTEST_SKIP() << *missing;
  }
  StudySpec spec = spec_of({"{ [i, j] : 0 <= i < 100 and 0 <= j < 5 }"}, {40});
  spec.solvers = {{"regression"}};
  const auto first = study(spec);
  ASSERT_TRUE(first) << first.error().format();
  // Rows of a constant length are within the reach of an expression: floor_div(w, 5) and mod(w, 5).
  EXPECT_EQ(first->front().outcome, CellOutcome::exact) << first->front().reason;
  const auto second = study(spec, {}, "again.db");
  ASSERT_TRUE(second) << second.error().format();
  EXPECT_EQ(candidate("again.db", second->front()), candidate("runs.db", first->front()));
  EXPECT_EQ(candidate("runs.db", first->front()).form, "map");
}

TEST(StudyDomains, AreADozenAndCanBeListed) {
  EXPECT_EQ(study_domains().size(), 12U);
  for (const std::string& text : study_domains()) {
    const auto domain = domain::parse_domain(text);
    ASSERT_TRUE(domain) << text;
    EXPECT_FALSE(class_of(*domain).empty());
  }
  EXPECT_EQ(class_of(*domain::parse_domain("menger-sponge")), "fractal 3D");
  EXPECT_EQ(class_of(*domain::parse_domain("trapezoid")), "dense 2D");
}

} // namespace
} // namespace mapwright::index_map::learn
