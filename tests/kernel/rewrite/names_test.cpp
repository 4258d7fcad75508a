// Names are replaced as names, not as letters.
#include "kernel/rewrite/names.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel::rewrite {
namespace {

TEST(Names, OnlyFreeOnesAreReplaced) {
  EXPECT_EQ(with_names("p + pp + a.p + b->p + p /* p */", {{"p", "(p + lane)"}}),
            "(p + lane) + pp + a.p + b->p + (p + lane) /* p */");
  EXPECT_EQ(uses("p * p + s.p", "p"), 2U);
}

} // namespace
} // namespace mapwright::kernel::rewrite
