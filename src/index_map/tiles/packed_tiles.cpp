#include "index_map/tiles/packed_tiles.hpp"

#include <algorithm>
#include <numeric>

namespace mapwright::index_map::tiles {

namespace {

Number sum_of(const std::vector<Span>& spans) {
  return std::accumulate(spans.begin(), spans.end(), Number{0},
                         [](Number sum, const Span& span) { return sum + span.size(); });
}

/// Adds a span that does not begin before the last one does.
void join(std::vector<Span>& spans, Span span) {
  if (span.size() == 0) {
    return;
  }
  if (!spans.empty() && span.first <= spans.back().last) {
    spans.back().last = std::max(spans.back().last, span.last);
  } else {
    spans.push_back(span);
  }
}

Number round_up(Number a, Number b) {
  return (a + b - 1) / b;
}

struct PackedDocuments {
  std::vector<Number> offsets;
  Mask mask;
  TileShape tile;
  Edges edges;

  [[nodiscard]] Number length() const { return offsets.back(); }
  [[nodiscard]] Span touched_blocks(Number first, Number last) const {
    return first >= last ? Span{} : Span{first / tile.keys, round_up(last, tile.keys)};
  }
  [[nodiscard]] Span full_blocks(Number first, Number last) const {
    const Number end = edges == Edges::exact && last == length() ? round_up(last, tile.keys) : last / tile.keys;
    return {round_up(first, tile.keys), end};
  }

  [[nodiscard]] ListedRow row(Number row) const {
    const Number first = row * tile.queries;
    const Number last = std::min(first + tile.queries, length()) - 1;
    const bool ragged = first + tile.queries > length();
    ListedRow listed;
    auto next = std::upper_bound(offsets.begin(), offsets.end(), first);
    for (; next != offsets.end() && *(next - 1) <= last; ++next) {
      const Number begin = *(next - 1);
      const Number size = *next - begin;
      if (size == 0) {
        continue;
      }
      const MaskRows rows(size, size, size, mask);
      const Number from = std::max(first, begin) - begin;
      const Number to = std::min(last, *next - 1) - begin;
      const KeySpans seen = rows.seen(from, to);
      join(listed.touched, touched_blocks(begin, begin + seen.sink));
      join(listed.touched, touched_blocks(begin + seen.window.first, begin + seen.window.last));
      if (begin <= first && last < *next && !(ragged && edges == Edges::masked)) {
        const KeySpans all = rows.seen_by_all(from, to);
        join(listed.full, full_blocks(begin, begin + all.sink));
        join(listed.full, full_blocks(begin + all.window.first, begin + all.window.last));
      }
    }
    return listed;
  }
};

} // namespace

Number ListedRow::touched_tiles() const {
  return sum_of(touched);
}

Number ListedRow::full_tiles() const {
  return sum_of(full);
}

TileCounts TileGrid::counts() const {
  TileCounts sum;
  for (Number r = 0; r < rows; ++r) {
    const ListedRow listed = row(r);
    const Number touched = listed.touched_tiles();
    const Number full = listed.full_tiles();
    sum += {full, touched - full, columns - touched};
  }
  return sum;
}

TileGrid sequence_grid(const SequenceTiles& tiles) {
  return {tiles.rows(), tiles.columns(), [tiles](Number row) {
            const RowTiles blocks = tiles.row(row);
            ListedRow listed;
            join(listed.touched, {0, blocks.sink});
            join(listed.touched, blocks.window);
            join(listed.full, {0, blocks.full_sink});
            join(listed.full, blocks.full);
            return listed;
          }};
}

TileGrid packed_grid(std::vector<Number> offsets, const Mask& mask, TileShape tile, Edges edges) {
  const Number length = offsets.back();
  PackedDocuments documents{std::move(offsets), mask, tile, edges};
  return {round_up(length, tile.queries), round_up(length, tile.keys),
          [documents = std::move(documents)](Number row) { return documents.row(row); }};
}

} // namespace mapwright::index_map::tiles
