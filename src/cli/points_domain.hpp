// DOMAIN as points:FILE.csv: the inferred domain stands for it in every command.
#pragma once

#include "cli/question.hpp"
#include "cli/terminal.hpp"
#include "index_map/infer/infer.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace mapwright::cli {

/// Whether DOMAIN is a list of example points.
bool names_points(std::string_view domain);

/// Reads `points:FILE` (`points:-`: standard input) and infers the domain.
Result<index_map::infer::Inference> infer_domain(std::string_view domain, Terminal& terminal);

/// The sizes of an inferred domain at which it has at least `count` points: those given or seen, and the least value of
/// the one that grows at which these points are those of larger values too (the last rows of a band are cut off). Where
/// none grows, the sizes seen. All sizes of any other domain, see all_sizes.
Result<std::vector<expr::Int>> sizes_with(const Question& question, const index_map::Derived& derived, expr::Int count,
                                          const std::string& command);

/// The same for a size at which the domain contains all `points` that belong to it at any size, at their final indices.
Result<std::vector<expr::Int>> sizes_around(const Question& question, const index_map::Derived& derived,
                                            std::span<const domain::Point> points, const std::string& command);

} // namespace mapwright::cli
