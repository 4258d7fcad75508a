// Affine constraints between isl and our own affine forms. Variables: parameters first, then set dimensions.
#pragma once

#include "core/error.hpp"
#include "domain/isl_handle.hpp"
#include "index_map/telescoping/quasi_polynomial.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// form >= 0, or form = 0.
struct Constraint {
  Affine form;
  bool equality = false;
};

/// The constraints of a basic set without existential variables; a refusal when it has some or when a coefficient
/// exceeds 32 bits.
Result<std::vector<Constraint>> constraints_of(const domain::IslBasicSet& set);

/// { x : every constraint holds } in the space of `like` (its parameters and set dimensions).
domain::IslBasicSet set_of(const std::vector<Constraint>& constraints, isl_space* like);

/// The basic sets of a set, in isl's order.
std::vector<domain::IslBasicSet> basic_sets_of(const domain::IslSet& set);

/// Set dimensions of `set` renamed d0, d1, ... removed: the space [parameters] -> { [k dimensions] }, no names.
std::string text_of(const domain::IslSet& set);

bool is_empty(const domain::IslSet& set);
bool is_equal(const domain::IslSet& a, const domain::IslSet& b);
bool is_disjoint(const domain::IslSet& a, const domain::IslSet& b);
bool is_subset(const domain::IslSet& inner, const domain::IslSet& outer);
domain::IslSet intersect(const domain::IslSet& a, const domain::IslSet& b);
domain::IslSet subtract(const domain::IslSet& a, const domain::IslSet& b);
domain::IslSet unite(const domain::IslSet& a, const domain::IslSet& b);

/// The set without its last `dropped` dimensions.
domain::IslSet without_last(const domain::IslSet& set, std::size_t dropped);

/// The set times all integers, as its last dimension.
domain::IslSet with_one_more(const domain::IslSet& set);

} // namespace mapwright::index_map
