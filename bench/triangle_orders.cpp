// The lower triangle in its three orders: by rows (a square root), folded (a division) and by squares (the highest
// bit), as emitted 32- and 64-bit C++, sizes given at run time, over the same number of consecutive indices.
#include "support/native.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

struct Word {
  int bits;
  std::string type;
  long long rows; ///< 2^level - 1, within the proved range of all three
  int level;
};

} // namespace

int main() {
  using namespace mapwright;
  const std::vector<Word> words = {{32, "std::int32_t", 32767, 15}, {64, "std::int64_t", 2147483647, 31}};
  constexpr int items = 200'000;
  try {
    const bench::Workshop workshop;
    std::string includes = bench::paired_timing;
    for (const std::string name : {"triangle", "triangle-fold", "triangle-halving"}) {
      const std::string identifier = name == "triangle" ? "rows" : name == "triangle-fold" ? "fold" : "halving";
      workshop.write(identifier + ".hpp", bench::emitted_header(name, identifier));
      includes += fmt::format("#include \"{}.hpp\"\n", identifier);
    }
    std::string body = "volatile i64 size_at_run_time;\nint main() {\n";
    for (const Word& word : words) {
      const auto map = [&](const std::string& name, const std::string& size) {
        return fmt::format("[{2}](i64 w) -> i64 {{ const auto p = mapwright_maps::{0}::w{1}::unrank({2}, {3}(w)); "
                           "return p.i ^ p.j; }}",
                           name, word.bits, size, word.type);
      };
      body += fmt::format("  {{ size_at_run_time = {1}; const auto n = {0}(size_at_run_time);\n"
                          "    size_at_run_time = {2}; const auto l = {0}(size_at_run_time);\n",
                          word.type, word.rows, word.level);
      const std::string middle = fmt::format("i64({}) * ({} / 4)", word.rows, word.rows);
      const std::string halving = map("halving", "l");
      for (const auto& [what, from] :
           {std::pair<std::string, std::string>{"from 0", "0"}, {"from the middle", middle}}) {
        body += fmt::format("    compare(\"{} bits, {}: by rows / by squares\", {}, {}, {}, {});\n", word.bits, what,
                            map("rows", "n"), halving, from, items);
        body += fmt::format("    compare(\"{} bits, {}: folded / by squares\", {}, {}, {}, {});\n", word.bits, what,
                            map("fold", "n"), halving, from, items);
      }
      body += "  }\n";
    }
    workshop.write("main.cpp", includes + body + "}\n");
    return workshop.run_everywhere();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 4;
  }
}
