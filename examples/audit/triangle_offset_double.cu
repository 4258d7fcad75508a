// The same constant -0.4999 in double precision, where -0.5 would have been right up to row 134217727.
// audit: --function block_of --domain triangle
// finds: found n = 10001, w = 50015000: (10001, -1)
// kinds: off-by-a-row, out-of-domain, dropped
#define OFFSET -0.4999f

__device__ __forceinline__ longlong2 block_of(long long w) {
  const long long i = (long long)(sqrt(0.25 + 2.0 * (double)w) + OFFSET);
  return make_longlong2(i, w - i * (i + 1) / 2);
}
