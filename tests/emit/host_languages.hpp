// One program that answers for many example maps in both word widths with their emitted HIP or SYCL text.
#pragma once

#include "emit/toolchain.hpp"

namespace mapwright::test {

/// The namespace that answers for a map in one width: `answer(in, table, w, out)` fills the words of index w.
inline std::string answering_text(const ExampleMap& e, int bits) {
  const std::size_t d = e.map.domain.dimensions.size();
  std::string sizes;
  for (std::size_t i = 0; i < e.map.domain.parameters.size(); ++i) {
    sizes += (i == 0 ? "" : ", ") + ("index_t(in[" + std::to_string(i)) + "])";
  }
  const bool runtime = !e.map.tables.empty() && e.map.tables[0].runtime;
  const std::string parameters = sizes + (runtime ? ", table" : "");
  std::string near;
  for (std::size_t i = 0; i < d; ++i) {
    near += ", c[" + std::to_string(i) + "]";
  }
  const std::string again = is_prepared(e, bits) ? "prepare(" + sizes + ")" + (runtime ? ", table" : "") : parameters;
  const std::string name = e.identifier + "_" + std::to_string(bits);
  return "namespace for_" + name + " {\nusing namespace mapwright_maps::" + e.identifier + "::w" +
         std::to_string(bits) +
         ";\ninline std::int64_t total(const std::int64_t* in, const std::int64_t* table) {\n"
         "  (void)in, (void)table;\n  return count(" +
         parameters +
         ");\n}\n"
         "inline void answer(const std::int64_t* in, const std::int64_t* table, std::int64_t w, std::int64_t* out) {\n"
         "  (void)in, (void)table;\n  index_t c[" +
         std::to_string(d) + "];\n  const point at = unrank(" + parameters +
         ", index_t(w));\n  std::memcpy(c, &at, sizeof c);\n  for (index_t x : c) *out++ = x;\n"
         "  const point again = unrank(" +
         again +
         ", index_t(w));\n  std::memcpy(c, &again, sizeof c);\n  for (index_t x : c) *out++ = x;\n"
         "  *out++ = rank(" +
         parameters + ", at);\n  *out++ = contains(" + parameters +
         ", at);\n  for (index_t& x : c) {\n    x += 1; *out++ = contains(" + parameters + near +
         ");\n    x -= 2; *out++ = contains(" + parameters + near +
         ");\n    x += 1;\n  }\n  const step s = successor(" + parameters +
         ", at);\n  *out++ = s.has_next;\n  std::memcpy(c, &s.next, sizeof c);\n"
         "  for (index_t x : c) *out++ = s.has_next ? x : 0;\n}\n}\n";
}

/// A program whose argument is a file with lines "name bits words-per-index input output"; it writes every output.
inline std::string many_maps_program(const std::vector<ExampleMap>& maps, const std::string& extension, bool queue) {
  std::string out =
      "#include <cstdint>\n#include <cstring>\n#include <fstream>\n#include <string>\n#include <vector>\n";
  std::string dispatch;
  for (const ExampleMap& e : maps) {
    out += "#include \"" + e.identifier + extension + "\"\n";
  }
  for (const ExampleMap& e : maps) {
    for (const int bits : {32, 64}) {
      out += answering_text(e, bits);
      const std::string name = e.identifier + "_" + std::to_string(bits);
      const std::string call = "for_" + name + "::answer(sizes, table, w[k], to + k * width);";
      dispatch += "    if (name == \"" + name + "\") {\n      out[0] = for_" + name + "::total(sizes, table);\n      " +
                  (queue ? "mapwright_maps::" + e.identifier +
                               "::launch::for_each(queue, items, [=](std::int64_t k) { " + call + " }, 32);\n"
                         : "for (std::int64_t k = 0; k < items; ++k) " + call + "\n") +
                  "    }\n";
    }
  }
  return out + "int main(int, char** a) {\n  std::ifstream tasks(a[1]);\n" + (queue ? "  sycl::queue queue;\n" : "") +
         "  std::string name, from, into;\n  std::int64_t parameters = 0, width = 0;\n"
         "  while (tasks >> name >> parameters >> width >> from >> into) {\n"
         "    std::ifstream f(from, std::ios::binary);\n    std::vector<std::int64_t> in;\n"
         "    for (std::int64_t x; f.read(reinterpret_cast<char*>(&x), 8);) in.push_back(x);\n"
         "    const std::int64_t* sizes = in.data();\n    const std::int64_t* table = sizes + parameters + 1;\n"
         "    const std::int64_t* w = table + sizes[parameters];\n"
         "    const std::int64_t items = in.data() + in.size() - w;\n"
         "    std::vector<std::int64_t> out(static_cast<std::size_t>(1 + items * width));\n"
         "    std::int64_t* to = out.data() + 1;\n" +
         dispatch +
         "    std::ofstream(into, std::ios::binary).write(reinterpret_cast<const char*>(out.data()),\n"
         "                                                static_cast<std::streamsize>(out.size() * 8));\n  }\n}\n";
}

} // namespace mapwright::test
