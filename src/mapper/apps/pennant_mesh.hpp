// The mesh of the pennant application: quadrilaterals in rows, cut into strips of whole rows.
//
// Zone (i, j) has number j * zones_x + i and the corners (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1); its side k
// goes from corner k to the next one. Piece p has the rows first_row(p) to first_row(p + 1) - 1 of zones. The row of
// points between pieces p and p + 1 is shared: p owns it, both see it as ghosts.
#pragma once

#include "mapper/apps/application.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

struct PennantMesh {
  std::int64_t zones_x = 1;
  std::int64_t zones_y = 1;
  std::int64_t pieces = 1;
  std::int64_t cycles = 1;

  [[nodiscard]] std::int64_t points_x() const { return zones_x + 1; }
  [[nodiscard]] std::int64_t zones() const { return zones_x * zones_y; }
  [[nodiscard]] std::int64_t points() const { return points_x() * (zones_y + 1); }
  [[nodiscard]] std::int64_t first_row(std::int64_t piece) const { return piece * zones_y / pieces; }
  [[nodiscard]] double spacing() const { return 9 / static_cast<double>(zones_y); } ///< cm; the plane is 9 high
  /// Rows of points that only this piece sees: from the first to before the second.
  [[nodiscard]] std::int64_t first_private_row(std::int64_t piece) const {
    return piece == 0 ? 0 : first_row(piece) + 1;
  }
  [[nodiscard]] std::int64_t end_private_row(std::int64_t piece) const {
    return piece + 1 == pieces ? zones_y + 1 : first_row(piece + 1);
  }
};

/// A gas with pressure (gamma - 1) density energy, and how its motion is computed.
struct PennantModel {
  static constexpr double gamma = 5.0 / 3.0;
  static constexpr double linear_viscosity = 0.25;
  static constexpr double quadratic_viscosity = 4.0 / 3.0;
  static constexpr double subzone_stiffness = 0.5; ///< of the forces that keep a zone from deforming like an hourglass
  static constexpr double courant = 0.6;           ///< part of the time that sound takes through a zone
  static constexpr double volume_change = 0.1;     ///< most relative change of a zone in one cycle
  static constexpr double growth = 1.2;            ///< most growth of the time step from cycle to cycle
  static constexpr double longest_step = 1e99;
  static constexpr double first_step = 0.1; ///< times the spacing
};

/// Which velocities the edges of the plane hold at zero; field `bc` of a point.
enum : std::int32_t { pennant_fixed_x = 1, pennant_fixed_y = 2 };

/// Positions, masses and energies, and the points of sides as tasks see them: private points of the piece from 0 on,
/// then its ghosts.
void initialise_pennant(const PennantMesh& mesh, RegionData& data);

/// All cycles over the mesh as a whole.
void pennant_reference(const PennantMesh& mesh, RegionData& data);

KernelTable pennant_kernels();

} // namespace mapwright::mapper
