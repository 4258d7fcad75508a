// The same in single precision.
// audit: --function tile_of --domain triangle
// finds: proven-first n = 4097, w = 8390656: (4095, 4096)
// kinds: off-by-a-row, out-of-domain, dropped
__device__ __forceinline__ int2 tile_of(int id) {
  const int i = (int)ceilf(sqrtf(2 * (float)id + 2.25f) - 0.5f) - 1;
  return make_int2(i, (int)(id - (long long)i * (i + 1) / 2));
}
