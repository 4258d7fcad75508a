// Divisions by what depends on the sizes alone: what is divided by is the same for every index of a launch, so that the
// division can be prepared once (emit/quotient.hpp).
#pragma once

#include "domain/map.hpp"

#include <vector>

namespace mapwright::emit {

/// A divisor made of parameters and literals, not of literals alone.
struct SizeDivisor {
  expr::Symbol name; ///< what divisions by it read in its place; no parsed text can contain the name
  expr::Expr value;  ///< reads parameters only
};

/// unrank of a map where every `div(a, $d)` and `rem(a, $d)` by a name of `divisors` is the division by that value.
struct PreparedUnrank {
  expr::Function function;
  std::vector<SizeDivisor> divisors; ///< each value once, in order of first use; empty: nothing to prepare
};

/// unrank, without what nothing reads, with its divisions and remainders by size divisors named. Of any kind (E6 to
/// E10) are those named whose dividend is in [0, 2^(bits-1)) and whose divisor is not negative, by their law or by the
/// intervals at the sizes of `range`. A divisor is computed at all sizes of the range, needed or not, so it must fit
/// the word and have no fault there; otherwise divisions by it stay. So do those of a root's estimate, whose divisor is
/// a literal in every derivation.
PreparedUnrank prepare_unrank(const domain::Map& map, const domain::WordRange& range);

} // namespace mapwright::emit
