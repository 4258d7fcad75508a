// The table of a study of searches for mappers.
#pragma once

#include "mapper/contest/study_sums.hpp"
#include "report/json.hpp"

#include <string>

namespace mapwright::report {

/// A row for each application and searcher, then one for each searcher.
std::string to_text(const mapper::SearchStudy& study);
/// The same rows as tables of Markdown.
std::string to_markdown(const mapper::SearchStudy& study);
/// The rows, with a line of titles.
std::string to_csv(const mapper::SearchStudy& study);
/// Rows, sums and cells (docs/cli.md).
Json to_json(const mapper::SearchStudy& study);

} // namespace mapwright::report
