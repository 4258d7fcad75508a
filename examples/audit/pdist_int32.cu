// Pairs i < j of n observations, row by row, as distance kernels number them. The root is in double precision, but 2*k
// is computed in 32 bits: it overflows from n = 46342 on.
// audit: --function pair_of --domain "[n] -> { [i, j] : 0 <= i < j < n }"
// finds: found n = 46342, w = 1073741824: (-19194, 2147406200)
// kinds: wrong-row, out-of-domain, dropped, overflow
__device__ __forceinline__ int2 pair_of(int n, int k) {
  const double m = n - 0.5;
  const int i = (int)(m - sqrt(m * m - 2 * k - 1));
  const long long before = (long long)i * n - (long long)i * (i + 1) / 2;
  return make_int2(i, (int)(k - before + i + 1));
}
