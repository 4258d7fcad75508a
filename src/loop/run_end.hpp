// How the end of a session is written down, and read again.
#pragma once

#include "archive/records.hpp"
#include "core/budget.hpp"
#include "loop/stop_reason.hpp"

#include <string>

namespace mapwright::loop {

/// The time now, UTC: "2026-01-31T12:00:00Z".
std::string utc_now();

/// The end of a session that stops now, with the limits it ran under.
archive::RunEnd end_now(const StopReason& reason, const Budget& budget);

/// The limits written down with an end.
Budget budget_at(const archive::RunEnd& end);

} // namespace mapwright::loop
