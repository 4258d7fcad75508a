// The tables of a study of searches, character by character.
#include "mapper/examples.hpp"
#include "report/mapper_study.hpp"

#include <gmock/gmock.h>

namespace mapwright::report {
namespace {

/// Two searchers on two applications, one of them a model for tests, one cell broken.
mapper::SearchStudy small_study() {
  mapper::SearchStudy study;
  study.spec.machine = "p100x4";
  study.spec.searchers = {"random", "agent"};
  study.spec.repeats = 2;
  study.spec.evaluations = 3;
  study.applications.push_back({"circuit", {10, ""}, {12, ""}, {5, 6, 8}});
  study.applications.push_back({"stencil,steps=2", {1, ""}, {std::nullopt, "no GPU"}, {0.5, 0.25, 0.25}});
  double best = 0.8;
  for (std::size_t application = 0; application < 2; ++application) {
    for (const char* searcher : {"random", "agent"}) {
      for (std::uint64_t repeat = 0; repeat < 2; ++repeat) {
        mapper::SearchStudyCell cell;
        cell.application = application;
        cell.searcher = searcher;
        cell.repeat = repeat;
        cell.bound = application == 0 ? 8 : 0.5;
        const double scale = application == 0 ? 10 : 1;
        cell.best_after = {2 * scale, scale, scale * (best += 0.03125)};
        cell.side_simulations = 1200;
        cell.seconds = 0.5;
        cell.fixture = std::string(searcher) == "agent";
        study.cells.push_back(std::move(cell));
      }
    }
  }
  study.cells.back().broken = "nobody there";
  study.complete = false;
  return study;
}

TEST(SearchStudyReport, IsTextMarkdownCsvAndJson) {
  const mapper::SearchStudy study = small_study();
  mapper::expect_golden("search_study.txt", to_text(study));
  mapper::expect_golden("search_study.md", to_markdown(study));
  mapper::expect_golden("search_study.csv", to_csv(study));
  mapper::expect_golden("search_study.json", document_text(to_json(study)));
}

} // namespace
} // namespace mapwright::report
