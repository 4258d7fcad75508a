// The tasks of the circuit on devices: one work item for each wire, or each node.
#define SEGMENTS 10
#define TIME_STEP 1e-2f
#define STEPS MW_SIZE(4)

// The field f of argument a (in buffer b) at point number k.
#define AT(T, b, a, f, k) (*(__global T*)(MW_FIELD(uchar, b, a, f) + (k) * MW_STRIDE(a, f, 0)))

// The first field of a node that a wire reaches: of the piece itself (arguments 0 and 1), then of its ghosts.
__global float* reached_node(__global uchar* own, __global uchar* shared, __global uchar* ghost,
                             __global const long* shape, long node) {
  if (node < MW_POINTS(0)) {
    return &AT(float, own, 0, 0, node);
  }
  node -= MW_POINTS(0);
  if (node < MW_POINTS(1)) {
    return &AT(float, shared, 1, 0, node);
  }
  return &AT(float, ghost, 2, 0, node - MW_POINTS(1));
}

void add_to(__global float* sum, float value) {
  volatile __global int* word = (volatile __global int*)sum;
  int seen = *word;
  int before;
  do {
    before = seen;
    seen = atomic_cmpxchg(word, before, as_int(as_float(before) + value));
  } while (seen != before);
}

__kernel void calculate_new_currents(__global uchar* own, __global uchar* shared, __global uchar* ghost,
                                     __global uchar* fixed, __global uchar* state, __global const long* shape) {
  const long w = get_global_id(0);
  float old_current[SEGMENTS];
  float current[SEGMENTS];
  float old_volts[SEGMENTS + 1];
  float volts[SEGMENTS + 1];
  for (int k = 0; k < SEGMENTS; ++k) {
    old_current[k] = current[k] = AT(float, state, 4, k, w);
  }
  for (int k = 1; k < SEGMENTS; ++k) {
    old_volts[k] = volts[k] = AT(float, state, 4, SEGMENTS + k - 1, w);
  }
  volts[0] = *reached_node(own, shared, ghost, shape, AT(int, fixed, 3, 0, w));
  volts[SEGMENTS] = *reached_node(own, shared, ghost, shape, AT(int, fixed, 3, 1, w));
  const float inertia = AT(float, fixed, 3, 2, w) / TIME_STEP;
  const float per_ohm = 1 / AT(float, fixed, 3, 3, w);
  const float per_farad = TIME_STEP / AT(float, fixed, 3, 4, w);
  for (long step = 0; step < STEPS; ++step) {
    for (int k = 0; k < SEGMENTS; ++k) {
      current[k] = ((volts[k] - volts[k + 1]) - inertia * (current[k] - old_current[k])) * per_ohm;
    }
    for (int k = 1; k < SEGMENTS; ++k) {
      volts[k] = old_volts[k] + per_farad * (current[k - 1] - current[k]);
    }
  }
  for (int k = 0; k < SEGMENTS; ++k) {
    AT(float, state, 4, k, w) = current[k];
  }
  for (int k = 1; k < SEGMENTS; ++k) {
    AT(float, state, 4, SEGMENTS + k - 1, w) = volts[k];
  }
}

__kernel void distribute_charge(__global uchar* own, __global uchar* shared, __global uchar* ghost,
                                __global uchar* wires, __global const long* shape) {
  const long w = get_global_id(0);
  add_to(reached_node(own, shared, ghost, shape, AT(int, wires, 3, 0, w)), -TIME_STEP * AT(float, wires, 3, 2, w));
  add_to(reached_node(own, shared, ghost, shape, AT(int, wires, 3, 1, w)), TIME_STEP * AT(float, wires, 3, 3, w));
}

__kernel void update_voltages(__global uchar* own, __global uchar* own_state, __global uchar* shared,
                              __global uchar* shared_state, __global uchar* times, __global const long* shape) {
  const long n = get_global_id(0);
  const long s = n - MW_POINTS(0);
  if (n == 0) {
    AT(long, times, 4, 0, 0) += 1;
  }
  if (n < MW_POINTS(0)) {
    const float lifted = AT(float, own_state, 1, 1, n) + AT(float, own_state, 1, 0, n) / AT(float, own, 0, 0, n);
    AT(float, own_state, 1, 1, n) = lifted * (1 - AT(float, own, 0, 1, n));
    AT(float, own_state, 1, 0, n) = 0;
  } else if (s < MW_POINTS(2)) {
    const float lifted = AT(float, shared_state, 3, 1, s) + AT(float, shared_state, 3, 0, s) / AT(float, shared, 2, 0, s);
    AT(float, shared_state, 3, 1, s) = lifted * (1 - AT(float, shared, 2, 1, s));
    AT(float, shared_state, 3, 0, s) = 0;
  }
}

__kernel void init_pieces(__global uchar* own, __global uchar* shared, __global uchar* wires, __global uchar* times,
                          __global const long* shape) {
  const long k = get_global_id(0);
  if (k == 0) {
    AT(long, times, 3, 0, 0) = 0;
  }
  if (k < MW_POINTS(0)) {
    AT(float, own, 0, 2, k) = 0;
  }
  if (k < MW_POINTS(1)) {
    AT(float, shared, 1, 2, k) = 0;
  }
  if (k < MW_POINTS(2)) {
    for (int field = 5; field < 5 + 2 * SEGMENTS - 1; ++field) {
      AT(float, wires, 2, field, k) = 0;
    }
  }
}
