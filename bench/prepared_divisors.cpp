// What preparing divisors saves: the emitted C++ unrank that divides by sizes against the one that takes struct
// prepared and multiplies, at sizes the compiler does not know, over consecutive indices.
#include "support/native.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

struct Map {
  std::string domain;
  std::string name; ///< identifier
  std::string fold; ///< how a point becomes a number, so that nothing is optimised away
  std::vector<int> sizes;
  int from; ///< the first index
};

} // namespace

int main() {
  using namespace mapwright;
  const std::vector<Map> maps = {
      {"[n,m] -> { [i,j] : 0 <= i < n and 0 <= j < m }", "box", "p.i ^ p.j", {30000, 1000}, 1000000},
      {"[n,m,o] -> { [i,j,k] : 0 <= i < n and 0 <= j < m and 0 <= k < o }",
       "box_3d",
       "p.i ^ p.j ^ p.k",
       {300, 90, 70},
       1000000},
      {"band", "band", "p.i ^ p.j", {10000, 30, 60}, 100000}};
  try {
    const bench::Workshop workshop;
    std::string includes = bench::paired_timing;
    std::string body = "volatile int at_run_time;\nint opaque(int size) { at_run_time = size; return at_run_time; }\n"
                       "int main() {\n";
    for (const Map& map : maps) {
      workshop.write(map.name + ".hpp", bench::emitted_header(map.domain, map.name));
      includes += fmt::format("#include \"{}.hpp\"\n", map.name);
      for (const int bits : {32, 64}) {
        std::string names;
        body += fmt::format("  {{ namespace m = mapwright_maps::{}::w{};\n", map.name, bits);
        for (std::size_t i = 0; i < map.sizes.size(); ++i) {
          body += fmt::format("    const m::index_t s{} = opaque({});\n", i, map.sizes[i]);
          names += fmt::format("{}s{}", i == 0 ? "" : ", ", i);
        }
        const auto call = [&](const std::string& sizes) {
          return fmt::format("[=](i64 w) -> i64 {{ const auto p = m::unrank({}, m::index_t(w)); return {}; }}", sizes,
                             map.fold);
        };
        body += fmt::format("    const m::prepared ready = m::prepare({0});\n"
                            "    compare(\"{1} {2}, {3} bits: plain / prepared\", {4}, {5}, {6}, 150000); }}\n",
                            names, map.name, fmt::join(map.sizes, " x "), bits, call(names), call("ready"), map.from);
      }
    }
    workshop.write("main.cpp", includes + body + "}\n");
    return workshop.run_everywhere();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 4;
  }
}
