// Several proposers in an order: the next one begins when those before it have nothing more to propose.
#pragma once

#include "loop/proposer.hpp"

#include <memory>
#include <vector>

namespace mapwright::loop {

/// All of them observe every step. A proposer that says "nothing now" is asked again after the next commit, until every
/// step it planned is committed: only then its turn is over.
std::unique_ptr<Proposer> make_portfolio(std::vector<std::unique_ptr<Proposer>> proposers);

} // namespace mapwright::loop
