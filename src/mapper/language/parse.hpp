// The text of a mapper into its syntax tree. All errors are found, not only the first: after one, reading goes on at
// the next statement.
//
//   statement := Task NAMES KIND, ... ;                      NAMES: *, or names with commas between them
//              | Region TASK REGION KIND MEMORY, ... ;       TASK, REGION, KIND: or *; REGION: or an argument's index
//              | Layout TASK REGION MEMORY CONSTRAINT ... ;  SOA AOS C_order F_order Compact Exact Align==64
//              | InstanceLimit TASK NUMBER ;
//              | CollectMemory TASK REGION ;
//              | IndexTaskMap TARGETS FUNCTION ;             TARGETS: *, names, or a processor kind
//              | SingleTaskMap TARGETS FUNCTION ;
//              | ControlReplicate NAMES ;
//              | TaskSteal NAMES KIND SAME_NODE | ANY_NODE ;
//              | NAME = VALUE ;
//              | print("text", VALUE, ...) ;
//              | def NAME(TYPE NAME, ...) { NAME = VALUE; ... return VALUE; }
// Values: mapper/language/parse_expression.hpp. Comments run from # or // to the end of the line.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

namespace mapwright::mapper::language {

inline constexpr std::size_t mapper_text_limit = std::size_t{1} << 18; ///< bytes of one mapper

/// The statements that could be read. The tree means something only if `diagnostics` has no errors.
MapperSyntax parse_mapper(const SourceText& source, Diagnostics& diagnostics);

} // namespace mapwright::mapper::language
