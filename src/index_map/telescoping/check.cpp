#include "index_map/telescoping/check.hpp"

#include "index_map/agree.hpp"
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/check_inversion.hpp"
#include "index_map/telescoping/check_small.hpp"
#include "index_map/telescoping/check_statement.hpp"
#include "index_map/telescoping/check_step.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/identity.hpp"
#include "index_map/telescoping/order.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::IslSet;

namespace {

using namespace nodes; // the node constructors, nothing else

/// [x1 .. xv, s1 .. sh] as the wrapped relation [x] -> [s].
isl_set* isl_set_wrap_last(const IslSet& set, std::size_t last) {
  const auto width = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
  isl_map* map = isl_map_from_range(set.copy());
  map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, width - static_cast<unsigned>(last));
  return isl_map_wrap(map);
}

void check_leaves(Proof& proof) {
  const std::size_t depth = proof.plan.levels.size();
  const IslSet& all = proof.prefix_sets[depth];
  proof.fact("the innermost pieces cover the set", is_equal(without_last(all, depth - proof.visible), proof.set),
             "isl set equality");
  std::string refutation;
  for (const PiecePlan& piece : proof.plan.levels.back().pieces) {
    if (refutation.empty()) {
      refutation = refute_identity(piece.weight, Expr(1));
    }
  }
  proof.fact("an innermost point weighs 1", refutation, "identity by evaluation");
  if (depth > proof.visible) {
    isl_map* strides = isl_set_unwrap(isl_set_wrap_last(all, depth - proof.visible));
    const bool unique = isl_map_is_single_valued(strides) == isl_bool_true;
    isl_map_free(strides);
    proof.fact("stride coordinates are determined by the point", unique, "isl single-valued map");
  }
}

/// sum(x) - sum(x - 1) = weight(x).
void check_sums(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  for (std::size_t i = 0; i < level.pieces.size(); ++i) {
    const PiecePlan& piece = level.pieces[i];
    const Expr below = replace(piece.sum, {{level.coordinate, sub(var(level.coordinate), Expr(1))}});
    proof.fact(fmt::format("{}: differences of the sum are the weight, piece {}", level.coordinate.name(), i + 1),
               refute_identity(sub(piece.sum, below), piece.weight), "identity by evaluation");
  }
}

/// Pieces are disjoint; on an ordered level each lies before the next ones.
void check_order(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  bool holds = true;
  for (std::size_t i = 0; i < level.pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < level.pieces.size(); ++j) {
      holds = holds && (level.ordered && !level.hidden ? !reaches_past(proof.regions[k][i], proof.regions[k][j])
                                                       : is_disjoint(proof.regions[k][i], proof.regions[k][j]));
    }
  }
  proof.fact(level.coordinate.name() + (level.ordered ? ": pieces follow one another" : ": pieces are disjoint"), holds,
             "isl emptiness");
}

/// Guards and bounds, read by the emitted code, describe the region of each piece for every prefix that occurs.
void check_reading(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  const IslSet over = with_one_more(proof.prefix_sets[k]);
  const Expr x = var(level.coordinate);
  for (std::size_t i = 0; i < level.pieces.size(); ++i) {
    const PiecePlan& piece = level.pieces[i];
    const Expr first = fold(Op::maximum, piece.lower, 0);
    const Expr last = fold(Op::minimum, piece.upper, 0);
    const Expr guards = guards_of(level, piece);
    const IslSet read =
        proof.where(k + 1, both(guards, both(less_equal(first, x), less_equal(x, last))), "guards are affine");
    const IslSet reversed = proof.where(k, both(guards, less(last, sub(first, Expr(1)))), "guards are affine");
    proof.fact(fmt::format("{}: guards and bounds are the region, piece {}", level.coordinate.name(), i + 1),
               is_equal(intersect(over, read), intersect(over, proof.regions[k][i])) &&
                   is_disjoint(reversed, proof.prefix_sets[k]),
               "isl set equality");
  }
}

void check_box(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  const Expr x = var(level.coordinate);
  const IslSet box = proof.where(proof.visible, both(less_equal(level.box_low, x), less_equal(x, level.box_high)),
                                 "the box is affine");
  proof.fact(level.coordinate.name() + ": lies within its box", is_subset(proof.set, box), "isl inclusion");
}

void check_rows(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  if (level.row_lower.empty() != level.row_upper.empty()) {
    proof.fact(level.coordinate.name() + ": row bounds come in pairs", false, "one side is missing");
    return;
  }
  if (level.row_lower.empty()) {
    return;
  }
  const Expr x = var(level.coordinate);
  const Expr first = fold(Op::maximum, level.row_lower, 0);
  const Expr last = fold(Op::minimum, level.row_upper, 0);
  const IslSet rows = without_last(proof.set, proof.visible - k - 1);
  const IslSet over = with_one_more(without_last(proof.set, proof.visible - k));
  const IslSet read = proof.where(k + 1, both(less_equal(first, x), less_equal(x, last)), "row bounds are affine");
  proof.fact(level.coordinate.name() + ": rows are unbroken", is_equal(intersect(over, read), rows),
             "isl set equality");
}

void check_inversions(Proof& proof, std::size_t k) {
  const LevelPlan& level = proof.plan.levels[k];
  if (!level.ordered) {
    for (const PiecePlan& piece : level.pieces) {
      proof.fact(level.coordinate.name() + ": points before a value", refute_before(level.coordinate, piece),
                 "identity by evaluation");
    }
    return; // halving over the box: the number of points before x is monotone, being a count
  }
  for (std::size_t i = 0; i < level.pieces.size(); ++i) {
    proof.fact(fmt::format("{}: inversion of piece {}", level.coordinate.name(), i + 1),
               refute_inversion(level.coordinate, level.pieces[i]), "identities and inequalities by evaluation");
  }
}

void check_counts(Proof& proof) {
  bool disjoint = true;
  bool read = true;
  for (std::size_t i = 0; i < proof.plan.counts.size(); ++i) {
    const IslSet guarded =
        proof.where(0, fold(Op::logical_and, proof.plan.counts[i].guards, 1), "count guards are affine");
    read = read && is_equal(guarded, proof.count_regions[i]);
    for (std::size_t j = i + 1; j < proof.plan.counts.size(); ++j) {
      disjoint = disjoint && is_disjoint(proof.count_regions[i], proof.count_regions[j]);
    }
  }
  proof.fact("count: cases are disjoint", disjoint, "isl emptiness");
  proof.fact("count: guards are the regions", read, "isl set equality");
  proof.fact("count: no points outside the cases",
             is_subset(without_last(proof.set, proof.visible), proof.prefix_sets[0]), "isl inclusion");
}

} // namespace

CheckReport check_telescoping(const nlohmann::json& json, const domain::Map& map) {
  auto plan = telescoping_plan_from_json(json);
  if (!plan) {
    return {{{"the payload reads", false, plan.error().message}}};
  }
  if (plan->levels.empty()) {
    return {{{"the payload has levels", false, "none"}}};
  }
  Proof proof(std::move(*plan));
  if (!proof.read()) {
    return std::move(proof.report);
  }
  check_statement(proof, map);
  check_leaves(proof);
  for (std::size_t k = proof.plan.levels.size(); k-- > 0;) {
    check_sums(proof, k);
    check_telescoping_step(proof, k);
    check_order(proof, k);
    if (!proof.plan.levels[k].hidden) {
      check_reading(proof, k);
      check_box(proof, k);
      check_rows(proof, k);
      check_inversions(proof, k);
    }
  }
  check_counts(proof);
  compare_assembly(map, assemble_telescoping(proof.plan), proof.report.facts);
  const SmallSizes small = compare_small_sizes(proof.plan, map);
  proof.fact("small sizes agree with the set, point by point", small.disagreement.empty(),
             small.disagreement.empty() ? fmt::format("{} sizes", small.sizes) : small.disagreement);
  return std::move(proof.report);
}

} // namespace mapwright::index_map
