// A rule in the seat of a model: it is told of the best mapper what a model is told, and does the next best thing.
//
// With it a level of guidance can be taken away, and what is lost measured, without any model.
#pragma once

#include "mapper/guidance/level.hpp"
#include "mapper/search/searcher.hpp"

#include <memory>
#include <string_view>

namespace mapwright::mapper {

/// "guided": what the search calls it.
inline constexpr std::string_view guided_name = "guided";

/// Begins as the agent does and always changes the best mapper, whoever found it:
///   raw      one change at random, or two
///   explain  the same, three draws of four among changes of what the critical path names
///   suggest  the best change that guidance has found and that was not tried; where none is left, as explain with two
/// Proposals are texts that elaborate and make a plan that was not proposed before; a change is one of
/// proposed_changes.
std::unique_ptr<Searcher> make_guided_searcher(const SearcherScene& scene, GuidanceLevel level);

} // namespace mapwright::mapper
