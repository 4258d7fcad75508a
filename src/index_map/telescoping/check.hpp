// The checker of telescoping proofs. It shares with the deriver the plan's data type and the assembler, nothing else:
// set questions go to isl, polynomial identities are settled by evaluation (identity.hpp).
#pragma once

#include "domain/map.hpp"
#include "index_map/derived.hpp"

namespace mapwright::index_map {

/// Every obligation of docs/certificates.md for this family, each as a fact.
CheckReport check_telescoping(const nlohmann::json& proof, const domain::Map& map);

} // namespace mapwright::index_map
