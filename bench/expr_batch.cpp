// Indices per second of the batch evaluator on one core: items_per_second is points mapped, both ways where it says so.
#include "expr/batch.hpp"
#include "expr/text.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

namespace mapwright::expr {
namespace {

constexpr std::string_view triangle = R"(
fn unrank(n; w) -> (i, j) {
  solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 8*w + 1, -1, 2, down 1, up 1);
  return (i, w - i*(i + 1)/2);
}
fn rank(n; i, j) -> (w) {
  return (i*(i + 1)/2 + j);
})";

constexpr std::string_view tetrahedron = R"(
fn unrank(n; w) -> (i, j, k) {
  solve i in [0, n - 1] where i*(i + 1)*(i + 2)/6 <= w by root(3, 6*w, -1, 1, down 1, up 2);
  let rest = w - i*(i + 1)*(i + 2)/6;
  solve j in [0, i] where j*(j + 1)/2 <= rest by root(2, 8*rest + 1, -1, 2, down 1, up 1);
  return (i, j, rest - j*(j + 1)/2);
}
fn rank(n; i, j, k) -> (w) {
  return (i*(i + 1)*(i + 2)/6 + j*(j + 1)/2 + k);
})";

/// The Sierpinski gasket, six levels per table entry: x in the low half of an entry, y in the high half.
constexpr std::string_view gasket = R"(
fn unrank(level; w) -> (x, y) {
  let low = cells[rem(w, 729)];
  let high = cells[div(w, 729)];
  return (bitand(low, 65535) + shl(bitand(high, 65535), 6), shr(low, 16) + shl(shr(high, 16), 6));
})";

constexpr std::string_view gasket_loop = R"(
fn unrank(level; w) -> (x, y) {
  var rest = w;
  var x = 0;
  var y = 0;
  for l below level {
    let digit = rem(rest, 3);
    set rest = div(rest, 3);
    set x = x + select(digit == 1, pow(2, l), 0);
    set y = y + select(digit == 2, pow(2, l), 0);
  }
  return (x, y);
})";

Table gasket_cells() {
  Table table{Symbol("cells")};
  for (int w = 0; w < 729; ++w) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    int rest = w;
    for (int level = 0; level < 6; ++level) {
      x += rest % 3 == 1 ? 1 << level : 0;
      y += rest % 3 == 2 ? 1 << level : 0;
      rest /= 3;
    }
    table.values.push_back(x + (y << 16));
  }
  return table;
}

struct Sample {
  std::string_view text;
  std::int64_t size;
  std::int64_t count;
};

std::vector<Function> functions(std::string_view text) {
  auto listing = parse_listing(text, "bench");
  if (!listing) {
    throw std::runtime_error(listing.error().format());
  }
  return listing->functions;
}

/// For arguments in [0, greatest].
Batch compiled(const Function& f, std::int64_t size, std::int64_t greatest, Tables tables = {}) {
  const Box box{{{size, size}}, std::vector<Interval>(f.arguments.size(), Interval{0, greatest})};
  auto batch = Batch::compile_checked(f, box, tables);
  if (!batch) {
    throw std::runtime_error(describe(batch.error()));
  }
  return *batch;
}

/// Points of indices 0 to count - 1, in chunks that stay in cache; with `back`, their ranks as well.
void map_all(benchmark::State& state, const Sample& sample, Tables tables, bool back) {
  constexpr std::size_t chunk = 8192;
  const std::vector<Function> both = functions(sample.text);
  const Batch unrank = compiled(both[0], sample.size, sample.count - 1, tables);
  const std::size_t dimensions = both[0].results.size();
  std::vector<std::vector<std::int64_t>> point(dimensions, std::vector<std::int64_t>(chunk));
  std::vector<std::int64_t*> columns;
  for (auto& column : point) {
    columns.push_back(column.data());
  }
  std::vector<std::int64_t> ranks(chunk);
  const std::vector<std::int64_t*> rank_column{ranks.data()};
  const std::vector<const std::int64_t*> read(columns.begin(), columns.end());
  const Batch rank = back ? compiled(both[1], sample.size, sample.size - 1, tables) : unrank;
  const std::int64_t parameters[] = {sample.size};
  std::int64_t first = 0;
  for (auto _ : state) {
    unrank.run_consecutive(parameters, first, chunk, columns);
    if (back) {
      rank.run(parameters, read, chunk, rank_column);
    }
    benchmark::DoNotOptimize(ranks.data());
    benchmark::ClobberMemory();
    first = first + 2 * static_cast<std::int64_t>(chunk) < sample.count ? first + static_cast<std::int64_t>(chunk) : 0;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(chunk));
  state.SetLabel(std::string(Batch::instruction_set()) + ", " + std::to_string(unrank.lane_bits()) + " bits, " +
                 std::to_string(unrank.lane_operations()) + " operations");
}

constexpr std::int64_t side = 20'000;

void triangle_unrank(benchmark::State& state) {
  map_all(state, {triangle, side, side * (side + 1) / 2}, {}, false);
}
BENCHMARK(triangle_unrank);

void triangle_unrank_and_rank(benchmark::State& state) {
  map_all(state, {triangle, side, side * (side + 1) / 2}, {}, true);
}
BENCHMARK(triangle_unrank_and_rank);

constexpr std::int64_t edge = 1'000;

void tetrahedron_unrank(benchmark::State& state) {
  map_all(state, {tetrahedron, edge, edge * (edge + 1) * (edge + 2) / 6}, {}, false);
}
BENCHMARK(tetrahedron_unrank);

void tetrahedron_unrank_and_rank(benchmark::State& state) {
  map_all(state, {tetrahedron, edge, edge * (edge + 1) * (edge + 2) / 6}, {}, true);
}
BENCHMARK(tetrahedron_unrank_and_rank);

constexpr std::int64_t gasket_level = 12;
constexpr std::int64_t gasket_points = 531'441; // 3^12

void gasket_by_table(benchmark::State& state) {
  const std::vector<Table> tables{gasket_cells()};
  map_all(state, {gasket, gasket_level, gasket_points}, tables, false);
}
BENCHMARK(gasket_by_table);

void gasket_by_loop(benchmark::State& state) {
  map_all(state, {gasket_loop, gasket_level, gasket_points}, {}, false);
}
BENCHMARK(gasket_by_loop);

} // namespace
} // namespace mapwright::expr
