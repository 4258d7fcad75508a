// The waste ratio: how many threads a launch over the bounding box starts per point of the domain.
#pragma once

#include "core/error.hpp"
#include "domain/catalogue.hpp"
#include "report/map_at.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::report {

/// The catalogue entry that a domain text names, with or without constants: "triangle", "combinations(k=4)".
/// Nothing for every other text, and for names whose sizes are bound in the text.
std::optional<domain::Entry> entry_of(const domain::Domain& domain);

/// Volume of the bounding box over the count, at one size. Nothing when the domain is empty there or its box is out of
/// reach.
std::optional<double> waste_at(const domain::Domain& domain, const MapAt& at);

/// What the ratio tends to as all sizes grow.
struct WasteLimit {
  std::optional<double> ratio; ///< nothing: it grows without bound, depends on how the sizes grow, or is not known
  std::string text;            ///< the formula or the reason, one line
};

/// The known ratio of a catalogue entry; otherwise the limit over several ways of growing, given only where all of them
/// agree.
WasteLimit waste_limit(const index_map::Derived& derived);

/// The number that a ratio of the catalogue states: "2", "4/3", "4/pi = 1.273"; nothing for a formula.
std::optional<double> stated_ratio(const std::string& text);

} // namespace mapwright::report
