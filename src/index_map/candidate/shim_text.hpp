// What CUDA and OpenCL C have and C++ has not, as C++ text that stands before a candidate (source_file.cpp). It is not
// part of our own program. Arithmetic is the host's: roots are correctly rounded, whatever a device would do.
#pragma once

#include <string_view>

namespace mapwright::index_map::candidate::shim_text {

/// Vector types with members x, y, z, w, and what both languages share.
inline constexpr std::string_view common = R"(#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define MAPWRIGHT_VECTORS(T) \
  struct T##2 { T x, y; T##2() : x(), y() {} explicit T##2(T s) : x(s), y(s) {} \
    template <class A, class B> T##2(A a, B b) : x(static_cast<T>(a)), y(static_cast<T>(b)) {} }; \
  struct T##3 { T x, y, z; T##3() : x(), y(), z() {} explicit T##3(T s) : x(s), y(s), z(s) {} \
    template <class A, class B, class C> T##3(A a, B b, C c) \
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)) {} }; \
  struct T##4 { T x, y, z, w; T##4() : x(), y(), z(), w() {} explicit T##4(T s) : x(s), y(s), z(s), w(s) {} \
    template <class A, class B, class C, class D> T##4(A a, B b, C c, D d) \
        : x(static_cast<T>(a)), y(static_cast<T>(b)), z(static_cast<T>(c)), w(static_cast<T>(d)) {} };
MAPWRIGHT_VECTORS(int)
MAPWRIGHT_VECTORS(uint)
MAPWRIGHT_VECTORS(long)
MAPWRIGHT_VECTORS(ulong)
MAPWRIGHT_VECTORS(float)
MAPWRIGHT_VECTORS(double)
template <class A, class B> constexpr auto min(A a, B b) { return b < a ? b : a; }
template <class A, class B> constexpr auto max(A a, B b) { return a < b ? b : a; }
template <class T> inline T rsqrt(T x) { return T(1) / sqrt(x); }
)";

inline constexpr std::string_view cuda = R"(#define __global__
#define __constant__
#define __shared__
#define __launch_bounds__(...)
#define __noinline__ __attribute__((noinline))
typedef long long longlong;
typedef unsigned long long ulonglong;
MAPWRIGHT_VECTORS(longlong)
MAPWRIGHT_VECTORS(ulonglong)
#define MAPWRIGHT_MAKE(T, M) \
  template <class A, class B> inline T##2 M##2(A a, B b) { return T##2(a, b); } \
  template <class A, class B, class C> inline T##3 M##3(A a, B b, C c) { return T##3(a, b, c); } \
  template <class A, class B, class C, class D> inline T##4 M##4(A a, B b, C c, D d) { return T##4(a, b, c, d); }
MAPWRIGHT_MAKE(int, make_int)
MAPWRIGHT_MAKE(uint, make_uint)
MAPWRIGHT_MAKE(long, make_long)
MAPWRIGHT_MAKE(ulong, make_ulong)
MAPWRIGHT_MAKE(longlong, make_longlong)
MAPWRIGHT_MAKE(ulonglong, make_ulonglong)
MAPWRIGHT_MAKE(float, make_float)
MAPWRIGHT_MAKE(double, make_double)
typedef uint3 dim3;
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
#define MAPWRIGHT_CONVERT(NAME, FROM, TO) \
  inline TO __##NAME##_rd(FROM x) { return static_cast<TO>(floor(x)); } \
  inline TO __##NAME##_ru(FROM x) { return static_cast<TO>(ceil(x)); } \
  inline TO __##NAME##_rz(FROM x) { return static_cast<TO>(x); } \
  inline TO __##NAME##_rn(FROM x) { return static_cast<TO>(rint(x)); }
MAPWRIGHT_CONVERT(float2int, float, int)
MAPWRIGHT_CONVERT(float2uint, float, unsigned)
MAPWRIGHT_CONVERT(float2ll, float, long long)
MAPWRIGHT_CONVERT(float2ull, float, unsigned long long)
MAPWRIGHT_CONVERT(double2int, double, int)
MAPWRIGHT_CONVERT(double2uint, double, unsigned)
MAPWRIGHT_CONVERT(double2ll, double, long long)
MAPWRIGHT_CONVERT(double2ull, double, unsigned long long)
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>((uint64_t(a) * b) >> 32); }
)";

inline constexpr std::string_view opencl = R"(#define __kernel
#define __global
#define __private
#define __constant const
#define __local
#define global
#define kernel
#define constant const
#define MAPWRIGHT_CONVERT(T) \
  template <class F> inline T convert_##T(F x) { return static_cast<T>(x); } \
  template <class F> inline T convert_##T##_rtz(F x) { return static_cast<T>(x); } \
  template <class F> inline T convert_##T##_rtn(F x) { return static_cast<T>(floor(x)); } \
  template <class F> inline T convert_##T##_rtp(F x) { return static_cast<T>(ceil(x)); } \
  template <class F> inline T convert_##T##_rte(F x) { return static_cast<T>(rint(x)); }
MAPWRIGHT_CONVERT(int)
MAPWRIGHT_CONVERT(uint)
MAPWRIGHT_CONVERT(long)
MAPWRIGHT_CONVERT(ulong)
template <class F> inline float convert_float(F x) { return static_cast<float>(x); }
template <class F> inline double convert_double(F x) { return static_cast<double>(x); }
inline float native_sqrt(float x) { return sqrtf(x); }
inline float half_sqrt(float x) { return sqrtf(x); }
inline float native_rsqrt(float x) { return 1.0f / sqrtf(x); }
inline float native_recip(float x) { return 1.0f / x; }
inline float native_divide(float a, float b) { return a / b; }
inline float native_powr(float x, float y) { return powf(x, y); }
template <class T> inline T mad(T a, T b, T c) { return a * b + c; }
inline int clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<uint>(x)); }
inline uint clz(uint x) { return x == 0 ? 32 : static_cast<uint>(__builtin_clz(x)); }
inline long clz(long x) { return x == 0 ? 64 : __builtin_clzl(static_cast<ulong>(x)); }
inline ulong clz(ulong x) { return x == 0 ? 64 : static_cast<ulong>(__builtin_clzl(x)); }
inline uint mul_hi(uint a, uint b) { return static_cast<uint>((uint64_t(a) * b) >> 32); }
)";

} // namespace mapwright::index_map::candidate::shim_text
