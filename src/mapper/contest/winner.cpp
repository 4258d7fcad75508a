#include "mapper/contest/winner.hpp"

namespace mapwright::mapper {

Result<MinimalWinner> minimal_winner(const SearchArena& arena, const std::string& mapper, bool keep_plan) {
  auto minimal = minimise_mapper({mapper, "winner"}, arena.scene(), {0, keep_plan});
  if (!minimal) {
    return forward(minimal);
  }
  MinimalWinner winner{*std::move(minimal)};
  auto shares = statement_shares({arena.usual_text(), "default"}, {winner.minimal.text, "mapper"}, arena.scene());
  if (shares) {
    winner.shares = *std::move(shares);
  }
  return winner;
}

} // namespace mapwright::mapper
