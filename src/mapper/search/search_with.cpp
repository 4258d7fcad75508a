#include "mapper/search/search_with.hpp"

#include "mapper/search/evaluation.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mapwright::mapper {

const Trial* SearchResult::best() const {
  const auto found = std::min_element(trials.begin(), trials.end(),
                                      [](const Trial& a, const Trial& b) { return a.makespan < b.makespan; });
  return found == trials.end() || !found->failure.empty() ? nullptr : &*found;
}

double SearchResult::best_after(std::size_t evaluations) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(evaluations, trials.size()); ++i) {
    least = std::min(least, trials[i].makespan);
  }
  return least;
}

SearchResult search_with(Searcher& searcher, const SearcherScene& scene, std::uint64_t evaluations,
                         std::uint64_t seed) {
  Evaluation evaluation(scene.scene, scene.space);
  measure::Random random(seed);
  SearchResult result;
  const std::uint64_t used_before = scene.side.used();
  while (result.trials.size() < evaluations) {
    std::optional<Mapping> mapping = searcher.propose(random);
    if (!mapping) {
      break;
    }
    result.trials.push_back(evaluation.run(*std::move(mapping), searcher.name()));
    searcher.observe(result.trials.back());
  }
  result.side_simulations = scene.side.used() - used_before;
  return result;
}

} // namespace mapwright::mapper
