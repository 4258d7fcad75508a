// The built-in proposer of index maps: the domain itself where it is known, else the one inferred from the points.
#pragma once

#include "index_map/learn/sought.hpp"
#include "loop/proposer.hpp"

#include <memory>

namespace mapwright::index_map::learn {

/// Proposes once. `sought` must outlive it.
std::unique_ptr<loop::Proposer> make_symbolic_proposer(const Sought& sought);

/// Its name in archives.
inline constexpr const char* symbolic_name = "symbolic";

} // namespace mapwright::index_map::learn
