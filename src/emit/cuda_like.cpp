#include "emit/cuda_like.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* halve_to_one = R"(
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif)";

constexpr const char* device_global_index =
    R"(// The index of this thread in a one-dimensional block of a grid made by split(). Guard the tail: if (w < count).
__device__ inline long long global_index() {
  return ((static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x +
         threadIdx.x;
}
#endif
)";

constexpr const char* fp64_switch =
    R"(// Define MAPWRIGHT_NO_FP64 for devices with slow or no double: every function keeps its values.
#if !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#define MAPWRIGHT_FP64 1
#endif
)";

} // namespace

Spelling CudaLike::spelling(const Unit&, int bits) const {
  Spelling s = common_spelling(bits);
  s.qualifier = "MAPWRIGHT_HD inline";
  s.table_calls = true;
  s.float_suffix = "f";
  s.fp64_macro = "MAPWRIGHT_FP64";
  s.count_leading_zeros =
      "#ifdef " + device_macro() + "\n  return " + (bits == 32 ? "31 - __clz(x);" : "63 - __clzll(x);") + halve_to_one;
  s.multiply_high = "#ifdef " + device_macro() + "\n  return " + (bits == 32 ? "__umulhi" : "__umul64hi") +
                    "(a, b);\n#else\n" + multiply_high_text(bits) + "\n#endif";
  return s;
}

std::string CudaLike::prologue(std::string_view includes) const {
  return "#ifndef MAPWRIGHT_HD\n#if defined(" + compiler_macro() +
         ")\n#define MAPWRIGHT_HD __host__ __device__\n#else\n#define MAPWRIGHT_HD\n#endif\n#endif\n" +
         std::string(includes) + fp64_switch;
}

std::string CudaLike::launch(const Unit&) const {
  return "namespace launch {\n\n" + split_text("MAPWRIGHT_HD inline") + "\n#ifdef " + compiler_macro() + "\n" +
         device_global_index + "\n} // namespace launch\n\n";
}

/// A function-local table exists on both sides: in the device's global memory (read through its cache; the threads
/// of a warp read different entries, which constant memory would serve one after the other) and in the host's.
std::string CudaLike::table(const expr::Table& table, const std::string& name) const {
  return "MAPWRIGHT_HD inline long long " + name + "(long long at) {\n  static const " + integer(entry_bits(table)) +
         " entries[] = {\n" + entry_list(table) + "};\n  return entries[at];\n}\n";
}

std::string CudaLike::integer(int bits) const {
  return bits == 8 ? "signed char" : bits == 16 ? "short" : bits == 32 ? "int" : "long long";
}

std::string CudaLike::natural(int bits) const {
  return "unsigned " + integer(bits);
}

std::string CudaLike::constant() const {
  return "constexpr";
}

} // namespace mapwright::emit
