// Derivation of maps for bounded parametric affine sets by polynomial telescoping.
#pragma once

#include "core/error.hpp"
#include "index_map/derived.hpp"

namespace mapwright::index_map {

/// The map of a domain whose shape is an AffineShape. Refuses (input error) sets that are unbounded or fall into more
/// pieces than the limits allow. Forms: "auto", "bisection".
Result<Derived> derive_telescoping(const domain::Domain& domain, const DeriveOptions& options);

} // namespace mapwright::index_map
