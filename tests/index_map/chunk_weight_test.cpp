#include "domain/parse.hpp"
#include "expr/text.hpp"
#include "index_map/chunk/weight.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright::index_map::chunk {
namespace {

domain::Domain tetrahedron() {
  return domain::parse_domain("tetrahedron").value();
}

/// "a * b + c over d", or the message of the refusal.
std::string sum_text(const std::string& weight) {
  const auto parsed = parse_weight(weight, tetrahedron());
  if (!parsed) {
    return parsed.error().message;
  }
  const auto sum = as_sum(*parsed);
  if (!sum) {
    return sum.error().message;
  }
  std::string text;
  for (const auto& product : sum->products) {
    text += text.empty() ? "" : " + ";
    for (std::size_t k = 0; k < product.size(); ++k) {
      text += (k == 0 ? "" : " * ") + ("(" + expr::to_text(product[k]) + ")");
    }
  }
  return sum->divisor == 1 ? text : text + " over " + expr::to_string(sum->divisor);
}

TEST(ChunkWeight, AffineWeightsAreOneFactor) {
  EXPECT_EQ(sum_text("1"), "(1)");
  EXPECT_EQ(sum_text("n - i + 2*j"), "(n - i + 2*j)");
  EXPECT_EQ(sum_text("max(i, floor_div(j + 1, 2)) + mod(k, 3)"), "(max(i, floor_div(j + 1, 2)) + mod(k, 3))");
  EXPECT_EQ(sum_text("select(i < j or k == 0, 3, i)"), "(select(i < j or k == 0, 3, i))");
  EXPECT_EQ(sum_text("(i + 1)*4"), "((i + 1)*4)");
}

TEST(ChunkWeight, ProductsAreMultipliedOutOnlyAsFarAsNeeded) {
  EXPECT_EQ(sum_text("(i + 1)*(j + 1)"), "(i + 1) * (j + 1)");
  EXPECT_EQ(sum_text("i*j + k + 1"), "(i) * (j) + (k + 1)");
  EXPECT_EQ(sum_text("k + i*j + 1 - k"), "(i) * (j) + (k + 1 + (-k))");
  EXPECT_EQ(sum_text("(i*j + k)*2"), "(2*i) * (j) + (2*k)");
  EXPECT_EQ(sum_text("i**3"), "(i) * (i) * (i)");
  EXPECT_EQ(sum_text("i*(i + 1)/2"), "(i) * (i + 1) over 2");
}

TEST(ChunkWeight, RefusesWhatHasNoSymbolicSum) {
  EXPECT_EQ(sum_text("n*n - i*i"), "the weight has no symbolic sum: a difference of products in n*n - i*i");
  EXPECT_EQ(sum_text("1 + isqrt(i)"), "the weight has no symbolic sum: an operation that is not summed in isqrt(i)");
  EXPECT_EQ(sum_text("floor_div(i, j + 1)"),
            "the weight has no symbolic sum: an operation that is not summed in floor_div(i, j + 1)");
  EXPECT_EQ(sum_text("(i*j + k*j + 1)**4"),
            "the weight has no symbolic sum: more than 16 products in pow(i*j + k*j + 1, 4)");
}

TEST(ChunkWeight, NamesMustBelongToTheDomain) {
  EXPECT_EQ(sum_text("i + x"), "the weight reads 'x', which the domain does not have");
  const auto malformed = parse_weight("i +", tetrahedron());
  ASSERT_FALSE(malformed);
  EXPECT_EQ(malformed.error().where->file, "--weight");
}

} // namespace
} // namespace mapwright::index_map::chunk
