// The occupants of the roles that need no model.
#pragma once

#include "kernel/scientist/occupants.hpp"

#include <memory>

namespace mapwright::kernel::scientist {

/// The base is the best version so far. Without a new best for a while it is drawn among those that are best at
/// something: on the Pareto front over the shapes, or in their cell of behaviour; more and more freely, those whose
/// changes came to nothing less often, and after a few generations from other islands. The reference is who is better
/// where the base is weakest, else who is most different.
std::unique_ptr<Selector> make_built_in_selector(const Learning& learning);

/// Any version that can be selected, and any other.
std::unique_ptr<Selector> make_random_selector();

/// Chooses among the catalogue's experiments that apply to the base (and tuning, and crossover with the reference) by
/// what they are expected to gain: the catalogue's word, corrected by what was measured in this run and by findings.
std::unique_ptr<Designer> make_built_in_designer(const RoleTools& tools);

/// Any experiments that apply to the base and were not made on it, in any order.
std::unique_ptr<Designer> make_random_designer(const RoleTools& tools);

/// Carries out the catalogue's experiments, tuning and crossover. A Setback for plans of other names.
std::unique_ptr<Writer> make_built_in_writer(const RoleTools& tools);

} // namespace mapwright::kernel::scientist
