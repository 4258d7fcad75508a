// Proof that somebody's function is the unrank of a domain, for all sizes.
//
// Lemma (substitution). Let rank be the certified ranking of a domain: one-to-one from its points onto 0 .. count - 1.
// If u(rank(x)) = x at every point x of every size, then u(w) = unrank(w) for all w below the count.
// So the index w is replaced by the ranking polynomial, and u is executed on all points at once (execute.hpp); on every
// path the results must be the coordinates. Nothing is assumed of the form of u: one root, a root with corrections,
// divisions and min/max are all decided by polynomial inequalities on the domain.
#pragma once

#include "expr/evaluate.hpp"
#include "index_map/derived.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map::candidate {

/// What came of an attempt. Not proved means nothing more than that.
struct Proof {
  bool proved = false;
  std::string how; ///< the argument, or why there is none
  std::vector<Fact> facts;
};

/// `function` takes the sizes of the domain (or none) as parameters and the index as argument. `map` is the certified
/// map of the domain.
Proof prove_unrank(const expr::Function& function, expr::Tables tables, const domain::Map& map);

/// Whether two functions are the same up to a renaming of their own names. Tables they read must have equal names.
bool same_up_to_names(const expr::Function& a, const expr::Function& b);

} // namespace mapwright::index_map::candidate
