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

/// Positions as the device has them, different in every thread: compilers treat what is the same in all otherwise.
#define HIP_STAND_IN_COORDINATE(axis, builtin)                                                                         \
  struct {                                                                                                             \
    __device__ operator unsigned() const {                                                                             \
      return builtin##_##axis();                                                                                       \
    }                                                                                                                  \
  } axis
#define HIP_STAND_IN_POSITION(name, builtin)                                                                           \
  struct hip_stand_in_##name {                                                                                         \
    HIP_STAND_IN_COORDINATE(x, builtin);                                                                               \
    HIP_STAND_IN_COORDINATE(y, builtin);                                                                               \
    HIP_STAND_IN_COORDINATE(z, builtin);                                                                               \
  };                                                                                                                   \
  static __device__ const hip_stand_in_##name name = {}
HIP_STAND_IN_POSITION(threadIdx, __builtin_amdgcn_workitem_id);
HIP_STAND_IN_POSITION(blockIdx, __builtin_amdgcn_workgroup_id);
HIP_STAND_IN_POSITION(blockDim, __builtin_amdgcn_workgroup_size);

__device__ inline unsigned hip_stand_in_blocks_x() {
  return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x();
}
__device__ inline unsigned hip_stand_in_blocks_y() {
  return __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y();
}
__device__ inline unsigned hip_stand_in_blocks_z() {
  return __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z();
}
HIP_STAND_IN_POSITION(gridDim, hip_stand_in_blocks);
