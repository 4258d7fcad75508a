// An exact root, but 8w + 1 in 32 bits without a sign: it wraps in row 32767.
// audit: --function tile_of --domain triangle
// finds: found n = 32768, w = 536870912: (0, 536870912)
// kinds: wrong-row, out-of-domain, dropped, wraps
__device__ __forceinline__ uint2 tile_of(unsigned int w) {
  const unsigned int i = (unsigned int)((sqrt((double)(8u * w + 1u)) - 1.0) * 0.5);
  return make_uint2(i, w - i * (i + 1u) / 2u);
}
