// The usual searcher: computed starts, then several ways to search that share what they find.
#pragma once

#include "mapper/search/searcher.hpp"

#include <cstdint>
#include <memory>

namespace mapwright::mapper {

struct PortfolioSettings {
  /// Assignments looked at by side simulation before the first evaluation, and before each other one. Programs of more
  /// than 4000 tasks get fewer, as their simulations take longer; a slice of 24 at least.
  std::uint64_t first_attempts = 960;
  std::uint64_t attempts = 192;
};

/// Starts: what a runtime would decide, analytic_assignments, list_schedule and the assignment nearest to it; never the
/// mapper of an expert. Between evaluations an AucBandit chooses who goes on from the best assignment known, for a
/// slice of side simulations each: repeated descent (NeighbourWalk) from the best start or from each of them, a
/// Metropolis chain, or a policy that learns (PolicyLearner). Proposes the best that was not evaluated before. Ends
/// when something evaluated is within the gap of the scene of the bound for mappers, or for plans where it is one, or
/// when nothing is left to propose.
std::unique_ptr<Searcher> make_portfolio_searcher(const SearcherScene& scene, PortfolioSettings settings = {});

} // namespace mapwright::mapper
