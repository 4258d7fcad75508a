#include "digits_domains.hpp"
#include "expr/evaluate.hpp"
#include "index_map/digits/digits.hpp"
#include "reference/enumerate.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Domain;
using domain::FractalShape;
using expr::Int;

/// Compares a derived map with brute force at all levels of at most `limit` points.
std::string compare(const Domain& domain, const Derived& derived, std::size_t limit) {
  const auto& shape = std::get<FractalShape>(domain.shape);
  for (int level = 0; level <= 12; ++level) {
    if (reference::power_of(static_cast<Int>(shape.cells.size()), level) > static_cast<Int>(limit)) {
      break;
    }
    const auto points = reference::fractal_points(shape, level);
    const Int side = reference::power_of(shape.scale, level);
    const bool small = reference::power_of(side + 2, static_cast<Int>(domain.dimensions.size())) <= 5000;
    const auto others = small ? test::box(domain.dimensions.size(), -1, side) : std::vector<domain::Point>{};
    const std::string difference =
        test::disagreement(derived.map, {level}, points, others, derived.map.tables, points.size() > 600 ? 7 : 1);
    if (!difference.empty()) {
      return "level " + std::to_string(level) + ": " + difference;
    }
  }
  return {};
}

TEST(Digits, KnownFractalsInEveryForm) {
  for (const auto& [name, domain] : test::known_fractals()) {
    for (const std::string form : {"auto", "digit-loop", "packed-tables", "split-tables", "single-cell"}) {
      DeriveOptions options;
      options.form = form;
      const auto derived = derive_digits(domain, options);
      if (!derived) {
        EXPECT_NE(form, "auto") << name << ": " << derived.error().format();
        continue;
      }
      EXPECT_EQ(compare(domain, *derived, 4000), "") << name << " " << form;
      EXPECT_EQ(derived->considered.size(), 4U);
    }
  }
}

TEST(Digits, KnownFractalsAreProved) {
  for (const auto& [name, domain] : test::known_fractals()) {
    const auto derived = derive_digits(domain, {});
    ASSERT_TRUE(derived) << name;
    EXPECT_EQ(test::failures(check_digits(derived->proof, derived->map)), "") << name;
    // A certificate is text: nothing may be lost on the way.
    const auto again = nlohmann::json::parse(derived->proof.dump());
    EXPECT_EQ(again, derived->proof) << name;
  }
}

TEST(Digits, AFixedLevelIsUnrolledAndServesThatLevelOnly) {
  for (const auto& [name, domain] : test::known_fractals()) {
    const auto& shape = std::get<FractalShape>(domain.shape);
    for (const int level : {0, 1, 2, 3}) {
      DeriveOptions options;
      options.parameters = {Int{level}};
      const auto derived = derive_digits(domain, options);
      ASSERT_TRUE(derived) << name;
      const auto points = reference::fractal_points(shape, level);
      EXPECT_EQ(test::disagreement(derived->map, {level}, points, {}, derived->map.tables, points.size() > 600 ? 7 : 1),
                "")
          << name << " level " << level;
      EXPECT_EQ(test::failures(check_digits(derived->proof, derived->map)), "") << name;
      const auto other =
          call(derived->map.unrank, std::vector<Int>{level + 1}, std::vector<Int>{0}, derived->map.tables);
      ASSERT_FALSE(other);
      EXPECT_EQ(other.error().kind, expr::FaultKind::broken_assumption);
    }
  }
}

TEST(Digits, TheGasketTakesManyDigitsPerStep) {
  const auto derived = derive_digits(test::fractal(2, {{0, 0}, {1, 0}, {1, 1}}), {});
  ASSERT_TRUE(derived);
  EXPECT_GE(derived->proof.at("group").get<int>(), 6);
  DeriveOptions twelve;
  twelve.parameters = {Int{12}};
  const auto fixed = derive_digits(test::fractal(2, {{0, 0}, {1, 0}, {1, 1}}), twelve);
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->proof.at("group").get<int>(), 6); // two steps of 729 entries, not 7 + 5
  EXPECT_EQ(test::failures(check_digits(fixed->proof, fixed->map)), "");
}

TEST(Digits, RefusesWhatIsNoMask) {
  EXPECT_FALSE(derive_digits(test::fractal(2, {{0, 0}, {0, 0}}), {}));
  EXPECT_FALSE(derive_digits(test::fractal(2, {{0, 2}}), {}));
  EXPECT_FALSE(derive_digits(test::fractal(1, {{0, 0}}), {}));
  DeriveOptions options;
  options.form = "no-such-form";
  EXPECT_FALSE(derive_digits(test::fractal(2, {{0, 0}, {1, 0}}), options));
  options.form = "auto";
  options.parameters = {Int{-1}};
  EXPECT_FALSE(derive_digits(test::fractal(2, {{0, 0}, {1, 0}}), options));
  options.parameters = {Int{63}};
  EXPECT_FALSE(derive_digits(test::fractal(2, {{0, 0}, {1, 0}}), options));
}

RC_GTEST_PROP(Digits, RandomMasksAgreeWithBruteForce, ()) {
  const int scale = *rc::gen::inRange(2, 6);
  const auto dims = *rc::gen::inRange<std::size_t>(1, 4);
  auto cells = test::mask(scale, dims, [](const std::vector<int>&) { return true; });
  const auto wanted = *rc::gen::inRange<std::size_t>(1, std::min<std::size_t>(cells.size(), 12) + 1);
  for (std::size_t i = 0; i < wanted; ++i) { // a random ordered choice
    std::swap(cells[i], cells[*rc::gen::inRange<std::size_t>(i, cells.size())]);
  }
  cells.resize(wanted);
  const auto domain = test::fractal(scale, cells);
  DeriveOptions options;
  options.form = *rc::gen::element<std::string>("auto", "digit-loop", "packed-tables", "split-tables");
  const auto derived = derive_digits(domain, options);
  RC_PRE(derived.has_value());
  RC_ASSERT(compare(domain, *derived, 300) == "");
}

} // namespace
} // namespace mapwright::index_map
