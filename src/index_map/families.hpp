// The table of proof families: for each, how its maps are derived, assembled from a proof, and checked.
#pragma once

#include "core/error.hpp"
#include "index_map/derived.hpp"

#include <optional>
#include <string_view>

namespace mapwright::index_map {

/// The kind whose to_string is `name`.
std::optional<ProofKind> proof_kind_of(std::string_view name);

/// The map a proof stands for, for the given domain. An input error when the proof is malformed or of another shape.
Result<domain::Map> assemble(ProofKind kind, const nlohmann::json& proof, const domain::Domain& domain);

} // namespace mapwright::index_map
