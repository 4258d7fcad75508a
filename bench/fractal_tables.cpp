// What multi-digit tables save: the same fractal map with one division and table look-up per level (form digit-loop)
// and with several digits per look-up (the form the cost model picks), as emitted 32-bit C++, level given at run time.
#include "support/native.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

struct Fractal {
  std::string domain; ///< catalogue name
  std::string name;   ///< identifier
  int level;
  std::string fold; ///< how a point becomes a number, so that nothing is optimised away
};

} // namespace

int main() {
  using namespace mapwright;
  const std::vector<Fractal> fractals = {{"gasket", "gasket", 12, "p.row ^ p.col"},
                                         {"carpet", "carpet", 6, "p.row ^ p.col"},
                                         {"vicsek", "vicsek", 8, "p.row ^ p.col"},
                                         {"menger-sponge", "menger", 4, "p.layer ^ p.row ^ p.col"}};
  try {
    const bench::Workshop workshop;
    std::string includes = bench::paired_timing;
    std::string body = "volatile int level_at_run_time;\nint main() {\n";
    for (const Fractal& f : fractals) {
      workshop.write(f.name + "_loop.hpp", bench::emitted_header(f.domain, f.name + "_loop", "digit-loop"));
      workshop.write(f.name + "_tables.hpp", bench::emitted_header(f.domain, f.name + "_tables"));
      workshop.write(f.name + "_fixed.hpp", bench::emitted_header(f.domain, f.name + "_fixed", "auto", f.level));
      includes +=
          fmt::format("#include \"{0}_loop.hpp\"\n#include \"{0}_tables.hpp\"\n#include \"{0}_fixed.hpp\"\n", f.name);
      const std::string call = "[l](i64 w) -> i64 {{ const auto p = mapwright_maps::{}_{}::w32::unrank(l, int(w)); "
                               "return {}; }}";
      const auto map = [&](const char* form) { return fmt::format(fmt::runtime(call), f.name, form, f.fold); };
      body += fmt::format("  {{ level_at_run_time = {}; const int l = level_at_run_time;\n", f.level);
      for (const char* form : {"tables", "fixed"}) {
        body += fmt::format("    compare(\"{} level {}: digit loop / {}\", {}, {}, 0, 150000);\n", f.domain, f.level,
                            form == std::string("tables") ? "tables, any level" : "tables, this level", map("loop"),
                            map(form));
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
