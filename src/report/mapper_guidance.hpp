// Guidance for mappers, minimal mappers and robustness maps, for people and programs.
#pragma once

#include "mapper/guidance/guidance.hpp"
#include "mapper/guidance/minimise.hpp"
#include "mapper/guidance/robustness.hpp"
#include "mapper/guidance/statement_shares.hpp"
#include "report/json.hpp"

#include <string>
#include <vector>

namespace mapwright::report {

/// One document (docs/cli.md).
Json guidance_json(const mapper::Guidance& guidance, mapper::GuidanceLevel level);

/// A table: seconds and parts of the baseline's makespan; "the baseline" is called so.
std::string shares_text(const mapper::StatementShares& shares, const std::string& baseline);
Json shares_json(const mapper::StatementShares& shares, const std::string& baseline);

/// Makespans, and what was taken away with why; without the text of the mapper.
std::string minimal_text(const mapper::MinimalMapper& minimal);
Json minimal_json(const mapper::MinimalMapper& minimal);

/// A row for each cell, and below the table the statements that stop being good.
std::string robustness_text(const std::vector<mapper::RobustnessCell>& cells);
Json robustness_json(const std::vector<mapper::RobustnessCell>& cells);

} // namespace mapwright::report
