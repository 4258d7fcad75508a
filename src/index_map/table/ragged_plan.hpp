// What the deriver, the checker and the builder of ragged maps agree on.
#pragma once

#include "index_map/table/ragged.hpp"

#include <string>

namespace mapwright::index_map {

nlohmann::json to_json(const RaggedPlan& plan);
Result<RaggedPlan> ragged_plan_of(const nlohmann::json& proof);

/// Rows of a domain of one parameter, the row length; the domain has one parameter itself, the number of rows, unless
/// its text fixes the rows.
bool is_ragged(const domain::Domain& domain);

/// Whether the inner count is its size, n or max(n, 0), as written.
bool counts_its_size(const domain::Map& inner);

/// Why an inner map cannot serve rows of different lengths; empty when it can.
std::string against_inner(const domain::Map& inner);

/// S_0 .. S_batch by calling the inner count; errors: a row beyond the bounds, a fault of the count.
Result<std::vector<std::int64_t>> row_starts(const RaggedPlan& plan, const domain::Map& inner,
                                             std::span<const std::int64_t> offsets);

} // namespace mapwright::index_map
