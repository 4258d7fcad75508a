// Emitted HIP and SYCL text. HIP: compiled for a device as far as assembly, against tests/emit/hip_stand_in, and run on
// its host side. SYCL: run through its launch on tests/emit/sycl_stand_in. Both are compared with the evaluator.
#include "emit/device_kernels.hpp"
#include "emit/host_languages.hpp"
#include "support/paths.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

void write_header(const ScratchFolder& folder, const ExampleMap& e, const std::string& language) {
  const auto dialect = *emit::make_dialect(language);
  const auto text = dialect->emit(unit_of(e));
  ASSERT_TRUE(text) << text.error().format();
  write_text(folder / (e.identifier + std::string(dialect->extension())), *text);
}

/// Compiles one program with the text of all `maps` in the language, runs it once, and compares.
void compare_in_one_program(const std::string& language, const std::vector<ExampleMap>& maps,
                            const std::string& compiler) {
  const ScratchFolder folder;
  struct Asked {
    const ExampleMap* map;
    Case asked;
    std::string answers;
  };
  std::vector<Asked> all;
  std::ostringstream tasks;
  for (const ExampleMap& e : maps) {
    write_header(folder, e, language);
    for (const int bits : {32, 64}) {
      for (const Case& c : cases_of(e, bits)) {
        const Case few = thinned(c, e.identifier == "operators" ? 60 : 400);
        const std::string number = std::to_string(all.size());
        write_words(folder / ("in" + number), questions(few));
        all.push_back({&e, few, (folder / ("out" + number)).string()});
        tasks << e.identifier << '_' << bits << ' ' << c.parameters.size() << ' ' << words_per_index(e) << ' '
              << (folder / ("in" + number)).string() << ' ' << all.back().answers << '\n';
      }
    }
  }
  write_text(folder / "tasks", tasks.str());
  const std::string extension((*emit::make_dialect(language))->extension());
  write_text(folder / "many.cpp", many_maps_program(maps, extension, language == "sycl"));
  const std::string program = (folder / "many").string();
  ASSERT_EQ(failure_of(compiler + warnings + " '" + (folder / "many.cpp").string() + "' -o '" + program + "' && '" +
                           program + "' '" + (folder / "tasks").string() + "'",
                       folder),
            "");
  for (const Asked& one : all) {
    ASSERT_EQ(difference(*one.map, one.asked, expected_answers(*one.map, one.asked), read_words(one.answers)), "");
  }
}

/// A root, loops with tables, prepared divisions, every operator.
std::vector<ExampleMap> telling_maps() {
  return {tetrahedron(), gasket(), divisions(), operators(), roots()};
}

TEST(EmittedSycl, AnswersAsTheEvaluatorOnAStandIn) {
  const std::string include = " -isystem '" + (source_dir() / "tests/emit/sycl_stand_in").string() + "'";
  std::vector<ExampleMap> maps = telling_maps();
  maps.push_back(ragged());
  maps.push_back(hostile());
  compare_in_one_program("sycl", maps, "g++ -std=c++20 -O0 -DMAPWRIGHT_NO_FP64" + include);
  compare_in_one_program("sycl", {roots(), triangle()}, "g++ -std=c++20 -O0" + include);
}

TEST(EmittedHip, AnswersAsTheEvaluatorOnTheHost) {
  compare_in_one_program("hip", telling_maps(), "g++ -std=c++17 -O0");
}

TEST(EmittedHip, CompilesToAssemblyOfADevice) {
  if (!has_command("clang++")) {
    GTEST_SKIP() << "no clang++ on this machine";
  }
  const ScratchFolder folder;
  std::string kernels = "#include \"hip/hip_runtime.h\"\n";
  std::vector<ExampleMap> maps = telling_maps();
  maps.push_back(triangle_halving());
  for (const ExampleMap& e : maps) {
    write_header(folder, e, "hip");
    kernels += "#include \"" + e.identifier + ".hip.hpp\"\n" + device_kernels_text(e);
  }
  write_text(folder / "kernels.hip", kernels);
  const std::string assembly = (folder / "kernels.s").string();
  ASSERT_EQ(failure_of("clang++ -x hip --offload-arch=gfx90a -nogpulib -nogpuinc --cuda-device-only -std=c++17 -O1 -S "
                       "-Wall -Wextra -Werror -I'" +
                           (source_dir() / "tests/emit/hip_stand_in").string() + "' '" +
                           (folder / "kernels.hip").string() + "' -o '" + assembly + "'",
                       folder),
            "");
  const std::string text = read_text(assembly);
  for (const char* part : {"gfx90a", "tetrahedron_probe_w64", "divisions_prepared_w32", "v_ffbh_u32", "v_mul_hi_u32"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

} // namespace
} // namespace mapwright::test
