// The loops of a proved map, for emission.
#pragma once

#include "core/error.hpp"
#include "emit/nest.hpp"
#include "index_map/certificate.hpp"
#include "index_map/chunk/costs.hpp"

#include <string>

namespace mapwright::index_map::chunk {

/// The loops over the points of a map. Affine sets whose coordinates run without gaps have bounds, which the
/// certificate proves (docs/certificates.md, obligation 6); every other map is walked by its successor.
Result<emit::Nest> nest_of(const Derived& derived);

/// The unit of a certified map and, where there is a weight, its costs (null: equal counts); both must outlive it.
/// `name` is the base name of the text, and with "_cost" behind it that of the costs.
Result<emit::NestUnit> nest_unit(const Certified& certified, const Costs* costs, const std::string& weight,
                                 const std::string& name);

} // namespace mapwright::index_map::chunk
