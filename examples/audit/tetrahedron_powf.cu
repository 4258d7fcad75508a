// Layers of a tetrahedron by a cubic formula in single precision.
// audit: --function block_of --domain tetrahedron
// finds: proven-first n = 204, w = 1435819: (204, -2147483648, 1073741823)
// kinds: off-by-a-row, out-of-domain, dropped, overflow
__device__ __forceinline__ int3 block_of(int w) {
  const float v = sqrtf(729.0f * (float)w * (float)w - 3.0f) + 27.0f * (float)w;
  const float root = powf(v, 1.0f / 3.0f);
  const int i = w == 0 ? 0 : (int)(root / powf(3.0f, 2.0f / 3.0f) + 1.0f / (root * powf(3.0f, 1.0f / 3.0f)) - 1.0f);
  const int r = w - i * (i + 1) * (i + 2) / 6;
  const int j = (int)(sqrtf(2.0f * (float)r + 0.25f) - 0.5f);
  return make_int3(i, j, r - j * (j + 1) / 2);
}
