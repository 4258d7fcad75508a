// CUDA C++ for nvcc and NVRTC (C++17; NVRTC needs no include). A plain C++17 compiler takes the text too: the host's
// part of a program may live in a file that nvcc never sees.
#include "emit/cpp_like.hpp"
#include "emit/dialects.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* cuda_prologue = R"(#ifndef MAPWRIGHT_HD
#if defined(__CUDACC__)
#define MAPWRIGHT_HD __host__ __device__
#else
#define MAPWRIGHT_HD
#endif
#endif
#ifndef __CUDACC__
#include <math.h>
#endif
// Define MAPWRIGHT_NO_FP64 for devices with slow or no double: every function keeps its values.
#if !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#define MAPWRIGHT_FP64 1
#endif
)";

constexpr const char* halve_to_one = R"(
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif)";

constexpr const char* global_index = R"(
#ifdef __CUDACC__
// The index of this thread in a one-dimensional block of a grid made by split(). Guard the tail: if (w < count).
__device__ inline long long global_index() {
  return ((static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x +
         threadIdx.x;
}
#endif
)";

class Cuda final : public CppLike {
public:
  [[nodiscard]] std::string_view name() const override { return "cuda"; }
  [[nodiscard]] std::string_view extension() const override { return ".cuh"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit&, int bits) const override {
    Spelling s = common_spelling(bits);
    s.qualifier = "MAPWRIGHT_HD inline";
    s.table_calls = true;
    s.float_suffix = "f";
    s.fp64_macro = "MAPWRIGHT_FP64";
    s.count_leading_zeros = std::string("#ifdef __CUDA_ARCH__\n  return ") +
                            (bits == 32 ? "31 - __clz(x);" : "63 - __clzll(x);") + halve_to_one;
    s.multiply_high = std::string("#ifdef __CUDA_ARCH__\n  return ") + (bits == 32 ? "__umulhi" : "__umul64hi") +
                      "(a, b);\n#else\n" + multiply_high_text(bits) + "\n#endif";
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return open(unit, "CUDA C++", "_CUH", cuda_prologue);
  }

  [[nodiscard]] std::string launch(const Unit&) const override {
    return "namespace launch {\n\n" + split_text("MAPWRIGHT_HD inline") + global_index + "\n} // namespace launch\n\n";
  }

  /// A function-local table exists on both sides: in the device's global memory (read through its cache; the threads
  /// of a warp read different entries, which constant memory would serve one after the other) and in the host's.
  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const override {
    return "MAPWRIGHT_HD inline long long " + name + "(long long at) {\n  static const " + integer(entry_bits(table)) +
           " entries[] = {\n" + entry_list(table) + "};\n  return entries[at];\n}\n";
  }

  [[nodiscard]] std::string integer(int bits) const override {
    return bits == 8 ? "signed char" : bits == 16 ? "short" : bits == 32 ? "int" : "long long";
  }
  [[nodiscard]] std::string natural(int bits) const override { return "unsigned " + integer(bits); }
  [[nodiscard]] std::string constant() const override { return "constexpr"; }
};

} // namespace

std::unique_ptr<Dialect> new_cuda() {
  return std::make_unique<Cuda>();
}

} // namespace mapwright::emit
