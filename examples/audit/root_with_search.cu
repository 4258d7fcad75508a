// A root in double precision that is checked in integers, and searched for by bisection when it is not exact: right.
// audit: --function tile_of --domain triangle
// finds: clean
__device__ long long row_of(long long w) {
  const long long estimate = __double2ll_rd((sqrt(2.0 * (double)w + 0.25) - 0.5));
  if (estimate * (estimate + 1) / 2 == w) {
    return estimate;
  }
  long long low = max(estimate - 4, 0LL); // row low begins at or before w
  long long high = estimate + 4;          // row high begins after it
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    if ((unsigned long long)middle * (middle + 1) / 2 <= w) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

__device__ longlong2 tile_of(long long w) {
  const long long i = row_of(w);
  return make_longlong2(i, w - (long long)((unsigned long long)i * (i + 1) / 2));
}
