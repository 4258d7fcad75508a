// Searchers and models at one table: they take turns, and all of them see what came of every proposal.
//
// A searcher proposes in the thread of the loop, with the random numbers of the step, and is told of the committed
// steps in their order: a resumed or replayed run asks it the same things again, and it does the same again.
#pragma once

#include "loop/proposer.hpp"
#include "mapper/contest/arena.hpp"
#include "mapper/search/searcher.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// Who may propose: a searcher, or a proposer of the loop (models).
struct SearchSeat {
  std::unique_ptr<Searcher> searcher{};
  std::unique_ptr<loop::Proposer> proposer{};
};

/// The candidate that a mapping is: the text of a mapper, or a plan as JSON where no text makes it.
archive::Candidate candidate_of(const Mapping& mapping, const SearchArena& arena);

/// One seat after the other. A searcher that proposes what was tried before is told the result at once and asked again;
/// when it does nothing else its turns are over. Candidates of searchers carry the side simulations used so far in
/// their notes. `arena` and `side` must outlive it.
std::unique_ptr<loop::Proposer> make_seats(const SearchArena& arena, const SideSimulations& side,
                                           std::vector<SearchSeat> seats);

} // namespace mapwright::mapper
