// The kernels of examples/attention and examples/syrk on a real CUDA device.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "support/tile_kernels.hpp"

namespace mapwright::device {
namespace {

class GpuTiles : public ::testing::Test {
protected:
  void SetUp() override {
    const Result<std::vector<DeviceInfo>> list = list_cuda_devices();
    if (!list) {
      GTEST_SKIP() << list.error().format();
    }
    if (const auto nvrtc = nvrtc_version(); !nvrtc) {
      GTEST_SKIP() << nvrtc.error().format();
    }
    Result<std::unique_ptr<Device>> opened = open_device(list->front());
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }
  std::unique_ptr<Device> device;
};

TEST_F(GpuTiles, AttentionIsThatOfPlainLoops) {
  using index_map::tiles::Align;
  test::expect_attention_example(
      *device,
      {{.right = 0, .align = Align::bottom_right}, {.left = 20, .right = 0, .sink = 3}, {.right = 0, .prefix = 30}});
}

TEST_F(GpuTiles, SyrkIsThatOfPlainLoops) {
  test::expect_syrk_example(*device, {false, true});
}

} // namespace
} // namespace mapwright::device
