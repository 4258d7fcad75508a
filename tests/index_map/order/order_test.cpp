// Requests for orders as text, and what the orders of a domain refuse.
#include "mapwright/index_map.hpp"

#include "domain/parse.hpp"
#include "index_map/order/order.hpp"
#include "reference/domain_points.hpp"
#include "reference/order_keys.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Order;

std::string refusal(const std::string& domain, const std::string& order) {
  const auto derived = derive_in_order(domain::parse_domain(domain).value(), domain::parse_order(order).value());
  return derived ? "none" : derived.error().message;
}

TEST(Orders, TextIsReadAndWrittenBack) {
  for (const std::string_view name : domain::order_names()) {
    const auto request = domain::parse_order(name);
    ASSERT_TRUE(request) << name;
    EXPECT_EQ(to_string(*request).substr(0, name.size()), name);
    EXPECT_EQ(to_string(*domain::parse_order(to_string(*request))), to_string(*request));
  }
  const auto tiles = domain::parse_order("tile-grouped:4x6, 3").value();
  EXPECT_EQ(tiles.order, Order::tile_grouped);
  EXPECT_EQ(to_string(tiles), "tile-grouped:4x6,3");
  EXPECT_EQ(to_string(*domain::parse_order("tile-grouped:5")), "tile-grouped:5x5,8");
  EXPECT_EQ(to_string(*domain::parse_order("tile-grouped")), "tile-grouped:1x1,8");
}

TEST(Orders, WrongTextIsRefusedWithWhatThereIs) {
  EXPECT_EQ(domain::parse_order("wavefrnt").error().message, "there is no order 'wavefrnt'");
  EXPECT_NE(domain::parse_order("wavefrnt").error().hint.find("wavefront"), std::string::npos);
  EXPECT_EQ(domain::parse_order("fold:3").error().message, "the order fold takes no argument");
  for (const char* tile : {"", "0", "3x", "x3", "3x0", "2,", "2,0", "2x2,1x", "9999", "-1", "2,3,4"}) {
    EXPECT_EQ(domain::parse_order(std::string("tile-grouped:") + tile).error().message,
              std::string("'") + tile + "' is no tile");
  }
}

TEST(Orders, RefusalsSayWhy) {
  EXPECT_EQ(refusal("band", "fold"),
            "no fold order: a row and its partner from the other end do not have equally many points in every pair");
  EXPECT_EQ(refusal("tetrahedron", "fold"), "no fold order: pairs of rows make a rectangle in at most two dimensions");
  EXPECT_EQ(refusal("gasket", "wavefront"), "no wavefront order: a self-similar set is counted cell by cell");
  EXPECT_EQ(refusal("ragged-causal", "longest-first"),
            "no longest-first order: the lengths of its rows are known at run time only");
  EXPECT_EQ(refusal("triangle", "tile-grouped:128x128,8"),
            "no tile-grouped:128x128,8 order: its proof tries the sizes modulo 1024, more than 512 cases in all; order "
            "the tiles themselves, as the points of a domain with tile-grouped:1x1,8");
  EXPECT_EQ(refusal("[n] -> { [a, b, c, d] : 0 <= a, b, c, d < n }", "tile-grouped:2,2"),
            "no tile-grouped:2x2,2 order: tiles are offered in at most 3 dimensions");
  EXPECT_EQ(refusal("[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i and (i + j) mod 2 = 0 }", "longest-first"),
            "no longest-first order: the length of a row is no affine function of the row: its points are not "
            "consecutive");
}

TEST(Orders, TilesOfMorePointsAndOtherDimensions) {
  struct Case {
    std::string domain;
    std::string order;
    std::vector<std::vector<expr::Int>> sizes;
  };
  const std::vector<Case> cases{
      {"[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", "tile-grouped:2x2,2", {{0, 2}, {9, 5}, {13, 4}}},
      {"triangle", "tile-grouped:4x4,2", {{0}, {19}}},
      {"[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", "tile-grouped:1x2,2", {{0, 2}, {9, 5}}},
      {"[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", "tile-grouped:2x1,2", {{0, 2}, {9, 5}}},
      {"[group] -> { [i, tile_row] : 0 <= tile_row <= i < group }", "tile-grouped:1x1,2", {{0}, {9}}},
      {"[n] -> { [i] : 0 <= i < n and i mod 3 = 0 }", "tile-grouped:4,2", {{0}, {14}}},
      {"[n] -> { [i] : -n <= i < n }", "fold", {{0}, {1}, {6}}},
      {"[n] -> { [i, j] : 0 <= i < n and -i <= j < n }", "longest-first", {{0}, {1}, {6}}},
  };
  for (const Case& c : cases) {
    const auto plain = domain::parse_domain(c.domain).value();
    const auto request = domain::parse_order(c.order).value();
    const auto certified = certify_in_order(plain, request);
    ASSERT_TRUE(certified) << c.domain << ": " << certified.error().format();
    for (const auto& size : c.sizes) {
      const auto points = reference::sorted_in_order(request, test::scanned_points(plain, size));
      EXPECT_EQ(test::disagreement(certified->derived.map, size, points, test::box(plain.dimensions.size(), -2, 8),
                                   certified->derived.map.tables),
                "")
          << c.domain << ", " << c.order;
    }
  }
}

TEST(Orders, TheCertificateNamesTheOrderAndIsCheckedAlone) {
  const auto certified =
      certify_in_order(domain::parse_domain("triangle").value(), domain::parse_order("fold").value()).value();
  EXPECT_EQ(certified.certificate.domain, "ordered(triangle, fold)");
  auto file = to_json(certified.certificate);
  const auto report = check_certificate(file);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_EQ(test::failures(*report), "");
  for (const char* other : {"ordered(triangle, wavefront)", "triangle-fold", "triangle"}) {
    file["domain"] = other;
    const auto refused = check_certificate(file);
    EXPECT_FALSE(refused && refused->proved()) << other;
  }
}

TEST(Orders, OfTheLibrary) {
  const auto result = derive_index_map("triangle", "wavefront");
  ASSERT_TRUE(result.map) << result.error;
  EXPECT_TRUE(result.map->proved());
  EXPECT_EQ(result.map->unrank({4}, 2), (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(result.map->unrank({4}, 3), (std::vector<std::int64_t>{2, 0}));
  EXPECT_EQ(result.map->rank({4}, {3, 3}), 9);
  EXPECT_NE(derive_index_map("band", "fold").error.find("no fold order"), std::string::npos);
  EXPECT_NE(derive_index_map("band", "folded").error.find("no order 'folded'"), std::string::npos);
}

} // namespace
} // namespace mapwright::index_map
