// What an emitter needs to know of a certified map.
#pragma once

#include "emit/emit.hpp"
#include "index_map/certificate.hpp"

#include <string>

namespace mapwright::index_map {

/// A C identifier made from the text of a domain: "triangle", "band", "fractal", "index_map".
std::string identifier_of(const domain::Domain& domain);

/// The unit of a certified map; `certified` must outlive it. Word sizes that no useful size fits are left out.
emit::Unit emission_unit(const Certified& certified);

} // namespace mapwright::index_map
