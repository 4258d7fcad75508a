#include "core/key_stream.hpp"

#include <gtest/gtest.h>

namespace mapwright {
namespace {

// Computed with a program of its own, written after RFC 8439 section 2.3.
TEST(KeyStream, IsChaCha20UnderTheDigestOfTheText) {
  KeyStream stream("mapwright");
  EXPECT_EQ(stream.next(), 0x5b4d3e5659c4c476U);
  EXPECT_EQ(stream.next(), 0x7bbddd9697cbb411U);
  for (int i = 2; i < 600; ++i) { // past the first 4096 bytes
    stream.next();
  }
  EXPECT_EQ(stream.next(), 0xb9d8788fbb92f1e7U);
}

TEST(KeyStream, DependsOnTheText) {
  EXPECT_EQ(KeyStream("a").next(), KeyStream("a").next());
  EXPECT_NE(KeyStream("a").next(), KeyStream("b").next());
}

} // namespace
} // namespace mapwright
