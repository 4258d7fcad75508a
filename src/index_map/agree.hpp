// Agreement: of functions with functions (structurally) and of a map with a list of points (by evaluation).
// Shared by the checkers of all proof families; part of the trusted base.
#pragma once

#include "expr/evaluate.hpp"
#include "index_map/derived.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::index_map {

/// The same node for node, statement for statement; names count, the function's own name does not.
bool same(const expr::Expr& a, const expr::Expr& b);
bool same(const expr::Block& a, const expr::Block& b);
bool same(const expr::Function& a, const expr::Function& b);
bool same(const expr::Table& a, const expr::Table& b);

/// The five functions and the tables an assembler made from a proof.
struct Assembled {
  expr::Function count;
  expr::Function unrank;
  expr::Function rank;
  expr::Function contains;
  expr::Function successor;
  std::vector<expr::Table> tables;
};

/// Moves the functions and tables into the map.
void install(Assembled assembled, domain::Map& map);

/// One fact per function and one for the tables: the map is exactly what the proof assembles to.
void compare_assembly(const domain::Map& map, const Assembled& assembled, std::vector<Fact>& facts);

/// All points of a domain at one size, in order, and a box around them in which membership is compared.
struct Enumerated {
  std::vector<expr::Int> parameters;
  std::vector<domain::Point> points;
  domain::Point low; ///< the box, inclusive; empty dimensions (low > high) compare members only
  domain::Point high;
};

/// Calls all five functions at every point: count, unrank, rank, successor at each index, contains in the whole box
/// and one step around it (boxes beyond `box_limit` points: at members and their axis neighbours).
/// An empty string when all agree, otherwise the first counterexample.
std::string first_disagreement(const domain::Map& map, const Enumerated& expected, expr::Tables tables,
                               std::uint64_t box_limit = 40'000);

/// Size vectors with components 0 to `greatest`, those with the smaller largest component first; beyond six parameters
/// only the first six vary and the others are 0.
std::vector<std::vector<expr::Int>> small_sizes(std::size_t parameters, expr::Int greatest);

/// The sizes a map serves, as its functions state them before anything else: per parameter [least, greatest], or
/// nothing where all sizes are served (tables that end at some level, maps of one fixed size).
std::vector<std::optional<std::pair<expr::Int, expr::Int>>> stated_sizes(const domain::Map& map);

/// "(1, 2, 3)".
std::string text_of(std::span<const expr::Int> values);

} // namespace mapwright::index_map
