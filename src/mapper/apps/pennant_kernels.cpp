// The tasks of pennant in C++, for data of any layout.
#include "mapper/apps/mesh_kernels.hpp"
#include "mapper/apps/pennant_mesh.hpp"
#include "mapper/apps/pennant_zone.hpp"
#include "mapper/engine/typed_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mapwright::mapper {

namespace {

using Values = TypedField<double>;

/// A field of the points a piece sees: its private ones, then its ghosts.
class SeenPoints {
public:
  SeenPoints(const mapwright_task& task, std::size_t own, std::size_t ghost, std::size_t field)
      : own_(task.arguments[own], field), ghost_(task.arguments[ghost], field),
        first_ghost_(task.arguments[own].points) {}
  double& operator()(std::int64_t point) const {
    return point < first_ghost_ ? own_(point) : ghost_(point - first_ghost_);
  }

private:
  Values own_;
  Values ghost_;
  std::int64_t first_ghost_;
};

/// Two fields of them as vectors.
class SeenVectors {
public:
  SeenVectors(const mapwright_task& task, std::size_t own, std::size_t ghost, std::size_t field)
      : x_(task, own, ghost, field), y_(task, own, ghost, field + 1) {}
  ZoneVector operator()(std::int64_t point) const { return {x_(point), y_(point)}; }
  void add(std::int64_t point, const ZoneVector& more) const {
    x_(point) += more.x;
    y_(point) += more.y;
  }

private:
  SeenPoints x_;
  SeenPoints y_;
};

using Corners = std::array<std::int64_t, 4>;

Corners corners_of(const TypedField<const std::int32_t>& points, std::int64_t zone) {
  return {points(4 * zone), points(4 * zone + 1), points(4 * zone + 2), points(4 * zone + 3)};
}

ZoneVectors gather(const SeenVectors& field, const Corners& corners) {
  return {field(corners[0]), field(corners[1]), field(corners[2]), field(corners[3])};
}

double time_step(const mapwright_argument& step) {
  return Values(step, 0)(0);
}

/// Takes the sums of the zones to what the density and energy given say.
void init_hydro(const mapwright_task* task) {
  const mapwright_argument& zones = task->arguments[0];
  for (std::int64_t z = 0; z < zones.points; ++z) {
    Values(zones, 3)(z) = Values(zones, 0)(z) * Values(zones, 2)(z);
    Values(zones, 7)(z) = Values(zones, 6)(z);
  }
}

void calc_global_dt(const mapwright_task* task) {
  double& dt = Values(task->arguments[0], 0)(0);
  double& dt_hydro = Values(task->arguments[0], 1)(0);
  dt = std::min({PennantModel::longest_step, PennantModel::growth * dt, dt_hydro});
  dt_hydro = PennantModel::longest_step;
}

void adv_pos_half(const mapwright_task* task) {
  const mapwright_argument& from = task->arguments[0];
  const mapwright_argument& to = task->arguments[1];
  const double half = 0.5 * time_step(task->arguments[2]);
  for (std::size_t d = 0; d < 2; ++d) {
    const Values position(from, d);
    const Values velocity(from, 2 + d);
    for (std::int64_t p = 0; p < from.points; ++p) {
      Values(to, d)(p) = position(p);
      Values(to, 2 + d)(p) = position(p) + half * velocity(p);
      Values(to, 4 + d)(p) = velocity(p);
      Values(to, 7 + d)(p) = 0;
    }
  }
  for (std::int64_t p = 0; p < from.points; ++p) {
    Values(to, 6)(p) = 0;
  }
}

void calc_everything(const mapwright_task* task) {
  const mapwright_argument& zones = task->arguments[0];
  const SeenVectors position(*task, 2, 3, 0);
  const SeenVectors velocity(*task, 2, 3, 2);
  const SeenPoints mass(*task, 4, 5, 0);
  const SeenVectors force(*task, 4, 5, 1);
  const TypedField<const std::int32_t> first_point(task->arguments[6], 0);
  const Values fraction(task->arguments[6], 1);
  const Values force_x(task->arguments[7], 0);
  const Values force_y(task->arguments[7], 1);
  for (std::int64_t z = 0; z < zones.points; ++z) {
    const Corners corners = corners_of(first_point, z);
    const double zone_mass = Values(zones, 0)(z);
    const std::array<double, 4> fractions{fraction(4 * z), fraction(4 * z + 1), fraction(4 * z + 2),
                                          fraction(4 * z + 3)};
    const ZoneHalfStep half = half_step(gather(position, corners), gather(velocity, corners), zone_mass,
                                        Values(zones, 1)(z), Values(zones, 2)(z), fractions);
    Values(task->arguments[1], 0)(z) = half.pressure;
    Values(task->arguments[1], 1)(z) = half.sound_speed;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t before = (k + 3) % 4;
      const auto side = 4 * z + static_cast<std::int64_t>(k);
      force_x(side) = half.force[k].x;
      force_y(side) = half.force[k].y;
      mass(corners[k]) += zone_mass * 0.5 * (fractions[k] + fractions[before]);
      force.add(corners[k], half.force[before] - half.force[k]);
    }
  }
}

void adv_pos_full(const mapwright_task* task) {
  const mapwright_argument& from = task->arguments[0];
  const mapwright_argument& to = task->arguments[1];
  const double dt = time_step(task->arguments[2]);
  const TypedField<const std::int32_t> fixed(from, 7);
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int32_t flag = d == 0 ? pennant_fixed_x : pennant_fixed_y;
    for (std::int64_t p = 0; p < from.points; ++p) {
      const double before = Values(from, 2 + d)(p);
      const double after = (fixed(p) & flag) != 0 ? 0 : before + dt * Values(from, 5 + d)(p) / Values(from, 4)(p);
      Values(to, 2 + d)(p) = after;
      Values(to, d)(p) = Values(from, d)(p) + 0.5 * dt * (before + after);
    }
  }
}

void calc_everything_full(const mapwright_task* task) {
  const Values mass(task->arguments[0], 0);
  const mapwright_argument& state = task->arguments[1];
  const SeenVectors position(*task, 2, 3, 0);
  const SeenVectors velocity_before(*task, 2, 3, 2);
  const SeenVectors velocity(*task, 2, 3, 4);
  const TypedField<const std::int32_t> first_point(task->arguments[4], 0);
  const double dt = time_step(task->arguments[5]);
  for (std::int64_t z = 0; z < state.points; ++z) {
    const Corners corners = corners_of(first_point, z);
    const ZoneShape shape(gather(position, corners));
    double work = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto side = 4 * z + static_cast<std::int64_t>(k);
      const auto before = 4 * z + static_cast<std::int64_t>((k + 3) % 4);
      const ZoneVector mean = 0.5 * (velocity_before(corners[k]) + velocity(corners[k]));
      work -= dt * ((Values(task->arguments[4], 1)(before) - Values(task->arguments[4], 1)(side)) * mean.x +
                    (Values(task->arguments[4], 2)(before) - Values(task->arguments[4], 2)(side)) * mean.y);
    }
    const double energy = Values(state, 2)(z) + work;
    Values(state, 0)(z) = mass(z) / shape.area;
    Values(state, 1)(z) = energy / mass(z);
    Values(state, 2)(z) = energy;
    Values(state, 4)(z) = Values(state, 3)(z);
    Values(state, 3)(z) = shape.area;
    Values(state, 5)(z) = shape.length();
    Values(state, 6)(z) = work;
  }
}

void calc_dt_hydro(const mapwright_task* task) {
  const mapwright_argument& zones = task->arguments[0];
  const double dt = time_step(task->arguments[1]);
  double least = PennantModel::longest_step;
  for (std::int64_t z = 0; z < zones.points; ++z) {
    least = std::min(least, longest_time_step(Values(zones, 3)(z), Values(zones, 0)(z), Values(zones, 1)(z),
                                              Values(zones, 2)(z), dt));
  }
  double& target = Values(task->arguments[2], 0)(0);
  target = std::min(target, least);
}

} // namespace

KernelTable pennant_kernels() {
  const auto device = [](const char* entry, const char* work) {
    return OpenClKernel{std::string(mesh_kernels::pennant), entry, {work}};
  };
  return {{"init_hydro", {init_hydro, device("init_hydro", "zones")}},
          {"calc_global_dt", {calc_global_dt, device("calc_global_dt", "1")}},
          {"adv_pos_half", {adv_pos_half, device("adv_pos_half", "max(points, 1)")}},
          {"calc_everything", {calc_everything, device("calc_everything", "zones")}},
          {"adv_pos_full", {adv_pos_full, device("adv_pos_full", "max(points, 1)")}},
          {"calc_everything_full", {calc_everything_full, device("calc_everything_full", "zones")}},
          {"calc_dt_hydro", {calc_dt_hydro, device("calc_dt_hydro", "zones")}}};
}

} // namespace mapwright::mapper
