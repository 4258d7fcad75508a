// The kernels of matrix products in OpenCL give what the reference gives.
#include "mapper/apps/on_device.hpp"
#include "mapper/engine/region_data.hpp"

#include <algorithm>

namespace mapwright::mapper {
namespace {

TEST(MatmulKernel, InOpenClGivesWhatTheReferenceGives) {
  const std::optional<cl::Device> device = OnDevice::first_device();
  if (!device) {
    GTEST_SKIP() << "there is no OpenCL device";
  }
  for (const char* specification :
       {"cannon,n=13,nodes=2", "johnson,n=9", "solomonik,n=11,nodes=2", "summa,n=2,nodes=1"}) {
    const Application application = sure(open_application(specification));
    const TaskGraph graph = sure(expand(application.program));
    RegionData data = sure(RegionData::make(application.program));
    RegionData expected = sure(RegionData::make(application.program));
    std::ranges::fill(data.values<double>("a", "x"), -1.0); // fill_a clears it
    OnDevice(application, graph, *device).run(data);
    application.reference(expected);
    for (const std::string& region : application.results) {
      EXPECT_TRUE(std::ranges::equal(data.values<double>(region, "x"), expected.values<double>(region, "x")))
          << specification << ", " << region;
    }
  }
}

} // namespace
} // namespace mapwright::mapper
