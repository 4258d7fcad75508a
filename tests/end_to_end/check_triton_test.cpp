// tools/check_triton, on stand-ins for Triton and torch: the kernels it writes and what it compares.
#include "support/paths.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace mapwright::test {
namespace {

TEST(CheckTriton, ComparesKernelsOfEmittedTextWithEmittedPython) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const std::string log = testing::TempDir() + "check_triton_log_" + std::to_string(::getpid());
  const std::string command = "PYTHONPATH='" + (source_dir() / "tests/emit/triton_stand_in").string() +
                              "' PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 '" +
                              (source_dir() / "tools/check_triton").string() + "' '" + binary().string() + "' >'" +
                              log + "' 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream in(log);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::remove(log.c_str());
  EXPECT_EQ(status, 0) << text;
  EXPECT_THAT(text, testing::HasSubstr("gasket: 729 indices agree in 32 and 64 bits"));
  EXPECT_THAT(text, testing::HasSubstr("window-sink-causal: 484 indices agree"));
}

} // namespace
} // namespace mapwright::test
