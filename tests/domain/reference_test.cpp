// What the reference refuses, and scans of a part of a domain.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "reference/domain_points.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

TEST(ReferenceErrors, NameWhatIsWrong) {
  const auto count = [](const char* text, std::vector<Int> size, std::uint64_t budget, std::vector<Table> tables = {}) {
    ScanOptions options;
    options.budget = budget;
    const Reference reference = Reference::make(parse_domain(text).value()).value();
    const auto scanner = reference.scan(size, tables, options);
    return scanner ? std::string("ok") : scanner.error().message;
  };
  EXPECT_EQ(count("triangle", {10}, 55), "ok");
  EXPECT_EQ(count("triangle", {10}, 54), "the scan would exceed its budget of 54 points");
  EXPECT_EQ(count("triangle", {1'000'000'000}, 1000), "the scan would exceed its budget of 1000 points");
  EXPECT_EQ(count("triangle", {}, 10), "the domain has 1 parameter, 0 given");
  EXPECT_EQ(count("band", {3}, 10), "the domain has 3 parameters, 1 given");
  EXPECT_EQ(count("menger-sponge", {20}, 1000), "the scan would exceed its budget of 1000 points");
  EXPECT_EQ(count("menger-sponge", {-1}, 1000), "the level is -1, it must not be negative");
  EXPECT_EQ(count("menger-sponge", {50}, 1000), "a side of 3^50 is beyond 2^62, the range of the reference");
  EXPECT_EQ(count("triangle", {expr::int_max}, 10), "the size 170141183460469231731687303715884105727 is beyond 2^62, "
                                                    "the range of the reference");
  EXPECT_EQ(count("where:[r] -> [x] in [0,r] : x == r", {1000}, 10), "the scan would exceed its budget of steps");
  EXPECT_EQ(count("eri", {100}, 1000), "the scan would exceed its budget of 1000 points");
  EXPECT_EQ(count("where:[x] in [0,3] : mod(3, x) == 0", {}, 10),
            "the condition of the domain has no value at some point: division by zero");
  EXPECT_EQ(count("where:[n] -> [x] in [0,n**3] : 1", {100'000'000}, 10),
            "a bound of the domain is beyond 2^62, the range of the reference");
  EXPECT_EQ(count("ragged", {2}, 10), "the domain needs the table 'cu_seqlens' of row offsets");
  EXPECT_EQ(count("ragged", {2}, 10, {test::offsets_of({3})}),
            "a batch of 2 needs 3 offsets, the table 'cu_seqlens' has 2");
  EXPECT_EQ(count("ragged", {2}, 10, {test::offsets_of({3, -1})}), "the row offsets decrease at entry 2");
}

TEST(BoundingBox, OfAnyQuasiAffineOrder) {
  const struct {
    const char* point;
    const char* box;
  } rows[] = {
      {"x", "0 <= i <= n - 1"},
      {"min(x, 3) - max(0, 2*x - 9)", ""},
      {"select(x < 4 and not (x == 2), 7 - x, mod(x, 3))", ""},
      {"floor_div(x, 2) - select(x <= 5 or x == 7, 3*x, n)", ""},
  };
  for (const auto& row : rows) {
    Domain domain = parse_domain("[n] -> { [x] : 0 <= x < n }").value();
    auto& shape = std::get<AffineShape>(domain.shape);
    shape.point_of_scan = {expr::parse_expr(row.point, "order").value()};
    shape.scan_of_point = {expr::parse_expr("i", "order").value()}; // not its inverse: only the box is asked for
    domain.dimensions = {"i"};
    const Reference reference = Reference::make(domain).value();
    const std::vector<Int> size{10};
    Int low = expr::int_max;
    Int high = expr::int_min;
    auto scanner = reference.scan(size).value();
    domain::Run run;
    while (scanner.next(run)) {
      low = std::min<Int>(low, run.first);
      high = std::max<Int>(high, run.last);
    }
    const Box box = bounding_box(domain, size).value();
    EXPECT_EQ(box.sides.at(0), std::make_pair(low, high)) << row.point;
    const auto text = bounding_box_text(domain);
    ASSERT_TRUE(text) << text.error().format();
    if (*row.box != 0) {
      EXPECT_EQ(text->at(0), row.box);
    }
  }
}

TEST(BoundingBox, OfAnOrderThatIsNotAffineIsRefused) {
  Domain domain = parse_domain("[n] -> { [x] : 0 <= x < n }").value();
  auto& shape = std::get<AffineShape>(domain.shape);
  shape.point_of_scan = {expr::parse_expr("x*x", "order").value()};
  shape.scan_of_point = {expr::parse_expr("isqrt(x)", "order").value()};
  const auto box = bounding_box(domain, std::vector<Int>{4});
  ASSERT_FALSE(box);
  EXPECT_EQ(box.error().message, "the order of the domain is not affine");
}

TEST(ReferenceErrors, AScanNearTheGreatestSizesWorksInParts) {
  const Int n = Int{1} << 61;
  const Reference reference = Reference::make(parse_domain("triangle").value()).value();
  ScanOptions options;
  options.count_first = false;
  const auto last = static_cast<std::int64_t>(n) - 1;
  options.first_coordinate = {last, last};
  auto scanner = reference.scan(std::vector<Int>{n}, {}, options);
  ASSERT_TRUE(scanner);
  domain::Run run;
  ASSERT_TRUE(scanner->next(run));
  EXPECT_EQ(run.prefix[0], last);
  EXPECT_EQ(run.last, last);
  EXPECT_FALSE(scanner->next(run));
  EXPECT_TRUE(reference.contains(std::vector<Int>{n}, std::vector<Int>{n - 1, n - 1}).value());
  EXPECT_FALSE(reference.contains(std::vector<Int>{n}, std::vector<Int>{n - 1, n}).value());
}

} // namespace
} // namespace mapwright::domain
