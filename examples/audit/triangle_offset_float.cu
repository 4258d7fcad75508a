// A block map with the constant -0.4999 instead of -0.5, a root by its reciprocal: the constant hides rounding at
// first and is too large itself later. (On this host; a GPU's rsqrtf has its own rounding.)
// audit: --function block_of --domain triangle
// finds: proven-first n = 2055, w = 2110485: (2053, 2054)
// kinds: off-by-a-row, out-of-domain, dropped
// fused: found n = 2755, w = 3796389: (2755, -1)
#include <cuda_runtime.h>

#define OFFSET -0.4999f

__device__ __forceinline__ int2 block_of(int w) {
  const float arg = __fmaf_rn(2.0f, (float)w, 0.25f);
  const int i = (int)(arg * rsqrtf(arg) + OFFSET);
  return make_int2(i, w - i * (i + 1) / 2);
}
