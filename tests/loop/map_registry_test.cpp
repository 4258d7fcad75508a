// Maps are asked for where nobody derives them.
#include "loop/map_registry.hpp"

#include <gtest/gtest.h>

namespace mapwright::loop {
namespace {

TEST(MapRegistry, AnswersWithWhatWasOffered) {
  domain::Domain domain;
  domain.text = "triangle";
  const auto none = proved_map(domain);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "this program derives no index maps");

  offer_maps([](const domain::Domain& asked) -> Result<ProvedMap> {
    ProvedMap map;
    map.map.domain = asked;
    map.status = "proved";
    return map;
  });
  const auto map = proved_map(domain);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->map.domain.text, "triangle");

  offer_maps([](const domain::Domain& asked) -> Result<ProvedMap> {
    return fail(ErrorKind::input, asked.text + " is not covered");
  });
  EXPECT_EQ(proved_map(domain).error().message, "triangle is not covered");
  offer_maps({});
}

} // namespace
} // namespace mapwright::loop
