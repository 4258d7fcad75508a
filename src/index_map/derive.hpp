// One entry for all families of maps: which deriver and which checker belong to a domain.
#pragma once

#include "core/error.hpp"
#include "index_map/derived.hpp"

#include <span>
#include <vector>

namespace mapwright::index_map {

/// The map of a domain by the family its shape belongs to. Errors: input, when the domain is outside what the family
/// covers (the message says why).
Result<Derived> derive(const domain::Domain& domain, const DeriveOptions& options = {});

/// Checks the proof of a derived map with the checker of its family.
CheckReport check(ProofKind kind, const nlohmann::json& proof, const domain::Map& map);

/// Values of all tables of a map at one size: fixed ones as they are, derived ones built, and run-time ones taken from
/// `given` (e.g. cu_seqlens). An input error names a table that is missing.
Result<std::vector<expr::Table>> tables_for(const Derived& derived, std::span<const expr::Int> parameters,
                                            std::span<const expr::Table> given = {});

} // namespace mapwright::index_map
