// The part of a problem file that every kind of problem has: [loop] and [budget].
#pragma once

#include "archive/archive.hpp"
#include "core/budget.hpp"
#include "core/settings.hpp"
#include "loop/flow.hpp"

#include <nlohmann/json.hpp>

namespace mapwright::loop {

/// What is changed when a run is resumed, and what it was run with: as the archive keeps it.
nlohmann::json to_json(const Budget& budget);

/// The inverse; members of other names and types are ignored.
Budget budget_from_json(const nlohmann::json& json);

/// "tokens=20000,dollars=1": limits by the names of to_string(ResourceKind); a number alone is one of evaluations.
/// Input error for other names or values.
Result<Budget> parse_budget(const std::string& text);

/// `changes` over `budget`: limits that are set there replace those here.
Budget merged(Budget budget, const Budget& changes);

struct RunSettings {
  FlowOptions flow{};
  archive::Durability durability = archive::Durability::process;
};

/// Reads [loop] seed, parallel, patience, fallback, durability and [budget] evaluations, seconds, tokens, dollars,
/// joules of the file's top level. Mistakes are kept by the Settings (core/settings.hpp).
RunSettings read_run_settings(Section& root);

} // namespace mapwright::loop
