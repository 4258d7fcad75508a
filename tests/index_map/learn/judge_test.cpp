#include "domain/parse.hpp"
#include "index_map/learn/guess.hpp"
#include "index_map/learn/judge.hpp"
#include "loop/proposer.hpp"

#include <string>

#include <gmock/gmock.h>

namespace mapwright::index_map::learn {
namespace {

using testing::HasSubstr;

Sought sought(const std::string& text, bool definition = true, std::size_t wanted = 300) {
  auto domain = domain::parse_domain(text);
  EXPECT_TRUE(domain) << domain.error().format();
  auto made = sought_domain(std::move(*domain), {}, wanted, 100);
  EXPECT_TRUE(made) << made.error().format();
  made->definition_shown = definition;
  return std::move(*made);
}

archive::Verdict verdict(const Sought& sought, const char* form, const std::string& content) {
  const auto judge = make_judge(sought, {});
  loop::ChatLog chats({}, nullptr);
  loop::StepContext context(0, 1, chats, {});
  auto judged = judge->verify(loop::make_candidate(form, content), context);
  EXPECT_TRUE(judged) << judged.error().format();
  return std::move(*judged);
}

std::string cpp(const std::string& body) {
  return "#include <cstdint>\n#include <cmath>\nvoid unrank(std::int64_t w, std::int64_t* p) {\n" + body + "\n}\n";
}

constexpr const char* right_triangle =
    "std::int64_t i = (std::sqrt(8.0 * w + 1) - 1) / 2;\nwhile (i * (i + 1) / 2 > w) --i;\n"
    "while ((i + 1) * (i + 2) / 2 <= w) ++i;\np[0] = i; p[1] = w - i * (i + 1) / 2;";

TEST(Judge, TheDefinitionItselfIsProved) {
  const Sought triangle = sought("triangle");
  const auto judged = verdict(triangle, domain_form, "triangle");
  EXPECT_EQ(judged.status, proved);
  EXPECT_TRUE(judged.valid);
  EXPECT_EQ(judged.evidence.at("certificate").get<std::string>().size(), 64U);
}

TEST(Judge, AnotherDomainWithTheSamePointsIsComparedAndItsMapProved) {
  const Sought triangle = sought("triangle");
  EXPECT_EQ(verdict(triangle, domain_form, "[n] -> { [i,j] : 0 <= j <= i < n }").status, exhaustive);
  const auto wrong = verdict(triangle, domain_form, "[n] -> { [i,j] : 0 <= j < i < n }");
  EXPECT_EQ(wrong.status, refuted);
  EXPECT_EQ(wrong.evidence.at("first_wrong").at("index"), 0);
}

TEST(Judge, SizesOfADomainAreFoundOrTakenFromTheGuess) {
  const Sought gasket = sought("sierpinski-gasket", false);
  EXPECT_TRUE(verdict(gasket, domain_form, "fractal:2:10,11").valid);
  EXPECT_TRUE(verdict(gasket, domain_form, "fractal:2:10,11\nlevel = 9").valid);
  EXPECT_EQ(verdict(gasket, domain_form, "fractal:2:10,11\nlevel = 2").status, refuted) << "the domain ends";
  EXPECT_EQ(verdict(gasket, domain_form, "fractal:2:10,11\nn = 2").status, refused);
}

TEST(Judge, SourceTextIsRunAtEveryKnownPoint) {
  const Sought triangle = sought("triangle", false);
  const auto right = verdict(triangle, cpp_form, cpp(right_triangle));
  EXPECT_EQ(right.status, predicts) << right.evidence.dump();
  EXPECT_EQ(right.evidence.at("points"), triangle.examples.points.size());
  EXPECT_EQ(right.evidence.at("sandbox"), "full");
  const auto late = verdict(triangle, cpp_form, cpp(std::string(right_triangle) + "if (w >= 200) p[1] += 1;"));
  EXPECT_EQ(late.status, refuted) << "an index that was not shown";
  EXPECT_EQ(late.evidence.at("first_wrong").at("index"), 200);
  EXPECT_EQ(late.evidence.at("right"), 200);
}

TEST(Judge, AMapOfAKnownDomainIsProvedInTheExpressionLanguage) {
  const Sought triangle = sought("triangle");
  const auto right = verdict(triangle, map_form,
                             "fn unrank(n; w) -> (i, j) {\n"
                             "  let i = floor_div(isqrt(8*w + 1) - 1, 2);\n"
                             "  return (i, w - i*(i + 1)/2);\n}\n");
  EXPECT_EQ(right.status, proved) << right.evidence.dump();
  const auto wrong = verdict(triangle, map_form, "fn unrank(n; w) -> (i, j) { return (w, 0); }\n");
  EXPECT_EQ(wrong.status, refuted);
}

TEST(Judge, ANativeMapOfAKnownDomainIsComparedAtOtherSizesToo) {
  const Sought band = sought("[n] -> { [i,j] : 0 <= i < n and 0 <= j < n }", true, 100);
  const auto fits_one_size =
      verdict(band, cpp_form,
              "#include <cstdint>\nvoid unrank(std::int64_t n, std::int64_t w, std::int64_t* p) { p[0] = w / " +
                  std::to_string(static_cast<std::int64_t>(band.sizes.at(0))) + "; p[1] = w % " +
                  std::to_string(static_cast<std::int64_t>(band.sizes.at(0))) + "; }\n");
  EXPECT_EQ(fits_one_size.status, refuted) << fits_one_size.evidence.dump();
  EXPECT_THAT(feedback(fits_one_size), HasSubstr("at another size"));
  EXPECT_EQ(verdict(band, cpp_form,
                    "#include <cstdint>\nvoid unrank(std::int64_t n, std::int64_t w, std::int64_t* p) "
                    "{ p[0] = w / n; p[1] = w % n; }\n")
                .status,
            exhaustive);
}

TEST(Judge, WhatCannotBeReadIsRefusedWithTheReason) {
  const Sought triangle = sought("triangle", false);
  EXPECT_THAT(feedback(verdict(triangle, domain_form, "tirangle")), HasSubstr("triangle"));
  EXPECT_THAT(feedback(verdict(triangle, cpp_form, cpp("p[0] = undefined_name;"))), HasSubstr("undefined_name"));
  EXPECT_THAT(feedback(verdict(triangle, map_form, "fn unrank(; w) -> (i) { return (w); }")), HasSubstr("results"));
  EXPECT_THAT(feedback(verdict(triangle, domain_form, "tetrahedron")), HasSubstr("dimensions"));
  EXPECT_EQ(verdict(triangle, domain_form, "/etc/passwd.toml").status, refused) << "a reply names no files";
  EXPECT_EQ(verdict(triangle, domain_form, "points:/etc/passwd").status, refused);
}

TEST(Judge, HostileSourceIsAVerdictNotAnAccident) {
  const Sought triangle = sought("triangle", false);
  for (const char* body : {"for (;;) {}", "*(volatile int*)8 = 1;", "__builtin_trap();", "p[1000000000] = 1;"}) {
    const auto judged = verdict(triangle, cpp_form, cpp(body));
    EXPECT_EQ(judged.status, refuted) << body;
    EXPECT_EQ(judged.evidence.at("right"), 0);
  }
}

} // namespace
} // namespace mapwright::index_map::learn
