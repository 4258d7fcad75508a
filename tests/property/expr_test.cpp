// Random expressions and functions: text that parses back, batches that agree with calls, intervals that hold.
#include "expr/batch.hpp"
#include "expr/interval.hpp"
#include "expr/text.hpp"
#include "property/expr_random.hpp"
#include "property/expr_trace.hpp"
#include "support/expr_values.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::expr {
namespace {

using test::RandomCode;
using test::Trace;

Expr random_expression() {
  return RandomCode({Symbol("n"), Symbol("min"), Symbol("w"), Symbol("where")}).expression(6);
}

RC_GTEST_PROP(ExprText, ParsesBackToTheSameStructure, ()) {
  const Expr e = random_expression();
  const std::string text = to_text(e);
  RC_LOG() << text;
  const auto parsed = parse_expr(text, "E");
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(*parsed == e);
  RC_ASSERT(to_text(*parsed) == text);
}

/// Any bytes are answered, and what parses has a canonical form.
RC_GTEST_PROP(ExprText, AnyBytesAreAnswered, ()) {
  static const std::string bytes = "aAt01 9()[]{}+-*/%<>=!&|,;:#\"\n\\fnletminroot\x7f\x80";
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(bytes));
  if (const auto e = parse_expr(text, "E")) {
    RC_ASSERT(*parse_expr(to_text(*e), "E") == *e);
  }
  RC_ASSERT(parse_listing(text, "L").has_value() || !parse_listing(text, "L").error().message.empty());
}

RC_GTEST_PROP(FunctionText, ParsesBackToTheSameStructure, ()) {
  const Function f = RandomCode::function();
  const std::string text = to_text(f);
  RC_LOG() << text;
  const auto parsed = parse_function(text, "F");
  RC_ASSERT(parsed.has_value());
  RC_ASSERT(test::same(*parsed, f));
  RC_ASSERT(to_text(*parsed) == text);
}

constexpr std::int64_t low = -3;
constexpr std::int64_t high = 8;
constexpr std::uint64_t most_steps = 2'000;

/// Every pair of arguments in [low, high].
std::vector<std::vector<std::int64_t>> argument_columns() {
  std::vector<std::vector<std::int64_t>> columns(2);
  for (std::int64_t a = low; a <= high; ++a) {
    for (std::int64_t b = low; b <= high; ++b) {
      columns[0].push_back(a);
      columns[1].push_back(b);
    }
  }
  return columns;
}

/// Batch law: where all intermediates fit and a call has values, the batch has the same.
RC_GTEST_PROP(Batch, AgreesWithCall, ()) {
  const Function f = RandomCode::function();
  const auto tables = RandomCode::tables();
  RC_LOG() << to_text(f);
  const auto columns = argument_columns();
  const auto batch = Batch::compile(f, tables);
  RC_ASSERT(batch.has_value());
  const std::vector<std::int64_t> sizes{RandomCode::below(6), RandomCode::below(6)};
  const Box box{{{sizes[0], sizes[0]}, {sizes[1], sizes[1]}}, {{low, high}, {low, high}}};
  if (!analyse(f, box, tables).fits(64)) {
    return;
  }
  std::vector<std::vector<std::int64_t>> results(f.results.size(), std::vector<std::int64_t>(columns[0].size()));
  std::vector<std::int64_t*> out;
  for (auto& column : results) {
    out.push_back(column.data());
  }
  batch->run(sizes, std::vector<const std::int64_t*>{columns[0].data(), columns[1].data()}, columns[0].size(), out);
  bool compared = false;
  for (std::size_t k = 0; k < columns[0].size(); ++k) {
    const auto expected = call(f, std::vector<Int>{sizes[0], sizes[1]}, std::vector<Int>{columns[0][k], columns[1][k]},
                               tables, most_steps);
    compared = compared || expected;
    for (std::size_t r = 0; expected && r < results.size(); ++r) {
      RC_ASSERT(static_cast<Int>(results[r][k]) == (*expected)[r]);
    }
  }
  RC_CLASSIFY(compared, "has values");
}

/// I1, I2 and I3 of expr/interval.hpp, for every call in a random box; unrolled loops and widened ones.
RC_GTEST_PROP(Intervals, HoldForEveryValueOfEveryCall, ()) {
  const Function f = RandomCode::function();
  const auto tables = RandomCode::tables();
  RC_LOG() << to_text(f);
  AnalysisOptions options;
  options.keep_nodes = true;
  options.unroll_limit = RandomCode::chance(50) ? 128 : 0;
  const auto some_interval = [] {
    const Int from = RandomCode::below(8) - 3;
    return Interval{from, from + RandomCode::below(4)};
  };
  const Box box{{some_interval(), some_interval()}, {some_interval(), some_interval()}};
  const Analysis analysis = analyse(f, box, tables, options);
  RC_CLASSIFY(!analysis.results.empty(), "may have values");
  RC_CLASSIFY(analysis.fits(64), "fits 64 bits");
  for (Int n = box.parameters[0].low; n <= box.parameters[0].high; ++n) {
    for (Int m = box.parameters[1].low; m <= box.parameters[1].high; ++m) {
      for (Int a = box.arguments[0].low; a <= box.arguments[0].high; ++a) {
        for (Int b = box.arguments[1].low; b <= box.arguments[1].high; ++b) {
          std::vector<std::pair<const Node*, Int>> nodes;
          std::vector<std::pair<Symbol, Int>> names;
          Trace trace(tables, most_steps);
          trace.on_node = [&](const Expr& e, Int v) { nodes.emplace_back(e.node(), v); };
          trace.on_name = [&](Symbol name, Int v) { names.emplace_back(name, v); };
          std::vector<Int> results;
          try {
            results = trace.call(f, std::vector<Int>{n, m}, std::vector<Int>{a, b});
          } catch (const Trace::NoValue&) {
            continue;
          }
          for (const auto& [node, v] : nodes) {
            const auto found = analysis.nodes.find(node);
            RC_ASSERT(found != analysis.nodes.end());
            RC_ASSERT(found->second.contains(v));
            RC_ASSERT(signed_bits({v, v}) <= analysis.bits);
          }
          for (const auto& named : names) {
            const auto found = std::find_if(analysis.names.begin(), analysis.names.end(),
                                            [&named](const auto& entry) { return entry.first == named.first; });
            RC_ASSERT(found != analysis.names.end());
            RC_ASSERT(found->second.contains(named.second));
          }
          for (std::size_t r = 0; r < results.size(); ++r) {
            RC_ASSERT(analysis.results[r].contains(results[r]));
          }
        }
      }
    }
  }
}

/// The two evaluators agree: `call` and the trace, on values and on where there are none.
RC_GTEST_PROP(Calls, AgreeWithTheDirectReading, ()) {
  const Function f = RandomCode::function();
  const auto tables = RandomCode::tables();
  RC_LOG() << to_text(f);
  const std::vector<Int> parameters{RandomCode::below(6), RandomCode::below(6)};
  for (Int a = low; a <= high; ++a) {
    const std::vector<Int> arguments{a, RandomCode::below(12) - 3};
    const auto expected = call(f, parameters, arguments, tables, most_steps);
    Trace trace(tables, most_steps);
    try {
      const auto results = trace.call(f, parameters, arguments);
      // A solve whose condition faults beyond the answer has a value read by halving, or not: only values compare.
      RC_ASSERT(!expected || *expected == results);
    } catch (const Trace::NoValue&) {
      continue;
    }
  }
}

/// R laws: rebuilding any expression keeps its value wherever it has one.
RC_GTEST_PROP(Building, KeepsValues, ()) {
  const Expr e = RandomCode({Symbol("n"), Symbol("w")}).expression(5);
  RC_LOG() << to_text(e);
  for (Int w = -3; w <= 5; ++w) {
    for (Int n = 0; n < 5; ++n) {
      const auto expected = test::value_at(e, {{"n", n}, {"w", w}}, RandomCode::tables());
      const auto actual = test::value_at(substitute(e, Symbol("n"), Expr(n)), {{"w", w}}, RandomCode::tables());
      RC_ASSERT(!expected || (actual && *actual == *expected));
    }
  }
}

} // namespace
} // namespace mapwright::expr
