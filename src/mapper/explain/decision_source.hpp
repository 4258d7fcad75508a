// The statements of a mapper as what made the decisions of a plan.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/plan_comparison.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// "blocks.mapper:7: Region step border GPU ZCMEM;", the statement on one line and cut where it is long; "the default"
/// of the language without one.
std::string statement_text(const language::SourceText& source, const Origin& origin);

/// Names the statements that made a plan. A processor is due to the mapping function; where its kind differs, to the
/// Task statement too.
DecisionSource statements_of(language::SourceText source, const Program& program, std::vector<LaunchOrigins> origins);

} // namespace mapwright::mapper
