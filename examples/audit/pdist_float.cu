// The same pairs with a root in single precision.
// audit: --function pair_of --domain "[n] -> { [i, j] : 0 <= i < j < n }"
// finds: found n = 3074, w = 3072: (1, 1)
// kinds: off-by-a-row, out-of-domain, dropped
__device__ __forceinline__ longlong2 pair_of(long long n, long long k) {
  const float m = (float)n - 0.5f;
  const long long i = (long long)(m - sqrtf(m * m - 2.0f * (float)k - 1.0f));
  return make_longlong2(i, k - n * i + i * (i + 1) / 2 + i + 1);
}
