#include "domain/parse.hpp"
#include "expr/text.hpp"
#include "index_map/derive.hpp"
#include "index_map/word_range.hpp"

#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using expr::Int;

domain::Map map_of(const std::string& text) {
  return derive(*domain::parse_domain(text)).value().map;
}

/// A map of one size with the given unrank; its count is n and everything else is nothing.
domain::Map map_with_unrank(const std::string& body) {
  const auto listing = expr::parse_listing("fn count(n; ) -> (count) { return (n); }"
                                           "fn unrank(n; w) -> (x) " +
                                               body + "fn other(n; x) -> (y) { return (0); }",
                                           "test");
  domain::Map map;
  map.domain.parameters = {expr::Symbol("n")};
  map.domain.dimensions = {"x"};
  map.count = listing->functions[0];
  map.unrank = listing->functions[1];
  map.rank = map.contains = map.successor = listing->functions[2];
  return map;
}

Int largest(const std::string& body, int bits) {
  const WordRanges ranges = word_ranges(map_with_unrank(body), {});
  const domain::WordRange& range = bits == 32 ? ranges.of32 : ranges.of64;
  EXPECT_EQ(range.bits, bits);
  return range.empty ? -1 : range.at_most.at(0);
}

TEST(WordRange, IsTheLargestSizeExactly) {
  for (const int bits : {32, 64}) {
    const Int limit = Int{1} << (bits - 1);
    const Int squares = largest("{ return (w*n); }", bits); // at most (n - 1) n
    EXPECT_LT((squares - 1) * squares, limit);
    EXPECT_GE(squares * (squares + 1), limit);
    EXPECT_EQ(largest("{ return (w); }", bits), limit - 1);
    EXPECT_EQ(largest("{ return (w + 1000); }", bits), limit - 1000);
  }
}

TEST(WordRange, IsEmptyWhereNoUsefulSizeFits) {
  EXPECT_EQ(largest("{ return (w + 4294967296); }", 32), -1);
  EXPECT_EQ(largest("{ return (w + 4294967296); }", 64), (Int{1} << 63) - (Int{1} << 32));
}

TEST(WordRange, ASizeTheMapDoesNotServeIsNoneOfIts) {
  EXPECT_EQ(largest("{ assume n in [0, 700]; return (w); }", 32), 700);
}

TEST(WordRange, OfDerivedMaps) {
  const WordRanges triangle = word_ranges(map_of("triangle"), {});
  const Int n = triangle.of32.at_most.at(0);
  EXPECT_LE(n * (n + 1), Int{1} << 31); // a numerator of the ranking polynomial
  EXPECT_GE(n, 46340);
  EXPECT_EQ(word_ranges(map_of("carpet"), {}).of32.at_most.at(0), 10); // 8^10 < 2^31 <= 8^11
  EXPECT_EQ(word_ranges(map_of("carpet"), {Int{3}}).of64.at_most.at(0), 3);
}

} // namespace
} // namespace mapwright::index_map
