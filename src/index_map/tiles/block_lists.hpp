// Lists of blocks as FlexAttention takes them: per row of tiles the blocks of keys that need the mask and those that do
// not, and the same by columns for the backward pass. Made from closed forms; the mask is never there.
#pragma once

#include "index_map/tiles/packed_tiles.hpp"

#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map::tiles {

/// One list of block numbers per row: rows of all batch entries, one behind the other.
struct BlockTable {
  Number width = 0;                    ///< columns of the padded table
  std::vector<std::int32_t> counts{};  ///< entries of each row
  std::vector<std::int32_t> indices{}; ///< the entries of all rows, rising within a row, without padding

  /// The entries of one row.
  [[nodiscard]] std::span<const std::int32_t> row(std::size_t row, std::size_t offset) const {
    return {indices.data() + offset, static_cast<std::size_t>(counts[row])};
  }
  /// counts.size() x width numbers, each row's entries first, then zeros.
  [[nodiscard]] std::vector<std::int32_t> padded() const;
};

/// Shapes as FlexAttention names them: kv_num_blocks [batch, 1, rows], kv_indices [batch, 1, rows, columns],
/// q_num_blocks [batch, 1, columns], q_indices [batch, 1, columns, rows]; 1: every head has the same mask.
struct BlockLists {
  Number batch = 0;
  Number rows = 0;      ///< of the batch entry with most
  Number columns = 0;   ///< likewise
  BlockTable kv{};      ///< partial blocks of each row
  BlockTable full_kv{}; ///< full blocks of each row
  BlockTable q{};       ///< partial rows of each column
  BlockTable full_q{};  ///< full rows of each column

  /// Each table with the name FlexAttention gives its indices: "kv_indices", and "kv_num_blocks" for its counts.
  struct Named {
    std::string counts;
    std::string indices;
    const BlockTable* table;
  };
  [[nodiscard]] std::vector<Named> tables() const;
};

/// The lists of a batch of grids; smaller grids are padded with empty rows and columns. Time and memory are those of
/// the lists. Errors: input, when there are more than 2^28 blocks.
Result<BlockLists> make_block_lists(const std::vector<TileGrid>& grids);

} // namespace mapwright::index_map::tiles
