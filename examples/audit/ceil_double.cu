// A triangle by rounding up in double precision, for 32-bit ids: right for every one of them.
// audit: --function tile_of --domain triangle
// finds: clean
__device__ __forceinline__ int2 tile_of(int id) {
  const int i = (int)ceil(sqrt(2 * (double)id + 2.25) - 0.5) - 1;
  return make_int2(i, (int)(id - (long long)i * (i + 1) / 2));
}
