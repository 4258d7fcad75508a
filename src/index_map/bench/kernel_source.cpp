#include "index_map/bench/body.hpp"
#include "index_map/bench/source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::bench {

namespace {

constexpr std::string_view opencl_prologue = R"text(
#define KERNEL __kernel
#define GLOBAL __global
#define THREAD(k) get_global_id(k)
#define SQRT(x) sqrt((float)(x))
#define CBRT(x) cbrt((float)(x))
#define EXP(x) exp((float)(x))
#define FLOOR(x) floor((float)(x))
typedef long wide_t;
typedef ulong sum_t;
)text";

constexpr std::string_view cuda_prologue = R"text(
#define KERNEL extern "C" __global__
#define GLOBAL
#define THREAD(k) MAPWRIGHT_THREAD_##k
#define MAPWRIGHT_THREAD_0 (blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x)
#define MAPWRIGHT_THREAD_1 (blockIdx.y * (unsigned long long)blockDim.y + threadIdx.y)
#define MAPWRIGHT_THREAD_2 (blockIdx.z * (unsigned long long)blockDim.z + threadIdx.z)
#define SQRT(x) sqrtf((float)(x))
#define CBRT(x) cbrtf((float)(x))
#define EXP(x) expf((float)(x))
#define FLOOR(x) floorf((float)(x))
typedef long long wide_t;
typedef unsigned long long sum_t;
)text";

constexpr std::string_view common_kernels = R"text(
KERNEL void clear(GLOBAL float *out, wide_t volume) {
  const wide_t at = (wide_t)THREAD(0);
  if (at < volume) {
    out[at] = -1.0f;
  }
}

KERNEL void digest(GLOBAL const float *out, GLOBAL sum_t *partial, wide_t volume, wide_t threads) {
  sum_t sum = 0;
  for (wide_t at = (wide_t)THREAD(0); at < volume; at += threads) {
    if (out[at] >= 0.0f) {
      const sum_t mixed = (sum_t)(at + 1) * (sum_t)0x9E3779B97F4A7C15;
      sum += mixed ^ (mixed >> 29);
    }
  }
  partial[THREAD(0)] = sum;
}
)text";

/// Parameters every strategy's kernel has, in the order of `Arguments` of the device (device_stage.cpp).
std::string parameters_text(const Instance& instance) {
  std::string text;
  for (std::size_t i = 0; i < instance.sizes.size(); ++i) {
    text += fmt::format("const index_t s{}, ", i);
  }
  for (std::size_t i = 0; i < instance.tables.size(); ++i) {
    text += fmt::format("GLOBAL const index_t *t{}, ", i);
  }
  for (std::size_t k = 0; k < instance.dimensions(); ++k) {
    text += fmt::format("const offset_t low{0}, const offset_t extent{0}, ", k);
  }
  return text + "GLOBAL const float *in, GLOBAL float *out, GLOBAL const int *points, GLOBAL const wide_t *starts, "
                "GLOBAL const int *rows, const wide_t row_count, const wide_t count, const wide_t never";
}

/// One thread per point of the box: the last dimension along x, the one before along y, all others along z.
std::string box_text(const Instance& instance, const std::string& statements, Target target) {
  const std::size_t dimensions = instance.dimensions();
  std::string text;
  std::string inside;
  for (std::size_t back = 0; back < std::min<std::size_t>(dimensions, 3); ++back) {
    const std::size_t k = dimensions - 1 - back;
    if (back == 2 && k > 0) {
      text += "offset_t outer = (offset_t)THREAD(2);\n";
      for (std::size_t m = k + 1; m-- > 1;) {
        text += fmt::format("const offset_t c{0} = low{0} + outer % extent{0};\nouter /= extent{0};\n", m);
      }
      text += "const offset_t c0 = low0 + outer;\n";
      inside += " && outer < extent0";
    } else {
      text += fmt::format("const offset_t c{0} = low{0} + (offset_t)THREAD({1});\n", k, back);
      inside += fmt::format("{}c{} < low{} + extent{}", inside.empty() ? "" : " && ", k, k, k);
    }
  }
  return text + guarded(fmt::format("{} && {}", inside, contains_text(instance, target)), statements);
}

std::string text_of_strategy(Strategy strategy, const Instance& instance, const std::string& statements,
                             Target target) {
  if (strategy == Strategy::box) {
    return box_text(instance, statements, target);
  }
  if (strategy == Strategy::fold) {
    const Fold fold = fold_text(instance);
    return fmt::format(
        "const offset_t x = (offset_t)THREAD(0), y = (offset_t)THREAD(1);\nif (x < {} && y < {}) {{\n{}}}\n",
        fold.columns_text, fold.rows_text, fold.text.body + guarded(fold.text.guard, statements));
  }
  const Linear text = linear_text(strategy, instance, target);
  return fmt::format("if ((wide_t)THREAD(0) < count) {{\nconst offset_t w = (offset_t)THREAD(0);\n{}{}}}\n", text.body,
                     guarded(text.guard, statements));
}

} // namespace

Result<std::string> kernel_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies,
                                  Target target, bool wide) {
  const bool opencl = target == Target::opencl;
  const auto map = map_text(instance, target);
  if (!map) {
    return forward(map);
  }
  const std::string_view word = instance.bits == 32 ? "int" : "wide_t";
  std::string text = *map + std::string(opencl ? opencl_prologue : cuda_prologue) +
                     fmt::format("typedef {} index_t;\ntypedef {} offset_t;\n#define NEEDED_IN(x) \"{}\"(x)\n", word,
                                 wide ? "wide_t" : "int", wide ? "l" : "r") +
                     std::string(common_kernels);
  for (const Strategy strategy : strategies) {
    for (const Doing doing : {Doing::work, Doing::find}) {
      const std::string statements = work_text(body, instance.dimensions(), doing, target);
      text += fmt::format("\nKERNEL void {}({}) {{\n{}}}\n", entry_name(strategy, doing), parameters_text(instance),
                          text_of_strategy(strategy, instance, statements, target));
    }
  }
  return text;
}

} // namespace mapwright::index_map::bench
