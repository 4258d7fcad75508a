// Whether iterations of a loop can be made in another order, or at once.
#pragma once

#include "kernel/rewrite/effects.hpp"
#include "kernel/rewrite/loops.hpp"

#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// A number that a loop gathers and does not look at meanwhile: sum += x, top = x > top ? x : top.
struct Reduction {
  Declaration variable{0};
  std::string name{};
  std::string operation{}; ///< "+", "max" or "min"
  std::string type{};      ///< "float"
};

/// The variables declared outside of the loop that its body only gathers into. Nothing when the body writes other
/// variables from outside too.
std::optional<std::vector<Reduction>> reductions_of(const Source& source, const CountedLoop& loop);

/// Whether the iterations can be made in any order or at once: no iteration writes an element that another one reads or
/// writes, nor a variable from outside that is not among `except`. False when that cannot be shown. `known` are arrays
/// of which the caller knows better.
bool are_independent(const Source& source, const NestedLoop& nested, const std::set<Declaration>& except = {},
                     const std::set<Declaration>& known = {});

/// As above; a loop that is shared among threads counts as shown.
bool can_be_reordered(const Source& source, const NestedLoop& nested);

/// How far apart the elements are that neighbouring iterations of the loop touch: the coefficient of its variable in an
/// index; nothing when it is not linear. 0: the same element.
std::optional<Polynomial> stride_of(const Source& source, const Function& function, const Access& access,
                                    Declaration variable);

} // namespace mapwright::kernel::rewrite
