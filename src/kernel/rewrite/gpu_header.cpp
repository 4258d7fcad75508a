#include "kernel/rewrite/headers.hpp"

namespace mapwright::kernel::rewrite {

std::string_view gpu_header() {
  return R"(#pragma once
#define __global__ __attribute__((annotate("kernel")))
#define __device__ __attribute__((annotate("device")))
#define __host__
#define __shared__ __attribute__((annotate("shared")))
#define __constant__ __attribute__((annotate("constant")))
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long;
using uint64_t = unsigned long;
using size_t = unsigned long;
using uint = unsigned int;
struct uint3 { unsigned int x, y, z; };
struct dim3 { unsigned int x, y, z; };
struct float2 { float x, y; };
struct float3 { float x, y, z; };
struct float4 { float x, y, z, w; };
struct int2 { int x, y; };
struct int4 { int x, y, z, w; };
struct uint4 { unsigned int x, y, z, w; };
float2 make_float2(float, float);
float3 make_float3(float, float, float);
float4 make_float4(float, float, float, float);
int2 make_int2(int, int);
int4 make_int4(int, int, int, int);
uint4 make_uint4(unsigned, unsigned, unsigned, unsigned);
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
extern const int warpSize;
void __syncthreads();
void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
template <class T> T __ldg(const T*);
template <class T, class U> T atomicAdd(T*, U);
template <class T, class U> T atomicSub(T*, U);
template <class T, class U> T atomicMax(T*, U);
template <class T, class U> T atomicMin(T*, U);
template <class T, class U> T atomicExch(T*, U);
template <class T, class U> T atomicOr(T*, U);
template <class T, class U> T atomicAnd(T*, U);
template <class T, class U, class V> T atomicCAS(T*, U, V);
template <class T> T __shfl_sync(unsigned, T, int, int = 32);
template <class T> T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T> T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T> T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T> T __shfl(T, int, int = 32);
template <class T> T __shfl_down(T, unsigned, int = 32);
template <class T> T __shfl_up(T, unsigned, int = 32);
template <class T> T __shfl_xor(T, int, int = 32);
unsigned __ballot_sync(unsigned, int);
unsigned __activemask();
int __popc(unsigned);
int __popcll(unsigned long long);
int __clz(int);
int __ffs(int);
float __expf(float);
float __logf(float);
float __fdividef(float, float);
float __fmaf_rn(float, float, float);
float __frcp_rn(float);
float __int_as_float(int);
int __float_as_int(float);
float __uint_as_float(unsigned);
unsigned __float_as_uint(float);
double __longlong_as_double(long long);
long long __double_as_longlong(double);
float sqrtf(float); float rsqrtf(float); float expf(float); float exp2f(float); float logf(float); float log2f(float);
float fabsf(float); float floorf(float); float ceilf(float); float fmaf(float, float, float); float fmaxf(float, float);
float fminf(float, float); float powf(float, float); float sinf(float); float cosf(float); float tanhf(float);
float rintf(float); float roundf(float); float truncf(float); float fmodf(float, float); float copysignf(float, float);
double sqrt(double); double rsqrt(double); double exp(double); double exp2(double); double log(double);
double fabs(double); double floor(double); double ceil(double); double fma(double, double, double);
double fmax(double, double); double fmin(double, double); double pow(double, double); double cbrt(double);
template <class T> T min(T, T);
template <class T> T max(T, T);
int abs(int);
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
)";
}

} // namespace mapwright::kernel::rewrite
