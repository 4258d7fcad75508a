// The kernels of examples/ with schedules emitted here: run with OpenCL, and compiled for CUDA.
#include "device/nvrtc.hpp"
#include "emit/toolchain.hpp"
#include "support/tile_kernels.hpp"

namespace mapwright::index_map::tiles {
namespace {

class TileKernels : public ::testing::Test {
protected:
  void SetUp() override {
    const auto list = device::list_devices(device::Api::opencl);
    if (!list) {
      GTEST_SKIP() << list.error().format();
    }
    auto opened = device::open_device(list->front());
    ASSERT_TRUE(opened) << opened.error().format();
    device_ = std::move(*opened);
  }
  std::unique_ptr<device::Device> device_;
};

TEST_F(TileKernels, AttentionIsThatOfPlainLoops) {
  test::expect_attention_example(*device_, {{.right = 0, .align = Align::bottom_right}});
}

TEST_F(TileKernels, SyrkIsThatOfPlainLoops) {
  test::expect_syrk_example(*device_, {false});
}

/// Both kernels of examples/ with their schedules, in one text.
std::string cuda_examples() {
  return test::attention_source({.right = 0}, true) + test::syrk_source(false, true);
}

TEST(TileKernelsForCuda, CompileWithNvrtc) {
  if (const auto version = device::nvrtc_version(); !version) {
    GTEST_SKIP() << version.error().format();
  }
  const auto compiled = device::nvrtc_compile({.source = cuda_examples()});
  ASSERT_TRUE(compiled) << compiled.error().format();
  EXPECT_TRUE(compiled->image) << compiled->log;
  EXPECT_EQ(compiled->log.find("warning"), std::string::npos) << compiled->log;
}

TEST(TileKernelsForCuda, CompileWithNvcc) {
  if (!test::has_command("nvcc")) {
    GTEST_SKIP() << "no nvcc on this machine";
  }
  const test::ScratchFolder folder;
  test::write_text(folder / "kernels.cu", cuda_examples());
  EXPECT_EQ(test::failure_of("nvcc -std=c++17 -arch=sm_90 --cubin -Werror all-warnings '" +
                                 (folder / "kernels.cu").string() + "' -o '" + (folder / "cubin").string() + "'",
                             folder),
            "");
}

} // namespace
} // namespace mapwright::index_map::tiles
