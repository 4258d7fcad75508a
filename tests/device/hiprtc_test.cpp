// hiprtc without a GPU.
#include "device/hiprtc.hpp"
#include "support/sanitizers.hpp"
#include "vector_add.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::device {
namespace {

using ::testing::HasSubstr;

class HiprtcTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (test::sanitized()) {
      GTEST_SKIP() << "the search for leaks cannot always stop the threads that hiprtc leaves behind";
    }
    const Result<HiprtcVersion> version = hiprtc_version();
    if (!version) {
      EXPECT_EQ(version.error().kind, ErrorKind::machine);
      EXPECT_THAT(version.error().hint, HasSubstr("libhiprtc-builtins5"));
      GTEST_SKIP() << version.error().format();
    }
    EXPECT_GE(version->major, 5);
  }
};

TEST_F(HiprtcTest, CompilesForEachArchitectureToACodeObject) {
  for (const char* architecture : {"gfx906", "gfx90a", "gfx1030"}) {
    const Result<CompiledCode> output = hiprtc_compile({.source = testing::cuda_add, .architecture = architecture});
    ASSERT_TRUE(output) << output.error().format();
    ASSERT_TRUE(output->image) << output->log;
    EXPECT_EQ(output->image->substr(0, 4), "\x7f"
                                           "ELF");
    EXPECT_THAT(*output->image, HasSubstr("add"));
  }
}

TEST_F(HiprtcTest, RejectedSourceGivesTheLog) {
  const Result<CompiledCode> output =
      hiprtc_compile({.source = "__global__ void broken() { no_such_name(); }", .architecture = "gfx90a"});
  ASSERT_TRUE(output) << output.error().format();
  EXPECT_FALSE(output->image);
  EXPECT_THAT(output->log, HasSubstr("no_such_name"));
}

TEST_F(HiprtcTest, OptionsReachTheCompiler) {
  const std::string source = "extern \"C\" __global__ void f(int* a) { *a = VALUE; }";
  EXPECT_FALSE(hiprtc_compile({.source = source, .architecture = "gfx90a"})->image);
  EXPECT_TRUE(hiprtc_compile({.source = source, .architecture = "gfx90a", .options = {"-DVALUE=3"}})->image);
}

} // namespace
} // namespace mapwright::device
