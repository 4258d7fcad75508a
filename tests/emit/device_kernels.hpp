// Kernels around the emitted CUDA or HIP text of an example map.
#pragma once

#include "emit/toolchain.hpp"

namespace mapwright::test {

/// A kernel that calls all five functions in both words, and one that takes prepared sizes by value.
inline std::string device_kernels_text(const ExampleMap& e) {
  std::string out;
  for (const std::string word : {"w32", "w64"}) {
    std::string parameters;
    for (std::size_t i = 0; i < e.map.domain.parameters.size(); ++i) {
      parameters += (i == 0 ? "" : ", ") + ("m::index_t(in[" + std::to_string(i)) + "])";
    }
    for (const expr::Table& table : e.map.tables) {
      parameters += table.runtime ? ", in + 8" : "";
    }
    out += "__global__ void " + e.identifier + "_probe_" + word +
           "(const long long *in, long long items, long long *out) {\n"
           "  namespace m = mapwright_maps::" +
           e.identifier + "::" + word +
           ";\n"
           "  const long long q = mapwright_maps::" +
           e.identifier +
           "::launch::global_index();\n"
           "  if (q >= items || !m::fits(" +
           parameters.substr(0, parameters.find(", in + 8")) +
           ")) return;\n"
           "  const m::point at = m::unrank(" +
           parameters +
           ", m::index_t(q));\n"
           "  const m::step s = m::successor(" +
           parameters +
           ", at);\n"
           "  out[q] = m::count(" +
           parameters + ") + m::rank(" + parameters + ", at) + m::contains(" + parameters +
           ", s.next) + s.has_next;\n}\n";
    if (is_prepared(e, word == "w32" ? 32 : 64)) {
      const std::string space = "mapwright_maps::" + e.identifier + "::" + word + "::";
      const bool table = parameters.ends_with(", in + 8");
      out += "__global__ void " + e.identifier + "_prepared_" + word + "(" + space +
             "prepared sizes, const long long *in, " + space + "point *out) {\n  out[threadIdx.x] = " + space +
             "unrank(sizes" + (table ? ", in" : "") + ", " + space + "index_t(in[threadIdx.x]));\n}\n";
    }
  }
  return out;
}

} // namespace mapwright::test
