// What real runs said of the mappings that a search found.
#pragma once

#include "mapper/calibrate/recalibrate.hpp"
#include "mapper/confirm/confirmation.hpp"
#include "report/json.hpp"

#include <optional>
#include <string>

namespace mapwright::report {

/// A machine file made of a confirmation.
struct RecalibratedMachine {
  std::string file; ///< as people see it
  mapper::Recalibration made;
};

/// What is handed out and why, a table of all plans that ran, the recalibrated machine.
std::string confirmation_text(const mapper::Confirmation& confirmation,
                              const std::optional<RecalibratedMachine>& machine);
/// The keys of `confirmed` in docs/cli.md.
Json confirmation_json(const mapper::Confirmation& confirmation, const std::optional<RecalibratedMachine>& machine);

} // namespace mapwright::report
