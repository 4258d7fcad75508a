// What a run that evolved kernels did and found, for people: lineage, patch, evidence, predictions.
#pragma once

#include "kernel/scientist/evolution.hpp"
#include "loop/history.hpp"

#include <string>

namespace mapwright::report {

/// The end of a run: how the best version came about, its difference from the start, what shows that its gain holds,
/// and where it was `written` (empty: nowhere).
std::string result_text(const kernel::scientist::Evolution& evolution, const std::string& written);

/// All versions in a table, then predictions against outcomes.
std::string lineage_text(const kernel::scientist::Evolution& evolution);

/// The valid versions as a graph in the DOT language of Graphviz.
std::string lineage_dot(const kernel::scientist::Evolution& evolution);

/// One line about a step while a run goes on: its number, what was tried, verdict, gain, best so far.
std::string evolution_line(const archive::Step& step, const loop::History& history);

} // namespace mapwright::report
