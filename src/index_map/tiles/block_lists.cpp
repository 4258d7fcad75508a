#include "index_map/tiles/block_lists.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::tiles {

namespace {

constexpr Number most_blocks = Number{1} << 28;

/// Appends the blocks of `spans` to a table as its next row.
void append_row(BlockTable& table, const std::vector<Span>& spans) {
  const std::size_t before = table.indices.size();
  for (const Span& span : spans) {
    for (Number block = span.first; block < span.last; ++block) {
      table.indices.push_back(static_cast<std::int32_t>(block));
    }
  }
  table.counts.push_back(static_cast<std::int32_t>(table.indices.size() - before));
}

/// The blocks of `touched` that are not in `full`; both rise, and each full one is touched.
std::vector<Span> partial_spans(const ListedRow& row) {
  std::vector<Span> partial;
  auto full = row.full.begin();
  for (const Span& span : row.touched) {
    Number at = span.first;
    for (; full != row.full.end() && full->first < span.last; ++full) {
      partial.push_back({at, full->first});
      at = full->last;
    }
    partial.push_back({at, span.last});
  }
  return partial;
}

/// The lists of columns from the lists of rows, per batch entry.
BlockTable transposed(const BlockTable& table, Number batch, Number rows, Number columns) {
  BlockTable out;
  out.width = rows;
  out.counts.assign(static_cast<std::size_t>(batch * columns), 0);
  out.indices.resize(table.indices.size());
  const auto each = [&](const auto& visit) {
    std::size_t at = 0;
    for (Number b = 0; b < batch; ++b) {
      for (Number r = 0; r < rows; ++r) {
        const Number count = table.counts[static_cast<std::size_t>(b * rows + r)];
        for (Number n = 0; n < count; ++n) {
          visit(static_cast<std::size_t>(b * columns + table.indices[at++]), static_cast<std::int32_t>(r));
        }
      }
    }
  };
  each([&](std::size_t column, std::int32_t) { ++out.counts[column]; });
  std::vector<std::size_t> next(out.counts.size());
  std::size_t sum = 0;
  for (std::size_t column = 0; column < next.size(); ++column) {
    next[column] = sum;
    sum += static_cast<std::size_t>(out.counts[column]);
  }
  each([&](std::size_t column, std::int32_t row) { out.indices[next[column]++] = row; });
  return out;
}

} // namespace

std::vector<std::int32_t> BlockTable::padded() const {
  std::vector<std::int32_t> dense(counts.size() * static_cast<std::size_t>(width));
  std::size_t at = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    const std::span<const std::int32_t> entries = row(r, at);
    std::copy(entries.begin(), entries.end(),
              dense.begin() + static_cast<std::ptrdiff_t>(r * static_cast<std::size_t>(width)));
    at += entries.size();
  }
  return dense;
}

std::vector<BlockLists::Named> BlockLists::tables() const {
  return {{"kv_num_blocks", "kv_indices", &kv},
          {"full_kv_num_blocks", "full_kv_indices", &full_kv},
          {"q_num_blocks", "q_indices", &q},
          {"full_q_num_blocks", "full_q_indices", &full_q}};
}

Result<BlockLists> make_block_lists(const std::vector<TileGrid>& grids) {
  BlockLists lists;
  lists.batch = static_cast<Number>(grids.size());
  for (const TileGrid& grid : grids) {
    lists.rows = std::max(lists.rows, grid.rows);
    lists.columns = std::max(lists.columns, grid.columns);
  }
  Number blocks = 0;
  for (const TileGrid& grid : grids) {
    for (Number r = 0; r < lists.rows; ++r) {
      const ListedRow row = r < grid.rows ? grid.row(r) : ListedRow{};
      blocks += row.touched_tiles();
      if (blocks > most_blocks) {
        return fail(ErrorKind::input, fmt::format("the lists have more than {} blocks", most_blocks),
                    "use larger tiles, or a schedule, which lists none");
      }
      append_row(lists.kv, partial_spans(row));
      append_row(lists.full_kv, row.full);
    }
  }
  lists.kv.width = lists.columns;
  lists.full_kv.width = lists.columns;
  lists.q = transposed(lists.kv, lists.batch, lists.rows, lists.columns);
  lists.full_q = transposed(lists.full_kv, lists.batch, lists.rows, lists.columns);
  return lists;
}

} // namespace mapwright::index_map::tiles
