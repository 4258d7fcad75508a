#include "measure/bandwidth.hpp"

#include <gtest/gtest.h>

namespace mapwright::measure {
namespace {

TEST(Bandwidth, IsARateOfThisWorld) {
  for (const unsigned threads : {1U, 2U}) {
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1} << 14U, std::uint64_t{1} << 24U}) {
      const BytesPerSecond rate = read_bandwidth(Bytes(size), threads);
      EXPECT_GT(rate, 1e7) << size;
      EXPECT_LT(rate, 1e13 * threads) << size;
    }
  }
}

} // namespace
} // namespace mapwright::measure
