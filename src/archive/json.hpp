// Records as JSON, for exports and reports; docs/archive.md lists the keys. Optional things that are absent are null,
// and so are numbers that are not finite once they are printed.
#pragma once

#include "archive/records.hpp"

#include <nlohmann/json.hpp>

namespace mapwright::archive {

nlohmann::json to_json(const Run& run);
nlohmann::json to_json(const RunEnd& end);
nlohmann::json to_json(const Step& step);
nlohmann::json to_json(const Exchange& exchange);
nlohmann::json to_json(const Finding& finding);
/// Evaluations, seconds, tokens, dollars, joules.
nlohmann::json to_json(const Resources& used);

} // namespace mapwright::archive
