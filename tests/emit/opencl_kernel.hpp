// A kernel around the emitted OpenCL C of an example map, and the words it reads.
#pragma once

#include "emit/toolchain.hpp"

namespace mapwright::test {

/// A kernel whose work-item q answers for index q as cases.hpp lists it; item 0 also answers count.
inline std::string opencl_kernel(const ExampleMap& e, int bits, std::size_t table_entries) {
  const std::string word = bits == 32 ? "int" : "long";
  const std::string suffix = "_i" + std::to_string(bits);
  const std::size_t p = e.map.domain.parameters.size();
  const std::size_t d = e.map.domain.dimensions.size();
  const auto call = [&](const std::string& name) { return e.identifier + "_" + name + suffix; };
  std::string sizes;
  for (std::size_t i = 0; i < p; ++i) {
    sizes += (i == 0 ? "" : ", ") + ("(" + word + ")in[" + std::to_string(i)) + "]";
  }
  std::string tables;
  for (const expr::Table& table : e.map.tables) {
    tables += table.runtime ? ", (__global const " + word + " *)(in + " + std::to_string(p) + ")" : "";
  }
  const std::string parameters = sizes + tables;
  const std::string prepared = call("prepare") + "(" + sizes + ")" + tables;
  const std::string index = ", (" + word + ")in[" + std::to_string(p + table_entries) + " + q]";
  std::string point;
  std::string addresses;
  std::string next;
  for (std::size_t i = 0; i < d; ++i) {
    point += ", c[" + std::to_string(i) + "]";
    addresses += ", &c[" + std::to_string(i) + "]";
    next += ", &s[" + std::to_string(i) + "]";
  }
  const std::string width = std::to_string(words_per_index(e));
  const std::string dims = std::to_string(d);
  return "\n__kernel void probe(__global const long *in, long items, __global long *out) {\n  const long q = " +
         e.identifier +
         "_global_index();\n  if (q >= items) {\n    return;\n  }\n  if (q == 0) {\n    out[0] = " + call("count") +
         "(" + parameters + ");\n  }\n  long at = 1 + q * " + width + ";\n  " + word + " c[" + dims + "], s[" + dims +
         "];\n  " + call("unrank") + "(" + parameters + index + addresses + ");\n  for (int d = 0; d < " + dims +
         "; ++d) out[at++] = c[d];\n  " +
         (is_prepared(e, bits) ? call("unrank_prepared") + "(" + prepared : call("unrank") + "(" + parameters) + index +
         next + ");\n  for (int d = 0; d < " + dims + "; ++d) out[at++] = s[d];\n  out[at++] = " + call("rank") + "(" +
         parameters + point + ");\n  out[at++] = " + call("contains") + "(" + parameters + point +
         ");\n  for (int d = 0; d < " + dims + "; ++d) {\n    c[d] += 1; out[at++] = " + call("contains") + "(" +
         parameters + point + ");\n    c[d] -= 2; out[at++] = " + call("contains") + "(" + parameters + point +
         ");\n    c[d] += 1;\n  }\n  const int more = " + call("successor") + "(" + parameters + point + next +
         ");\n  out[at++] = more;\n  for (int d = 0; d < " + dims + "; ++d) out[at++] = more ? s[d] : 0;\n}\n";
}

/// Run-time tables have the word's type; `in` is made of 64-bit words.
inline std::vector<std::int64_t> packed(const std::vector<std::int64_t>& table, int bits) {
  if (bits == 64) {
    return table;
  }
  std::vector<std::int64_t> out((table.size() + 1) / 2);
  for (std::size_t i = 0; i < table.size(); ++i) {
    reinterpret_cast<std::int32_t*>(out.data())[i] = static_cast<std::int32_t>(table[i]);
  }
  return out;
}

} // namespace mapwright::test
