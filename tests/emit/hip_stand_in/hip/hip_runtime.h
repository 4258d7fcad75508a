// The names of HIP's header that emitted index maps use, for a compiler that has HIP's language but not its runtime.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))

extern "C" {
__host__ __device__ float sqrtf(float);
__host__ __device__ double sqrt(double);
__host__ __device__ float cbrtf(float);
__host__ __device__ double cbrt(double);
__host__ __device__ float floorf(float);
}

__device__ inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
__device__ inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
__device__ inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
__device__ inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}

struct hip_stand_in_position {
  unsigned x;
  unsigned y;
  unsigned z;
};
extern __device__ const hip_stand_in_position threadIdx;
extern __device__ const hip_stand_in_position blockIdx;
extern __device__ const hip_stand_in_position blockDim;
extern __device__ const hip_stand_in_position gridDim;
