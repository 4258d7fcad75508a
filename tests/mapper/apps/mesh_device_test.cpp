// The kernels in OpenCL give what the reference gives.
#include "mapper/apps/mesh_difference.hpp"
#include "mapper/apps/on_device.hpp"

namespace mapwright::mapper {
namespace {

class MeshKernels : public testing::TestWithParam<const char*> {};

TEST_P(MeshKernels, InOpenClGiveWhatTheReferenceGives) {
  const std::optional<cl::Device> device = OnDevice::first_device();
  if (!device) {
    GTEST_SKIP() << "there is no OpenCL device";
  }
  const OpenedMesh opened(GetParam());
  RegionData got = opened.data();
  OnDevice(opened.application, opened.graph, *device).run(got);
  EXPECT_LE(difference_from_reference(opened, got), opened.application.tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, MeshKernels,
    testing::Values("circuit,loops=2,nodes_per_piece=60,wires_per_piece=100,percent_shared=10,pieces=3",
                    "stencil,tiles_x=3,tiles_y=2,n=7,short_by=3,steps=3",
                    "pennant,pieces=4,zones_x=3,zones_y=9,cycles=4"),
    [](const auto& size) {
      const std::string name = size.param;
      return name.substr(0, name.find(',')) + std::to_string(size.index);
    });

} // namespace
} // namespace mapwright::mapper
