// NVRTC without a GPU.
#include "device/nvrtc.hpp"
#include "vector_add.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::device {
namespace {

using ::testing::HasSubstr;

class NvrtcTest : public ::testing::Test {
protected:
  void SetUp() override {
    const Result<NvrtcVersion> version = nvrtc_version();
    if (!version) {
      EXPECT_EQ(version.error().kind, ErrorKind::machine);
      EXPECT_THAT(version.error().hint, HasSubstr("cuda-nvrtc"));
      GTEST_SKIP() << version.error().format();
    }
    EXPECT_GE(version->major, 11);
  }

  static bool knows(int architecture) {
    const auto list = nvrtc_architectures();
    return list && std::binary_search(list->begin(), list->end(), architecture);
  }
};

TEST_F(NvrtcTest, CompilesForEachArchitectureToACubin) {
  for (const int architecture : {80, 90}) {
    if (!knows(architecture)) {
      GTEST_SKIP() << "this NVRTC does not know sm_" << architecture;
    }
    const Result<NvrtcOutput> output =
        nvrtc_compile({.source = testing::cuda_add, .architecture = "sm_" + std::to_string(architecture)});
    ASSERT_TRUE(output) << output.error().format();
    ASSERT_TRUE(output->image) << output->log;
    EXPECT_EQ(output->image->substr(0, 4), "\x7f"
                                           "ELF");
    EXPECT_THAT(*output->image, HasSubstr("add"));
  }
}

TEST_F(NvrtcTest, CompilesToPtx) {
  const Result<NvrtcOutput> output =
      nvrtc_compile({.source = testing::cuda_add, .architecture = "sm_90", .image = CudaImage::ptx});
  ASSERT_TRUE(output) << output.error().format();
  ASSERT_TRUE(output->image) << output->log;
  EXPECT_THAT(*output->image, HasSubstr(".target sm_90"));
  EXPECT_THAT(*output->image, HasSubstr(".entry add("));
}

TEST_F(NvrtcTest, RejectedSourceGivesTheLog) {
  const Result<NvrtcOutput> output = nvrtc_compile({.source = "__global__ void broken() { no_such_name(); }"});
  ASSERT_TRUE(output) << output.error().format();
  EXPECT_FALSE(output->image);
  EXPECT_THAT(output->log, HasSubstr("kernel.cu(1): error"));
  EXPECT_THAT(output->log, HasSubstr("no_such_name"));
}

TEST_F(NvrtcTest, OptionsReachTheCompiler) {
  const std::string source = "extern \"C\" __global__ void f(int* a) { *a = VALUE; }";
  EXPECT_FALSE(nvrtc_compile({.source = source})->image);
  EXPECT_TRUE(nvrtc_compile({.source = source, .options = {"-DVALUE=3"}})->image);
  const Result<NvrtcOutput> unknown = nvrtc_compile({.source = source, .options = {"--no-such-option"}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, ErrorKind::input);
}

TEST_F(NvrtcTest, UnknownArchitecturesAreInputErrors) {
  for (const char* name : {"sm_13", "sm_", "hopper", ""}) {
    const Result<NvrtcOutput> output = nvrtc_compile({.source = testing::cuda_add, .architecture = name});
    ASSERT_FALSE(output) << name;
    EXPECT_EQ(output.error().kind, ErrorKind::input);
    EXPECT_THAT(output.error().hint, HasSubstr("sm_"));
  }
}

} // namespace
} // namespace mapwright::device
