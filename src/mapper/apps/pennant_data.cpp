// Initial data of pennant, and the run without pieces.
#include "mapper/apps/pennant_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

namespace mapwright::mapper {

namespace {

/// The number under which piece `piece` sees point (i, j).
std::int32_t seen_point(const PennantMesh& m, std::int64_t piece, std::int64_t i, std::int64_t j) {
  const bool below = piece > 0 && j == m.first_row(piece);
  const bool above = piece + 1 < m.pieces && j == m.first_row(piece + 1);
  std::int64_t row = j - m.first_private_row(piece);
  if (below || above) { // ghosts follow the private rows
    row = m.end_private_row(piece) - m.first_private_row(piece) + (above && piece > 0 ? 1 : 0);
  }
  return static_cast<std::int32_t>(row * m.points_x() + i);
}

/// The mesh as a whole: rows of zones and of points.
class WholeMesh {
public:
  WholeMesh(const PennantMesh& mesh, RegionData& data) : m_(mesh), data_(data) {}

  /// Half a step with the old velocities.
  void predict(double dt) {
    for (const char* axis : {"x", "y"}) {
      const std::span<double> start = point("px0_", axis);
      const std::span<double> middle = point("pxp_", axis);
      const std::span<double> before = point("pu0_", axis);
      const std::span<double> position = point("px_", axis);
      const std::span<double> velocity = point("pu_", axis);
      std::copy(position.begin(), position.end(), start.begin());
      std::copy(velocity.begin(), velocity.end(), before.begin());
      for (std::size_t p = 0; p < start.size(); ++p) {
        middle[p] = start[p] + dt / 2 * before[p];
      }
      std::fill(point("pf_", axis).begin(), point("pf_", axis).end(), 0.0);
    }
    std::fill(point("pmaswt").begin(), point("pmaswt").end(), 0.0);
  }

  /// Pressures of all zones and the forces at their corners.
  void push() {
    for (std::int64_t j = 0; j < m_.zones_y; ++j) {
      for (std::int64_t i = 0; i < m_.zones_x; ++i) {
        push_zone(i, j);
      }
    }
  }

  void move(double dt) {
    const std::span<const std::int32_t> fixed = data_.values<std::int32_t>("rp_all", "bc");
    for (const char* axis : {"x", "y"}) {
      const std::int32_t flag = axis[0] == 'x' ? pennant_fixed_x : pennant_fixed_y;
      for (std::size_t p = 0; p < fixed.size(); ++p) {
        const double before = point("pu0_", axis)[p];
        double& velocity = point("pu_", axis)[p];
        velocity = (fixed[p] & flag) != 0 ? 0 : before + point("pf_", axis)[p] / point("pmaswt")[p] * dt;
        point("px_", axis)[p] = point("px0_", axis)[p] + (before + velocity) / 2 * dt;
      }
    }
  }

  /// Work, energies and densities; gives the longest next step.
  double close(double dt) {
    double next = PennantModel::longest_step;
    for (std::int64_t j = 0; j < m_.zones_y; ++j) {
      for (std::int64_t i = 0; i < m_.zones_x; ++i) {
        next = std::min(next, close_zone(i, j, dt));
      }
    }
    return next;
  }

private:
  using Four = std::array<double, 4>;

  [[nodiscard]] std::span<double> point(const std::string& name, const std::string& axis = "") const {
    return data_.values<double>("rp_all", name + axis);
  }
  [[nodiscard]] double& zone(const char* name, std::int64_t i, std::int64_t j) const {
    return data_.values<double>("rz_all", name)[static_cast<std::size_t>(j * m_.zones_x + i)];
  }
  [[nodiscard]] std::array<std::size_t, 4> corners(std::int64_t i, std::int64_t j) const {
    const auto low = static_cast<std::size_t>(j * m_.points_x() + i);
    const auto high = low + static_cast<std::size_t>(m_.points_x());
    return {low, low + 1, high + 1, high};
  }
  static Four pick(std::span<const double> values, const std::array<std::size_t, 4>& at) {
    return {values[at[0]], values[at[1]], values[at[2]], values[at[3]]};
  }
  /// Half the cross product of the diagonals.
  static double area_of(const Four& x, const Four& y) {
    return 0.5 * ((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]));
  }
  /// Of the triangle between side k and the centre.
  static double triangle(const Four& x, const Four& y, std::size_t k) {
    const double cx = (x[0] + x[1] + x[2] + x[3]) / 4;
    const double cy = (y[0] + y[1] + y[2] + y[3]) / 4;
    const std::size_t l = (k + 1) % 4;
    return 0.5 * ((x[k] - cx) * (y[l] - cy) - (x[l] - cx) * (y[k] - cy));
  }
  static double shortest(const Four& x, const Four& y) {
    double least = PennantModel::longest_step;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t l = (k + 1) % 4;
      least = std::min(least, 4 * triangle(x, y, k) / std::hypot(x[l] - x[k], y[l] - y[k]));
    }
    return least;
  }

  void push_zone(std::int64_t i, std::int64_t j) {
    const std::array<std::size_t, 4> at = corners(i, j);
    const Four x = pick(point("pxp_x"), at);
    const Four y = pick(point("pxp_y"), at);
    const Four u = pick(point("pu0_x"), at);
    const Four v = pick(point("pu0_y"), at);
    const double mass = zone("zm", i, j);
    const double old_area = zone("zvol", i, j);
    const double area = area_of(x, y);
    const double density = mass / area;
    const double old_pressure = (PennantModel::gamma - 1) * (mass / old_area) * zone("ze", i, j);
    const double energy = std::max(0.0, zone("ze", i, j) - old_pressure * (area - old_area) / mass);
    const double sound = std::sqrt(PennantModel::gamma * (PennantModel::gamma - 1) * energy);
    double pressure = (PennantModel::gamma - 1) * density * energy;
    const double growth = 0.5 * ((x[2] - x[0]) * (v[3] - v[1]) + (u[2] - u[0]) * (y[3] - y[1]) -
                                 (x[3] - x[1]) * (v[2] - v[0]) - (u[3] - u[1]) * (y[2] - y[0]));
    const double closing = std::max(0.0, -growth / area) * shortest(x, y);
    pressure += density * (PennantModel::quadratic_viscosity * closing * closing +
                           PennantModel::linear_viscosity * sound * closing);
    zone("zp", i, j) = pressure;
    zone("zss", i, j) = sound;
    const auto first_side = static_cast<std::size_t>(4 * (j * m_.zones_x + i));
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t l = (k + 1) % 4;
      const double part = data_.values<double>("rs_all", "smf")[first_side + k];
      const double side_density = part * mass / triangle(x, y, k);
      const double push = pressure + PennantModel::subzone_stiffness * sound * sound * (side_density - density);
      const double fx = push * ((y[0] + y[1] + y[2] + y[3]) / 4 - (y[k] + y[l]) / 2);
      const double fy = -push * ((x[0] + x[1] + x[2] + x[3]) / 4 - (x[k] + x[l]) / 2);
      data_.values<double>("rs_all", "sf_x")[first_side + k] = fx;
      data_.values<double>("rs_all", "sf_y")[first_side + k] = fy;
      point("pf_x")[at[l]] += fx;
      point("pf_y")[at[l]] += fy;
      point("pf_x")[at[k]] -= fx;
      point("pf_y")[at[k]] -= fy;
      point("pmaswt")[at[k]] += mass * part / 2;
      point("pmaswt")[at[l]] += mass * part / 2;
    }
  }

  double close_zone(std::int64_t i, std::int64_t j, double dt) {
    const std::array<std::size_t, 4> at = corners(i, j);
    const Four x = pick(point("px_x"), at);
    const Four y = pick(point("px_y"), at);
    const auto first_side = static_cast<std::size_t>(4 * (j * m_.zones_x + i));
    double work = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t l = at[(k + 1) % 4];
      const double u = (point("pu0_x")[l] + point("pu_x")[l] - point("pu0_x")[at[k]] - point("pu_x")[at[k]]) / 2;
      const double v = (point("pu0_y")[l] + point("pu_y")[l] - point("pu0_y")[at[k]] - point("pu_y")[at[k]]) / 2;
      work -= dt * (data_.values<double>("rs_all", "sf_x")[first_side + k] * u +
                    data_.values<double>("rs_all", "sf_y")[first_side + k] * v);
    }
    const double mass = zone("zm", i, j);
    const double area = area_of(x, y);
    zone("zw", i, j) = work;
    zone("zetot", i, j) += work;
    zone("ze", i, j) = zone("zetot", i, j) / mass;
    zone("zr", i, j) = mass / area;
    zone("zvol0", i, j) = zone("zvol", i, j);
    zone("zvol", i, j) = area;
    zone("zdl", i, j) = shortest(x, y);
    const double change = std::abs(area / zone("zvol0", i, j) - 1);
    return std::min(PennantModel::courant * zone("zdl", i, j) / std::max(zone("zss", i, j), 1e-99),
                    PennantModel::volume_change * dt / std::max(change, 1e-99));
  }

  const PennantMesh& m_;
  RegionData& data_;
};

} // namespace

void initialise_pennant(const PennantMesh& m, RegionData& data) {
  const double h = m.spacing();
  const auto point = [&](const char* name) { return data.values<double>("rp_all", name); };
  const auto zone = [&](const char* name) { return data.values<double>("rz_all", name); };
  for (std::int64_t j = 0; j <= m.zones_y; ++j) {
    for (std::int64_t i = 0; i <= m.zones_x; ++i) {
      const auto p = static_cast<std::size_t>(j * m.points_x() + i);
      point("px_x")[p] = h * static_cast<double>(i);
      point("px_y")[p] = h * static_cast<double>(j);
      data.values<std::int32_t>("rp_all", "bc")[p] =
          (i == 0 || i == m.zones_x ? pennant_fixed_x : 0) | (j == 0 || j == m.zones_y ? pennant_fixed_y : 0);
    }
  }
  for (std::int64_t piece = 0; piece < m.pieces; ++piece) {
    for (std::int64_t j = m.first_row(piece); j < m.first_row(piece + 1); ++j) {
      for (std::int64_t i = 0; i < m.zones_x; ++i) {
        const auto z = static_cast<std::size_t>(j * m.zones_x + i);
        const bool dense = 3 * j < m.zones_y; // below a third of the height
        const double wave =
            std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(m.zones_x));
        zone("zr")[z] = dense ? 1 : 1e-3;
        zone("ze")[z] = (dense ? 0.1 : 1e-7) * (1 + 0.2 * wave);
        zone("zvol")[z] = h * h;
        zone("zm")[z] = zone("zr")[z] * h * h;
        const std::array<std::int32_t, 4> corners{seen_point(m, piece, i, j), seen_point(m, piece, i + 1, j),
                                                  seen_point(m, piece, i + 1, j + 1), seen_point(m, piece, i, j + 1)};
        for (std::size_t k = 0; k < 4; ++k) {
          data.values<std::int32_t>("rs_all", "mapsp1")[4 * z + k] = corners[k];
          data.values<double>("rs_all", "smf")[4 * z + k] = 0.25;
        }
      }
    }
  }
  data.values<double>("step", "dt")[0] = PennantModel::first_step * h / PennantModel::growth;
  data.values<double>("step", "dt_hydro")[0] = PennantModel::longest_step;
}

void pennant_reference(const PennantMesh& m, RegionData& data) {
  const std::span<double> total = data.values<double>("rz_all", "zetot");
  for (std::size_t z = 0; z < total.size(); ++z) {
    total[z] = data.values<double>("rz_all", "zm")[z] * data.values<double>("rz_all", "ze")[z];
  }
  WholeMesh mesh(m, data);
  double& dt = data.values<double>("step", "dt")[0];
  double& next = data.values<double>("step", "dt_hydro")[0];
  for (std::int64_t cycle = 0; cycle < m.cycles; ++cycle) {
    dt = std::min({PennantModel::longest_step, PennantModel::growth * dt, next});
    mesh.predict(dt);
    mesh.push();
    mesh.move(dt);
    next = mesh.close(dt);
  }
}

} // namespace mapwright::mapper
