// What other layers get when they ask for a map: proved ones alone.
#include "domain/parse.hpp"
#include "expr/text.hpp"
#include "index_map/offer_maps.hpp"
#include "loop/map_registry.hpp"

#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

TEST(OfferedMaps, AreProvedAndSayWhichSizesFitWords) {
  offer_proved_maps();
  const auto map = loop::proved_map(*domain::parse_domain("[n] -> { [i, j] : 0 <= j <= i < n }"));
  ASSERT_TRUE(map) << map.error().format();
  EXPECT_EQ(expr::to_text(map->map.count.results.front()), "select(1 <= n, n*(n + 1)/2, 0)");
  EXPECT_FALSE(map->range32.empty);
  EXPECT_GT(map->range64.at_most.front(), map->range32.at_most.front());
  EXPECT_TRUE(map->status.starts_with("proved")) << map->status;
  EXPECT_FALSE(map->certificate_hash.empty());
}

} // namespace
} // namespace mapwright::index_map
