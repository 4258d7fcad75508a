// The tasks of pennant on devices: one work item for each zone or point.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define GAMMA (5.0 / 3.0)
#define LINEAR_VISCOSITY 0.25
#define QUADRATIC_VISCOSITY (4.0 / 3.0)
#define SUBZONE_STIFFNESS 0.5
#define COURANT 0.6
#define VOLUME_CHANGE 0.1
#define GROWTH 1.2
#define LONGEST_STEP 1e99

// The field f of argument a (in buffer b) at point number k.
#define AT(T, b, a, f, k) (*(__global T*)(MW_FIELD(uchar, b, a, f) + (k) * MW_STRIDE(a, f, 0)))
// The same of a point that a piece sees: its own, in argument a, are followed by its ghosts, in argument a + 1.
#define SEEN(own, ghost, a, f, k)                                                                                      \
  ((k) < MW_POINTS(a) ? &AT(double, own, a, f, k) : &AT(double, ghost, (a) + 1, f, (k) - MW_POINTS(a)))

double exchanged(__global double* target, double before, double after) {
  return as_double(atom_cmpxchg((volatile __global long*)target, as_long(before), as_long(after)));
}

void add_to(__global double* sum, double value) {
  double seen = *(volatile __global double*)sum;
  double before;
  do {
    before = seen;
    seen = exchanged(sum, before, before + value);
  } while (as_long(seen) != as_long(before));
}

void lower_to(__global double* least, double value) {
  double seen = *(volatile __global double*)least;
  while (value < seen) {
    const double before = seen;
    seen = exchanged(least, before, value);
    if (as_long(seen) == as_long(before)) {
      return;
    }
  }
}

// Areas of a zone and of the triangles between its sides and its centre.
double areas(const double2* corner, double2* centre, double* side_area) {
  double area = 0;
  *centre = 0.25 * (corner[0] + corner[1] + corner[2] + corner[3]);
  for (int k = 0; k < 4; ++k) {
    const double2 along = corner[(k + 1) % 4] - corner[k];
    const double2 inward = *centre - corner[k];
    side_area[k] = 0.5 * (along.x * inward.y - along.y * inward.x);
    area += side_area[k];
  }
  return area;
}

double shortest(const double2* corner, const double* side_area) {
  double least = LONGEST_STEP;
  for (int k = 0; k < 4; ++k) {
    const double2 along = corner[(k + 1) % 4] - corner[k];
    least = fmin(least, 4 * side_area[k] / sqrt(along.x * along.x + along.y * along.y));
  }
  return least;
}

__kernel void init_hydro(__global uchar* zones, __global uchar* sides, __global uchar* own, __global uchar* shared,
                         __global const long* shape) {
  const long z = get_global_id(0);
  AT(double, zones, 0, 3, z) = AT(double, zones, 0, 0, z) * AT(double, zones, 0, 2, z);
  AT(double, zones, 0, 7, z) = AT(double, zones, 0, 6, z);
}

__kernel void calc_global_dt(__global uchar* step, __global const long* shape) {
  AT(double, step, 0, 0, 0) = fmin(fmin(LONGEST_STEP, GROWTH * AT(double, step, 0, 0, 0)), AT(double, step, 0, 1, 0));
  AT(double, step, 0, 1, 0) = LONGEST_STEP;
}

__kernel void adv_pos_half(__global uchar* from, __global uchar* to, __global uchar* step,
                           __global const long* shape) {
  const long p = get_global_id(0);
  if (p >= MW_POINTS(0)) {
    return;
  }
  const double half_step = 0.5 * AT(double, step, 2, 0, 0);
  for (int d = 0; d < 2; ++d) {
    const double position = AT(double, from, 0, d, p);
    const double velocity = AT(double, from, 0, 2 + d, p);
    AT(double, to, 1, d, p) = position;
    AT(double, to, 1, 2 + d, p) = position + half_step * velocity;
    AT(double, to, 1, 4 + d, p) = velocity;
    AT(double, to, 1, 7 + d, p) = 0;
  }
  AT(double, to, 1, 6, p) = 0;
}

__kernel void calc_everything(__global uchar* zones, __global uchar* state, __global uchar* own, __global uchar* ghost,
                              __global uchar* own_sums, __global uchar* ghost_sums, __global uchar* sides,
                              __global uchar* forces, __global uchar* step, __global const long* shape) {
  const long z = get_global_id(0);
  long seen[4];
  double2 corner[4];
  double2 velocity[4];
  double2 force[4];
  double2 centre;
  double side_area[4];
  for (int k = 0; k < 4; ++k) {
    seen[k] = AT(int, sides, 6, 0, 4 * z + k);
    corner[k] = (double2)(*SEEN(own, ghost, 2, 0, seen[k]), *SEEN(own, ghost, 2, 1, seen[k]));
    velocity[k] = (double2)(*SEEN(own, ghost, 2, 2, seen[k]), *SEEN(own, ghost, 2, 3, seen[k]));
  }
  const double mass = AT(double, zones, 0, 0, z);
  const double energy = AT(double, zones, 0, 1, z);
  const double area_before = AT(double, zones, 0, 2, z);
  const double area = areas(corner, &centre, side_area);
  const double density = mass / area;
  const double pressure_before = (GAMMA - 1) * mass / area_before * energy;
  const double warm = fmax(0.0, energy - pressure_before * (area - area_before) / mass);
  const double sound = sqrt(GAMMA * (GAMMA - 1) * warm);
  double pressure = (GAMMA - 1) * density * warm;
  double growth = 0;
  for (int k = 0; k < 4; ++k) {
    const double2 across = corner[(k + 1) % 4] - corner[(k + 3) % 4];
    growth += 0.5 * (across.y * velocity[k].x - across.x * velocity[k].y);
  }
  if (growth < 0) {
    const double closing = -growth / area * shortest(corner, side_area);
    pressure += density * closing * (QUADRATIC_VISCOSITY * closing + LINEAR_VISCOSITY * sound);
  }
  AT(double, state, 1, 0, z) = pressure;
  AT(double, state, 1, 1, z) = sound;
  for (int k = 0; k < 4; ++k) {
    const double side_density = mass * AT(double, sides, 6, 1, 4 * z + k) / side_area[k];
    const double push = pressure + SUBZONE_STIFFNESS * sound * sound * (side_density - density);
    const double2 inward = centre - 0.5 * (corner[k] + corner[(k + 1) % 4]);
    force[k] = -push * (double2)(-inward.y, inward.x);
    AT(double, forces, 7, 0, 4 * z + k) = force[k].x;
    AT(double, forces, 7, 1, 4 * z + k) = force[k].y;
  }
  for (int k = 0; k < 4; ++k) {
    const int before = (k + 3) % 4;
    const double2 more = force[before] - force[k];
    const double share = AT(double, sides, 6, 1, 4 * z + k) + AT(double, sides, 6, 1, 4 * z + before);
    add_to(SEEN(own_sums, ghost_sums, 4, 0, seen[k]), mass * 0.5 * share);
    add_to(SEEN(own_sums, ghost_sums, 4, 1, seen[k]), more.x);
    add_to(SEEN(own_sums, ghost_sums, 4, 2, seen[k]), more.y);
  }
}

__kernel void adv_pos_full(__global uchar* from, __global uchar* to, __global uchar* step,
                           __global const long* shape) {
  const long p = get_global_id(0);
  if (p >= MW_POINTS(0)) {
    return;
  }
  const double dt = AT(double, step, 2, 0, 0);
  for (int d = 0; d < 2; ++d) {
    const double before = AT(double, from, 0, 2 + d, p);
    const double change = dt * AT(double, from, 0, 5 + d, p) / AT(double, from, 0, 4, p);
    const double after = (AT(int, from, 0, 7, p) & (d + 1)) != 0 ? 0 : before + change;
    AT(double, to, 1, 2 + d, p) = after;
    AT(double, to, 1, d, p) = AT(double, from, 0, d, p) + 0.5 * dt * (before + after);
  }
}

__kernel void calc_everything_full(__global uchar* mass, __global uchar* state, __global uchar* own,
                                   __global uchar* ghost, __global uchar* sides, __global uchar* step,
                                   __global const long* shape) {
  const long z = get_global_id(0);
  const double dt = AT(double, step, 5, 0, 0);
  double2 corner[4];
  double2 centre;
  double side_area[4];
  double work = 0;
  for (int k = 0; k < 4; ++k) {
    const long seen = AT(int, sides, 4, 0, 4 * z + k);
    const long before = 4 * z + (k + 3) % 4;
    corner[k] = (double2)(*SEEN(own, ghost, 2, 0, seen), *SEEN(own, ghost, 2, 1, seen));
    const double u = 0.5 * (*SEEN(own, ghost, 2, 2, seen) + *SEEN(own, ghost, 2, 4, seen));
    const double v = 0.5 * (*SEEN(own, ghost, 2, 3, seen) + *SEEN(own, ghost, 2, 5, seen));
    work -= dt * ((AT(double, sides, 4, 1, before) - AT(double, sides, 4, 1, 4 * z + k)) * u +
                  (AT(double, sides, 4, 2, before) - AT(double, sides, 4, 2, 4 * z + k)) * v);
  }
  const double area = areas(corner, &centre, side_area);
  const double zone_mass = AT(double, mass, 0, 0, z);
  const double energy = AT(double, state, 1, 2, z) + work;
  AT(double, state, 1, 0, z) = zone_mass / area;
  AT(double, state, 1, 1, z) = energy / zone_mass;
  AT(double, state, 1, 2, z) = energy;
  AT(double, state, 1, 4, z) = AT(double, state, 1, 3, z);
  AT(double, state, 1, 3, z) = area;
  AT(double, state, 1, 5, z) = shortest(corner, side_area);
  AT(double, state, 1, 6, z) = work;
}

__kernel void calc_dt_hydro(__global uchar* zones, __global uchar* step, __global uchar* least,
                            __global const long* shape) {
  const long z = get_global_id(0);
  const double dt = AT(double, step, 1, 0, 0);
  const double area_before = AT(double, zones, 0, 2, z);
  const double change = fabs(AT(double, zones, 0, 1, z) - area_before) / area_before;
  const double by_sound = COURANT * AT(double, zones, 0, 3, z) / fmax(AT(double, zones, 0, 0, z), 1e-99);
  lower_to(&AT(double, least, 2, 0, 0), fmin(by_sound, VOLUME_CHANGE * dt / fmax(change, 1e-99)));
}
