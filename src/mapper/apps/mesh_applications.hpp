// Three applications on meshes and graphs (docs/applications-mesh.md).
#pragma once

#include "mapper/apps/application.hpp"

namespace mapwright::mapper {

/// Currents and voltages of a random electric circuit, cut into pieces that share nodes.
ApplicationInfo circuit_application();
/// A star-shaped stencil over a plane of tiles that exchange strips.
ApplicationInfo stencil_application();
/// Lagrangian hydrodynamics on a staggered mesh of quadrilaterals, cut into strips.
ApplicationInfo pennant_application();

} // namespace mapwright::mapper
