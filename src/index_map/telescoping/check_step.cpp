#include "index_map/telescoping/check_step.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/check_cells.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/lift.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::IslSet;

namespace {

using namespace nodes; // the node constructors, nothing else

/// Prefixes over which every piece looked at so far has one active lower and one active upper bound.
struct Cell {
  IslSet where;
  std::vector<Expr> terms; ///< sum(last) - sum(first - 1) of those pieces that have points there
};

/// Adds up the pieces of one level over cells of prefixes.
class FiberSums {
public:
  FiberSums(Proof& proof, std::size_t k) : proof_(proof), k_(k), level_(proof.plan.levels[k]) {}

  /// Adds the sum of piece `i` to every cell, splitting cells where its active bounds change.
  std::string add(std::size_t i, std::vector<Cell>& cells) {
    constexpr std::size_t most_cells = 2000;
    std::vector<Cell> next;
    for (Cell& cell : cells) {
      const IslSet fibers = intersect(with_one_more(cell.where), proof_.regions[k_][i]);
      if (is_empty(fibers) || add_sum(i, fibers, cell)) {
        next.push_back(std::move(cell));
        continue;
      }
      if (auto why = split(i, cell, next); !why.empty()) {
        return why;
      }
      if (next.size() > most_cells) {
        return "the pieces meet in too many ways";
      }
    }
    cells = std::move(next);
    return "";
  }

private:
  /// Over the whole cell, is one pair of bounds the fiber of piece `i`? Then its sum joins the cell's terms.
  bool add_sum(std::size_t i, const IslSet& fibers, Cell& cell) {
    const PiecePlan& piece = level_.pieces[i];
    for (const Expr& low : piece.lower) {
      for (const Expr& high : piece.upper) {
        if (add_sum_between(low, high, piece, fibers, cell)) {
          return true;
        }
      }
    }
    return false;
  }

  bool add_sum_between(const Expr& low, const Expr& high, const PiecePlan& piece, const IslSet& fibers, Cell& cell) {
    const Symbol coordinate = level_.coordinate;
    const Expr x = var(coordinate);
    const IslSet between = proof_.where(k_ + 1, both(less_equal(low, x), less_equal(x, high)), "bounds are affine");
    if (!is_equal(intersect(with_one_more(cell.where), between), fibers)) {
      return false;
    }
    const IslSet reversed = proof_.where(k_, less(high, sub(low, Expr(1))), "bounds are affine");
    if (!is_disjoint(reversed, cell.where)) {
      return false;
    }
    cell.terms.push_back(
        sub(replace(piece.sum, {{coordinate, high}}), replace(piece.sum, {{coordinate, sub(low, Expr(1))}})));
    return true;
  }

  /// Splits a cell by which bounds of piece `i` are active; what remains must have no points of the piece.
  std::string split(std::size_t i, const Cell& cell, std::vector<Cell>& out) {
    const PiecePlan& piece = level_.pieces[i];
    IslSet rest = cell.where;
    for (const Expr& low : piece.lower) {
      for (const Expr& high : piece.upper) {
        std::vector<Expr> active{guards_of(level_, piece)};
        for (const Expr& other : piece.lower) {
          active.push_back(less_equal(other, low));
        }
        for (const Expr& other : piece.upper) {
          active.push_back(less_equal(high, other));
        }
        active.push_back(less_equal(sub(low, Expr(1)), high));
        Cell part{intersect(rest, proof_.where(k_, fold(Op::logical_and, active, 1), "bounds are affine")), cell.terms};
        if (is_empty(part.where)) {
          continue;
        }
        const IslSet fibers = intersect(with_one_more(part.where), proof_.regions[k_][i]);
        rest = subtract(rest, part.where);
        if (!is_empty(fibers) && !add_sum_between(low, high, piece, fibers, part)) {
          return fmt::format("the bounds of piece {} do not describe its points over {}", i + 1, text_of(part.where));
        }
        out.push_back(std::move(part));
      }
    }
    if (!is_empty(intersect(with_one_more(rest), proof_.regions[k_][i]))) {
      return fmt::format("piece {} has points over {} outside its bounds", i + 1, text_of(rest));
    }
    if (!is_empty(rest)) {
      out.push_back({rest, cell.terms});
    }
    return "";
  }

  Proof& proof_;
  std::size_t k_;
  const LevelPlan& level_;
};

} // namespace

void check_telescoping_step(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  const std::vector<IslSet>& above = k == 0 ? proof.count_regions : proof.regions[k - 1];
  const IslSet prefixes = without_last(proof.prefix_sets[proof.plan.levels.size()], proof.plan.levels.size() - k);
  proof.fact(level.coordinate.name() + ": prefixes with points lie in the regions above",
             is_subset(prefixes, proof.prefix_sets[k]), "isl inclusion");
  FiberSums sums(proof, k);
  for (std::size_t q = 0; q < above.size(); ++q) {
    const Expr& weight = k == 0 ? proof.plan.counts[q].count : proof.plan.levels[k - 1].pieces[q].weight;
    std::vector<Cell> cells{{above[q], {}}};
    std::string refutation;
    for (std::size_t i = 0; i < level.pieces.size() && refutation.empty(); ++i) {
      refutation = sums.add(i, cells);
    }
    for (const Cell& cell : cells) {
      if (refutation.empty()) {
        refutation = refute_on(cell.where, proof.names_of_prefix(k), fold(Op::add, cell.terms, 0), weight);
      }
    }
    proof.fact(fmt::format("{}: sums over the pieces give the weight above, region {}", level.coordinate.name(), q + 1),
               refutation, "active bounds by isl, identity by evaluation");
  }
}

} // namespace mapwright::index_map
