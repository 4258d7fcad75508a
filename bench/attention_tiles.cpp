// Schedules of attention over sequences of different lengths, on one core: built without mask and without a list of
// tiles, positions looked up, tiles counted, block lists of packed documents.
#include "index_map/tiles/block_lists.hpp"
#include "index_map/tiles/schedule.hpp"

#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace mapwright::index_map::tiles {
namespace {

/// Lengths from 1 to 8192, most of them short, the same in every run.
std::vector<SequenceLengths> lengths_of(std::int64_t sequences) {
  std::vector<SequenceLengths> lengths;
  std::uint64_t state = 1;
  for (std::int64_t b = 0; b < sequences; ++b) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto length = static_cast<Number>(1 + (state >> 33) % (std::uint64_t{1} << (4 + (state >> 60) % 10)));
    lengths.push_back({length, length});
  }
  return lengths;
}

ScheduleShape shape_of(Order order, Unit unit) {
  return {{.right = 0, .align = Align::bottom_right}, {128, 176}, Edges::padded, order, unit, 16};
}

void build(benchmark::State& state, Order order, Unit unit) {
  const std::vector<SequenceLengths> lengths = lengths_of(state.range(0));
  Number positions = 0;
  for (auto _ : state) {
    const auto schedule = Schedule::make(lengths, shape_of(order, unit));
    positions = schedule->size();
    benchmark::DoNotOptimize(positions);
  }
  state.counters["positions"] = static_cast<double>(positions);
}

void look_up(benchmark::State& state, Unit unit) {
  const auto schedule = Schedule::make(lengths_of(state.range(0)), shape_of(Order::longest_first, unit));
  Number position = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(schedule->at(position));
    position = (position + 1'000'003) % schedule->size();
  }
}

/// One sequence, so that only the search within it is timed.
void look_up_in_one(benchmark::State& state) {
  const SequenceTiles tiles(state.range(0), state.range(0), {.right = 0}, {128, 176}, Edges::padded);
  const Number count = tiles.touched();
  Number index = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(tiles.unrank(index));
    index = (index + count / 7 + 1) % count;
  }
}

void count(benchmark::State& state) {
  const auto schedule = Schedule::make(lengths_of(state.range(0)), shape_of(Order::row_major, Unit::row));
  for (auto _ : state) {
    benchmark::DoNotOptimize(schedule->counts());
  }
}

void list_packed_documents(benchmark::State& state) {
  std::vector<Number> offsets{0};
  for (const SequenceLengths& one : lengths_of(state.range(0))) {
    offsets.push_back(offsets.back() + one.queries);
  }
  std::size_t blocks = 0;
  for (auto _ : state) {
    const auto lists = make_block_lists({packed_grid(offsets, {.right = 0}, {128, 128}, Edges::masked)});
    blocks = lists->kv.indices.size() + lists->full_kv.indices.size();
    benchmark::DoNotOptimize(blocks);
  }
  state.counters["blocks"] = static_cast<double>(blocks);
  state.counters["tokens"] = static_cast<double>(offsets.back());
}

const int registered = [] {
  for (const Order order : {Order::row_major, Order::longest_first, Order::fold}) {
    benchmark::RegisterBenchmark(("build rows, " + std::string(to_string(order))).c_str(), build, order, Unit::row)
        ->Arg(10'000)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("build tiles, longest-first", build, Order::longest_first, Unit::tile)
      ->Arg(10'000)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("count by class", count)->Arg(10'000)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("look up a row", look_up, Unit::row)->Arg(10'000);
  benchmark::RegisterBenchmark("look up a tile", look_up, Unit::tile)->Arg(10'000);
  for (const Number length : {Number{1} << 12, Number{1} << 20, most_length}) {
    benchmark::RegisterBenchmark("look up a tile of one sequence", look_up_in_one)->Arg(length);
  }
  benchmark::RegisterBenchmark("list packed documents", list_packed_documents)
      ->Arg(10'000)
      ->Unit(benchmark::kMillisecond);
  return 0;
}();

} // namespace
} // namespace mapwright::index_map::tiles
