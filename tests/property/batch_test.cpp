// Random functions in narrow lanes, in wide lanes and called one by one, with arguments near the border of 32 bits.
#include "expr/batch.hpp"
#include "expr/batch/kernels.hpp"
#include "expr/interval.hpp"
#include "expr/operators.hpp"
#include "expr/text.hpp"
#include "property/expr_random.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::expr {
namespace {

using test::RandomCode;
using Column = std::vector<std::int64_t>;

constexpr std::int64_t width = 9; ///< values of one argument
constexpr std::uint64_t most_steps_per_row = 2'000;

/// The least value of an argument: near 0, near powers of two from 2^8 on, near the ends of 32 bits.
std::int64_t some_base() {
  const std::int64_t near = RandomCode::below(2 * static_cast<int>(width)) - width;
  const std::int64_t power = std::int64_t{1} << (8 + RandomCode::below(25));
  return RandomCode::chance(40) ? near / 4 : (RandomCode::chance(70) ? power : -power) + near;
}

/// A whole function, or a short one, which more often fits.
Function some_function() {
  Function f = RandomCode::function();
  if (RandomCode::chance(60)) {
    f.body.clear();
    f.results = {RandomCode({Symbol("n"), Symbol("a"), Symbol("b")}).expression(3)};
    f.result_names = {"r"};
  }
  return f;
}

std::vector<Column> run(const Batch& batch, const Column& parameters, const std::vector<Column>& arguments,
                        std::size_t results) {
  std::vector<Column> out(results, Column(arguments[0].size()));
  std::vector<std::int64_t*> columns;
  for (Column& column : out) {
    columns.push_back(column.data());
  }
  batch.run(parameters, std::vector<const std::int64_t*>{arguments[0].data(), arguments[1].data()}, arguments[0].size(),
            columns);
  return out;
}

bool mentions(const Function& f, std::string_view text) {
  return to_text(f).find(text) != std::string::npos;
}

/// Where a call has values all three agree; but a random Solve has too few steps for large arguments. Where a call
/// faults, or an Assume or the promise of a Solve does not hold, the lanes of both widths still agree, as long as no
/// division that claims to be exact takes part.
RC_GTEST_PROP(BatchLanes, NarrowOnesAgreeWithWideOnesAndCalls, ()) {
  const Function f = some_function();
  const auto tables = RandomCode::tables();
  const Column sizes{RandomCode::below(6), RandomCode::below(6)};
  const std::array<std::int64_t, 2> bases{some_base(), some_base()};
  RC_LOG() << to_text(f) << " from " << bases[0] << ", " << bases[1];
  Box box{{{sizes[0], sizes[0]}, {sizes[1], sizes[1]}}, {}};
  for (const std::int64_t base : bases) {
    box.arguments.push_back({base, base + width - 1});
  }
  std::vector<Column> arguments(2);
  for (std::int64_t a = 0; a < width; ++a) {
    for (std::int64_t b = 0; b < width; ++b) {
      arguments[0].push_back(bases[0] + a);
      arguments[1].push_back(bases[1] + b);
    }
  }
  const auto checked = Batch::compile_checked(f, box, tables);
  if (!checked) {
    return;
  }
  const auto wide = Batch::compile(f, tables);
  RC_ASSERT(wide.has_value());
  RC_ASSERT(wide->lane_bits() == 64);
  RC_CLASSIFY(checked->lane_bits() == 32, "narrow");
  const auto found = run(*checked, sizes, arguments, f.results.size());
  const auto found_wide = run(*wide, sizes, arguments, f.results.size());
  RC_ASSERT(mentions(f, "/") || found == found_wide);
  if (mentions(f, "solve")) {
    return;
  }
  for (std::size_t k = 0; k < arguments[0].size(); ++k) {
    const auto expected = call(f, std::vector<Int>{sizes[0], sizes[1]},
                               std::vector<Int>{arguments[0][k], arguments[1][k]}, tables, most_steps_per_row);
    for (std::size_t r = 0; expected && r < found.size(); ++r) {
      RC_ASSERT(static_cast<Int>(found[r][k]) == (*expected)[r]);
      RC_ASSERT(found_wide[r][k] == found[r][k]);
    }
  }
}

/// Quotients by multiplication, at the border of the quotient and anywhere, for divisors of every length.
template <class Word> void division_by_multiplication() {
  constexpr Word greatest = std::numeric_limits<Word>::max();
  const int length = RandomCode::below(std::numeric_limits<Word>::digits) + 1;
  const auto divisor = static_cast<Word>((*rc::gen::arbitrary<Word>() & (greatest >> (length - 1))) | 1);
  const auto anything = static_cast<Word>(*rc::gen::arbitrary<Word>() & greatest);
  const auto border = static_cast<Word>(anything / divisor * divisor);
  std::vector<Word> dividends(batch::lane_granule, anything);
  dividends[0] = border;
  dividends[1] = static_cast<Word>(border > 0 ? border - 1 : 0);
  dividends[2] = static_cast<Word>(greatest / divisor * divisor - 1);
  dividends[3] = greatest;
  std::array<Word, batch::reciprocal_words> words{};
  const batch::KernelSet<Word>& set = batch::kernels<Word>();
  set.find(batch::Code::reciprocal, 7)(words.data(), &divisor, nullptr, nullptr, 1);
  std::vector<Word> found(dividends.size());
  for (const auto& [code, op] :
       {std::pair(batch::Code::nonneg_div_by, Op::nonneg_div), std::pair(batch::Code::nonneg_mod_by, Op::nonneg_mod),
        std::pair(batch::Code::floor_div_by, Op::floor_div)}) {
    set.find(code, batch::b_uniform | batch::c_uniform)(found.data(), dividends.data(), words.data(), nullptr,
                                                        found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      RC_ASSERT(Int{found[i]} == *apply(op, dividends[i], divisor));
    }
  }
}

RC_GTEST_PROP(BatchLanes, DivisionByMultiplicationIsExactIn32Bits, ()) {
  division_by_multiplication<std::int32_t>();
}
RC_GTEST_PROP(BatchLanes, DivisionByMultiplicationIsExactIn64Bits, ()) {
  division_by_multiplication<std::int64_t>();
}

} // namespace
} // namespace mapwright::expr
