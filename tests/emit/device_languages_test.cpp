// Emitted HIP and SYCL text. HIP: compiled for a device as far as assembly, against tests/emit/hip_stand_in, and run on
// its host side. SYCL: run through its launch on tests/emit/sycl_stand_in. Both are compared with the evaluator.
#include "emit/device_kernels.hpp"
#include "emit/host_languages.hpp"
#include "support/paths.hpp"

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

/// A root, loops with tables, prepared divisions, every operator.
std::vector<ExampleMap> telling_maps() {
  return {tetrahedron(), gasket(), divisions(), operators(), roots()};
}

TEST(EmittedSycl, AnswersAsTheEvaluatorOnAStandIn) {
  const std::string include = " -isystem '" + (source_dir() / "tests/emit/sycl_stand_in").string() + "'";
  std::vector<ExampleMap> maps = telling_maps();
  maps.push_back(ragged());
  maps.push_back(hostile());
  EXPECT_EQ(failure_in_one_program("sycl", maps, "g++ -std=c++20 -O0" + include + warnings, 40, 250), "");
}

TEST(EmittedHip, AnswersAsTheEvaluatorOnTheHost) {
  EXPECT_EQ(failure_in_one_program("hip", telling_maps(), "g++ -std=c++17 -O0 -DMAPWRIGHT_NO_FP64" + warnings, 40, 250),
            "");
}

/// The architecture of a device, as --offload-arch names it.
class EmittedHipFor : public ::testing::TestWithParam<const char*> {};

TEST_P(EmittedHipFor, CompilesToAssemblyOfADevice) {
  if (!has_command("clang++-19")) {
    GTEST_SKIP() << "no clang++-19 on this machine: apt-get install clang-19";
  }
  const ScratchFolder folder;
  std::string kernels = "#include \"hip/hip_runtime.h\"\n";
  std::vector<ExampleMap> maps = telling_maps();
  maps.push_back(triangle_halving());
  for (const ExampleMap& e : maps) {
    ASSERT_EQ(write_header(folder, e, "hip"), "");
    kernels += "#include \"" + e.identifier + ".hip.hpp\"\n" + device_kernels_text(e);
  }
  write_text(folder / "kernels.hip", kernels);
  const std::string assembly = (folder / "kernels.s").string();
  ASSERT_EQ(failure_of(std::string("clang++-19 -x hip --offload-arch=") + GetParam() +
                           " -nogpulib -nogpuinc --cuda-device-only -std=c++17 -O1 -S -Wall -Wextra -Werror -I'" +
                           (source_dir() / "tests/emit/hip_stand_in").string() + "' '" +
                           (folder / "kernels.hip").string() + "' -o '" + assembly + "'",
                       folder),
            "");
  const std::string text = read_text(assembly);
  for (const char* part :
       {GetParam(), "s_endpgm", "tetrahedron_probe_w64", "divisions_prepared_w32", "v_ffbh_u32", "v_mul_hi_u32"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, EmittedHipFor, ::testing::Values("gfx90a", "gfx942"),
                         [](const auto& instance) { return std::string(instance.param); });

} // namespace
} // namespace mapwright::test
