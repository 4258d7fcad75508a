// Passing over points without listing them.
#include "domain/parse.hpp"
#include "domain/reference.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::domain {
namespace {

struct Case {
  std::string text;
  std::vector<Int> size;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list{
      {"triangle", {9}},      {"band(a=2,b=1)", {7}}, {"[n] -> { [i, j] : 0 <= i < n and 0 <= 2j <= i }", {11}},
      {"wavefront", {5, 6}},  {"tetrahedron", {6}},   {"gasket", {5}},
      {"gasket", {9}}, // more than one listed block
      {"menger-sponge", {3}}, {"eri", {4}},           {"where:[r] -> [x,y] in [-r,r]x[-r,r] : x*x + y*y <= r*r", {6}}};
  return list;
}

Result<Scanner> scan(const Reference& reference, const std::vector<Int>& size) {
  ScanOptions options;
  options.count_first = false;
  return reference.scan(size, {}, options);
}

/// The points that are left, one row each.
std::vector<std::vector<std::int64_t>> rest(Scanner& scanner) {
  std::vector<std::vector<std::int64_t>> points;
  std::vector<std::vector<std::int64_t>> columns(scanner.dimensions(), std::vector<std::int64_t>(37));
  std::vector<std::int64_t*> pointers;
  for (auto& column : columns) {
    pointers.push_back(column.data());
  }
  while (const std::size_t count = scanner.fill(pointers, 37)) {
    for (std::size_t k = 0; k < count; ++k) {
      auto& point = points.emplace_back();
      for (const auto& column : columns) {
        point.push_back(column[k]);
      }
    }
  }
  return points;
}

RC_GTEST_PROP(ScannerSkip, ReadingGoesOnWhereSkippingEnds, ()) {
  const Case one = *rc::gen::elementOf(cases());
  const auto domain = parse_domain(one.text);
  RC_PRE(domain.has_value());
  const auto reference = Reference::make(*domain);
  RC_ASSERT(reference.has_value());
  auto whole = scan(*reference, one.size);
  RC_ASSERT(whole.has_value());
  const auto points = rest(*whole);
  auto scanner = scan(*reference, one.size);
  std::size_t at = 0;
  for (int step = 0; step < 4; ++step) {
    const auto wanted = *rc::gen::inRange<std::uint64_t>(0, points.size() / 2 + 2);
    const std::uint64_t skipped = scanner->skip(wanted);
    RC_ASSERT(skipped == std::min<std::uint64_t>(wanted, points.size() - at));
    at += static_cast<std::size_t>(skipped);
    std::vector<std::int64_t> row(scanner->dimensions());
    std::vector<std::int64_t*> pointers;
    for (auto& value : row) {
      pointers.push_back(&value);
    }
    if (scanner->fill(pointers, 1) == 1) {
      RC_ASSERT(row == points[at]);
      ++at;
    }
  }
  const auto left = rest(*scanner);
  RC_ASSERT(left ==
            std::vector<std::vector<std::int64_t>>(points.begin() + static_cast<std::ptrdiff_t>(at), points.end()));
}

TEST(ScannerSkip, CountsTheDomain) {
  for (const Case& one : cases()) {
    const auto domain = parse_domain(one.text);
    ASSERT_TRUE(domain) << one.text;
    const auto reference = Reference::make(*domain);
    ASSERT_TRUE(reference) << one.text;
    auto scanner = scan(*reference, one.size);
    ASSERT_TRUE(scanner) << one.text;
    EXPECT_EQ(static_cast<Int>(scanner->skip(std::numeric_limits<std::uint64_t>::max())),
              reference->count(one.size).value())
        << one.text;
  }
}

TEST(ScannerSkip, RespectsTheRangeOfTheFirstCoordinate) {
  for (const Case& one : cases()) {
    const auto domain = parse_domain(one.text);
    ASSERT_TRUE(domain) << one.text;
    const auto reference = Reference::make(*domain);
    ScanOptions options;
    options.first_coordinate = std::pair<std::int64_t, std::int64_t>(2, 3);
    auto listed = reference->scan(one.size, {}, options);
    options.count_first = false;
    auto skipped = reference->scan(one.size, {}, options);
    ASSERT_TRUE(listed && skipped) << one.text;
    EXPECT_EQ(skipped->skip(std::numeric_limits<std::uint64_t>::max()), rest(*listed).size()) << one.text;
  }
}

TEST(ScannerSkip, OfAFractalTakesNoTimePerPoint) {
  const auto domain = parse_domain("gasket");
  const auto reference = Reference::make(*domain);
  auto scanner = scan(*reference, {35}); // 3^35 points
  constexpr std::uint64_t all = 50'031'545'098'999'707;
  EXPECT_EQ(scanner->skip(all - 2), all - 2);
  const auto points = rest(*scanner);
  ASSERT_EQ(points.size(), 2U);
  const std::int64_t last = (std::int64_t{1} << 35) - 1;
  EXPECT_EQ(points[1], (std::vector<std::int64_t>{last, last}));
}

} // namespace
} // namespace mapwright::domain
