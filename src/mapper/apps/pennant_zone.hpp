// The mathematics of one zone, as the kernels have it.
//
// Corners are numbered counterclockwise, side k goes from corner k to the next one. The force of side k acts from the
// middle of the side to the centre of the zone: corner k feels the force of the side before it less that of side k.
// Those forces are the gradient of the zone's area by the corner times the pressure, so what the zone loses in work is
// what the points gain in motion, exactly.
#pragma once

#include "mapper/apps/pennant_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace mapwright::mapper {

struct ZoneVector {
  double x = 0;
  double y = 0;
  friend ZoneVector operator+(const ZoneVector& a, const ZoneVector& b) { return {a.x + b.x, a.y + b.y}; }
  friend ZoneVector operator-(const ZoneVector& a, const ZoneVector& b) { return {a.x - b.x, a.y - b.y}; }
  friend ZoneVector operator*(double factor, const ZoneVector& a) { return {factor * a.x, factor * a.y}; }
};

using ZoneVectors = std::array<ZoneVector, 4>;

/// Areas of a zone and of the triangles between its sides and its centre.
struct ZoneShape {
  explicit ZoneShape(const ZoneVectors& corner_positions) : corners(corner_positions) {
    centre = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    for (std::size_t k = 0; k < 4; ++k) {
      const ZoneVector along = corners[(k + 1) % 4] - corners[k];
      const ZoneVector inward = centre - corners[k];
      side_area[k] = 0.5 * (along.x * inward.y - along.y * inward.x);
      area += side_area[k];
    }
  }

  /// The least distance that a wave can cross: of a rectangle its shorter side.
  [[nodiscard]] double length() const {
    double least = PennantModel::longest_step;
    for (std::size_t k = 0; k < 4; ++k) {
      const ZoneVector along = corners[(k + 1) % 4] - corners[k];
      least = std::min(least, 4 * side_area[k] / std::sqrt(along.x * along.x + along.y * along.y));
    }
    return least;
  }

  ZoneVectors corners;
  ZoneVector centre;
  std::array<double, 4> side_area{};
  double area = 0;
};

/// What a zone does in the middle of a cycle.
struct ZoneHalfStep {
  double pressure = 0; ///< with that of the viscosity
  double sound_speed = 0;
  ZoneVectors force; ///< of each side
};

/// From positions of the corners half a step on and their velocities. `energy` (for a unit of mass) and `area_before`
/// are those at the begin of the cycle; `fraction` are the parts of the mass in the triangle of each side.
inline ZoneHalfStep half_step(const ZoneVectors& position, const ZoneVectors& velocity, double mass, double energy,
                              double area_before, const std::array<double, 4>& fraction) {
  using Model = PennantModel;
  const ZoneShape shape(position);
  const double density = mass / shape.area;
  // Half a step without heat: the energy changes by the work of the pressure.
  const double before = (Model::gamma - 1) * mass / area_before * energy;
  const double warm = std::max(0.0, energy - before * (shape.area - area_before) / mass);
  ZoneHalfStep half;
  half.sound_speed = std::sqrt(Model::gamma * (Model::gamma - 1) * warm);
  half.pressure = (Model::gamma - 1) * density * warm;

  double growth = 0; // of the area, in a unit of time
  for (std::size_t k = 0; k < 4; ++k) {
    const ZoneVector across = position[(k + 1) % 4] - position[(k + 3) % 4];
    growth += 0.5 * (across.y * velocity[k].x - across.x * velocity[k].y);
  }
  if (growth < 0) {
    const double closing = -growth / shape.area * shape.length();
    half.pressure +=
        density * closing * (Model::quadratic_viscosity * closing + Model::linear_viscosity * half.sound_speed);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const double side_density = mass * fraction[k] / shape.side_area[k];
    const double push =
        half.pressure + Model::subzone_stiffness * half.sound_speed * half.sound_speed * (side_density - density);
    const ZoneVector inward = shape.centre - 0.5 * (shape.corners[k] + shape.corners[(k + 1) % 4]);
    half.force[k] = -push * ZoneVector{-inward.y, inward.x};
  }
  return half;
}

/// How long the next cycle may be for this zone.
inline double longest_time_step(double length, double sound_speed, double area, double area_before, double dt) {
  const double by_sound = PennantModel::courant * length / std::max(sound_speed, 1e-99);
  const double change = std::abs(area - area_before) / area_before;
  return std::min(by_sound, PennantModel::volume_change * dt / std::max(change, 1e-99));
}

} // namespace mapwright::mapper
