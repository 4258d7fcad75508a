// Operations that are merged or left out, and that the values stay.
#include "expr/batch.hpp"
#include "support/expr_values.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::function_of;

constexpr std::size_t count = 200;
constexpr std::int64_t first = 0;
constexpr std::int64_t size = 3;

/// Compares with calls for w = 0, 1, ..., in lanes of both widths; returns the number of operations on lanes.
std::size_t operations(std::string_view text) {
  const Function f = function_of(text);
  const std::vector<Table> tables{{Symbol("t"), false, {5, 0, 3, 1}, 0, 5, ""}};
  const auto wide = Batch::compile(f, tables);
  const auto narrow = Batch::compile_checked(f, {{{size, size}}, {{first, count - 1}}}, tables);
  EXPECT_EQ(narrow->lane_bits(), 32) << text;
  for (const Batch* batch : {&*wide, &*narrow}) {
    std::vector<std::vector<std::int64_t>> columns(f.results.size(), std::vector<std::int64_t>(count));
    std::vector<std::int64_t*> out;
    for (auto& column : columns) {
      out.push_back(column.data());
    }
    batch->run_consecutive(std::vector<std::int64_t>{size}, first, count, out);
    for (std::size_t k = 0; k < count; ++k) {
      const auto expected = call(f, std::vector<Int>{size}, std::vector<Int>{static_cast<Int>(k)}, tables);
      for (std::size_t r = 0; r < columns.size(); ++r) {
        EXPECT_EQ(columns[r][k], (*expected)[r]) << text << " at " << k;
      }
    }
  }
  return wide->lane_operations();
}

TEST(BatchPeephole, RemainderFromTheQuotient) {
  // A quotient and a - quotient * divisor, in whichever order they are asked for.
  EXPECT_EQ(operations("fn f(n; w) { return (div(w, 27), rem(w, 27)); }"), 2U);
  EXPECT_EQ(operations("fn f(n; w) { return (rem(w, 27), div(w, 27)); }"), 2U);
  EXPECT_EQ(operations("fn f(n; w) { let r = rem(w + 1, 9); let q = div(w + 1, 9); return (q - r); }"), 4U);
  EXPECT_EQ(operations("fn f(n; w) { return (mod(w - 50, 27), floor_div(w - 50, 27)); }"), 3U);
  EXPECT_EQ(operations("fn f(n; w) { return (rem(w, 16), div(w, 16), rem(w, 3)); }"), 3U);
  EXPECT_EQ(operations("fn f(n; w) { return (rem(w, n), div(w, n), rem(w, 1), div(w, 1)); }"), 4U);
}

TEST(BatchPeephole, ProductsWithinSums) {
  EXPECT_EQ(operations("fn f(n; w) { return (w*w + 7); }"), 1U);
  EXPECT_EQ(operations("fn f(n; w) { return (7 - w*w); }"), 1U);
  EXPECT_EQ(operations("fn f(n; w) { return (w*w - 7); }"), 2U);
  EXPECT_EQ(operations("fn f(n; w) { return (w*64 + bitand(w, 63)); }"), 2U);
  EXPECT_EQ(operations("fn f(n; w) { return (w*w + w*w); }"), 2U) << "the product is read twice";
  EXPECT_EQ(operations("fn f(n; w) { let p = w*w; return (p + 1, p); }"), 2U) << "the product is a result";
  EXPECT_EQ(operations("fn f(n; w) { return (w + n*n); }"), 1U) << "the product is one value for all lanes";
  EXPECT_EQ(operations("fn f(n; w) { return (w*n + w*w*3); }"), 3U);
  EXPECT_EQ(operations("fn f(n; w) { return (w*w + (w + 1)*(w + 2)); }"), 4U);
}

TEST(BatchPeephole, LoopVariablesAreMadeInPlace) {
  EXPECT_EQ(operations("fn f(n; w) { var x = w; for l below n { set x = x*3 + 1; } return (x); }"), 2U + 1U);
  EXPECT_EQ(operations("fn f(n; w) { var x = w; var y = 0; for l below n { set y = y*2 + rem(x, 3); "
                       "set x = div(x, 3); } return (x, y); }"),
            2U + 3U + 2U);
  // Exchanged, and one read after the other has its new value: these need their copies.
  operations("fn f(n; w) { var x = w; var y = w + 1; for l below n { let z = x; set x = y; set y = z; } "
             "return (x, y); }");
  operations("fn f(n; w) { var x = w; var y = 0; for l below n { set x = x + 1; set y = x - y; } return (x, y); }");
  operations("fn f(n; w) { var x = w; var y = 0; for l below n { let z = x + 1; set y = x + y; set x = z; } "
             "return (x, y); }");
  operations("fn f(n; w) { var x = w; var y = 0; for l below n { let z = x + 1; set x = z; set y = z; } "
             "return (x, y); }");
  operations("fn f(n; w) { var x = w; for l below n { let z = x + 1; for k below l { set x = x + z; } set x = x + z; } "
             "return (x); }");
  operations("fn f(n; w) { var x = w; let z = w + 5; for l below n { set x = z; if (w < 90) { set x = t[rem(x, 4)]; "
             "set x = x + 1; set x = x*x; set x = x + w; } } return (x, z); }");
  operations("fn f(n; w) { let z = w*3; var x = z; for l below n { set x = x + z; } return (x); }");
}

} // namespace
} // namespace mapwright::expr
