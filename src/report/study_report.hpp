// The table of a study: a row for each domain, number of points shown and solver.
#pragma once

#include "report/json.hpp"
#include "report/study_rows.hpp"

#include <string>

namespace mapwright::report {

std::string to_text(const StudyAnswer& answer);
/// Keys: docs/cli.md.
Json to_json(const StudyAnswer& answer);
/// The rows, with a line of titles.
std::string to_csv(const StudyAnswer& answer);

} // namespace mapwright::report
