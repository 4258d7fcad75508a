// Confirmations as the archive keeps them.
#pragma once

#include "archive/records.hpp"
#include "mapper/confirm/confirmation.hpp"

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

namespace mapwright::mapper {

/// "id" of the finding that holds a confirmation; the last of a run counts. DO NOT CHANGE: it is in archives.
inline constexpr const char* confirmation_id = "confirmation";

/// All of it, raw times included.
nlohmann::json to_json(const Confirmation& confirmation);
/// The inverse; nothing where that is no confirmation.
std::optional<Confirmation> confirmation_from_json(const nlohmann::json& json);

/// What came of it in a sentence: "step 4 is FASTER than the default: 0.83 of its time, ...".
std::string summary_of(const Confirmation& confirmation);

/// For the archive: the summary, the steps that were run, and the whole.
archive::Finding finding_of(const Confirmation& confirmation);
/// The confirmation of a run's findings; nothing where there is none.
std::optional<Confirmation> confirmation_among(std::span<const archive::Finding> findings);

} // namespace mapwright::mapper
