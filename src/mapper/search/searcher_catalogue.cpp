#include "mapper/search/searcher_catalogue.hpp"

#include "core/suggest.hpp"
#include "mapper/search/basic_searchers.hpp"
#include "mapper/search/ensemble.hpp"
#include "mapper/search/metropolis.hpp"
#include "mapper/search/portfolio.hpp"
#include "mapper/search/reinforcement.hpp"
#include "mapper/search/starts.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

const std::vector<SearcherInfo>& searcher_catalogue() {
  static const std::vector<SearcherInfo> all{
      random_searcher(),
      descent_searcher(),
      {"list", "each task in order of rank where it would end first, as HEFT and dmda do; no search",
       make_list_searcher},
      {"analytic", "GPUs, nearest memories and the grids of auto_split, greedy_split and COSMA; no search",
       make_analytic_searcher},
      {"mcmc", "a Metropolis chain on side simulations, as FlexFlow's", make_mcmc_searcher},
      {"ensemble", "evolution, mutations and crossover under a bandit, as OpenTuner's", make_ensemble_searcher},
      {"rl", "a policy over the decisions, trained on side simulations", make_rl_searcher, true},
      {"portfolio", "starts of list and analytic, then descent, chain and policy by who improves; the usual one",
       [](const SearcherScene& scene) { return make_portfolio_searcher(scene); }, true},
  };
  return all;
}

Result<SearcherInfo> open_searcher(std::string_view name) {
  std::vector<std::string> names;
  for (const SearcherInfo& each : searcher_catalogue()) {
    if (each.name == name) {
      return each;
    }
    names.push_back(each.name);
  }
  return fail(ErrorKind::input, fmt::format("there is no searcher '{}'", name),
              suggest(name, names, fmt::format("searchers: {}", fmt::join(names, ", "))));
}

} // namespace mapwright::mapper
