// Single changes of a mapper as edits of its text, and which ones are worth a try.
//
// Statements that are added go to the top: of two for one key the first counts. Where a more specific statement would
// still win, the change has one statement for each task instead; it is elaborated again to see that it holds.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/kinds.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// What a change is about.
enum class ChangeSort : std::uint8_t { memory, processor, placement, layout, limit, collect, removal };
/// As people write it: "memory".
std::string_view to_string(ChangeSort sort);

/// One change of one mapper.
struct MapperChange {
  ChangeSort sort = ChangeSort::memory;
  std::string name;      ///< "rp_ghost to ZCMEM"
  std::string statement; ///< text to add, or to leave out for a removal
  int line = 1;          ///< of the text that is changed: before which to add it, or where it is
  bool removes = false;  ///< leaves the statement out
  std::string text;      ///< the whole mapper with the change
};

/// A change as it is proposed: texts in the order of preference, and whether what one of them decides is what is meant.
struct ProposedChange {
  std::vector<MapperChange> ways; ///< the first that elaborates and holds is taken
  std::function<bool(const language::SourceText& text, const Elaborated& made)> holds;
};

/// The mapper's text with `statements` (without a newline at the end) before its first statement, behind the comments
/// at its beginning; and the line of the old text that they come before.
std::pair<std::string, int> with_statements_on_top(const language::SourceText& source, const std::string& statements);

/// The mapper's text without the statement of these bytes, its line too where nothing else is on it.
std::string without_statement(const language::SourceText& source, language::Span statement);

/// Plausible single changes of a mapper that elaborates, sorts in turn so that any beginning has some of each:
/// the kind of processor of a task, the kind of memory and the layout of a partition in all tasks or in one, or of all
/// that overlap, index functions (blocks, cyclic, grids, the order of dimensions), leaving a statement out, collection,
/// instance limits.
std::vector<ProposedChange> proposed_changes(const language::SourceText& source, const Elaborated& made,
                                             const SearchScene& scene);

} // namespace mapwright::mapper
