// Sizes to try a domain at, where the user names none.
#pragma once

#include "core/error.hpp"
#include "report/map_at.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::report {

/// A value for every parameter: those of `given` as they are, the others equal and the largest power of two (or level)
/// with at most `most_points` points in a box not much larger. Errors: input, when even the smallest sizes have more
/// points or cannot be evaluated.
Result<std::vector<expr::Int>> choose_sizes(const index_map::Derived& derived,
                                            std::span<const std::optional<expr::Int>> given,
                                            std::span<const expr::Table> tables, std::uint64_t most_points);

/// Rows of the lengths 3, 0, 5, 1, 7, 0, 2, 4, ... as offsets: a run-time table to try ragged domains with.
expr::Table example_offsets(expr::Symbol name, std::size_t rows);

/// The same with the first `rows` of `lengths`.
expr::Table offsets_of(expr::Symbol name, std::span<const std::int64_t> lengths, std::size_t rows);

/// The run-time table of row offsets that a domain reads, or nothing.
std::optional<expr::Symbol> offsets_name(const domain::Domain& domain);

} // namespace mapwright::report
