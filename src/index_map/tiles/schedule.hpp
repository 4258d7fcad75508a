// The order in which the rows of tiles, or the tiles, of a batch of sequences are worked on: position <-> work, without
// a list of either.
#pragma once

#include "index_map/tiles/sequence_tiles.hpp"

#include <vector>

namespace mapwright::index_map::tiles {

struct SequenceLengths {
  Number queries = 0;
  Number keys = 0;

  friend bool operator==(const SequenceLengths&, const SequenceLengths&) = default;
};

enum class Order : std::uint8_t {
  row_major,     ///< by sequence, head, row, block
  longest_first, ///< sequences by the work of their last row, most first; of each the last row of all heads first.
                 ///< Single tiles: by sequence and head, each from its last tile to its first
  fold, ///< by sequence and head; rows first, last, second, last but one, ...: neighbours together are of one length
};

/// What one position is.
enum class Unit : std::uint8_t {
  row,  ///< a row of tiles of one head
  tile, ///< a tile that is not empty
};

/// "row-major", "longest-first" or "fold"; "row" or "tile". Errors: input.
Result<Order> parse_order(std::string_view text);
Result<Unit> parse_unit(std::string_view text);
std::string_view to_string(Order order);
std::string_view to_string(Unit unit);

struct Work {
  Number sequence = 0;
  Number head = 0;
  Number row = 0;
  Number block = 0; ///< 0 where the unit is a row

  friend bool operator==(const Work&, const Work&) = default;
};

/// What a schedule is made of; one mask and one shape of tiles for all sequences and heads.
struct ScheduleShape {
  Mask mask{};
  TileShape tile{};
  Edges edges = Edges::exact;
  Order order = Order::row_major;
  Unit unit = Unit::row;
  Number heads = 1;
};

class Schedule {
public:
  /// O(B log B) for B sequences, whatever their lengths. Errors: input, for lengths, sides or heads out of range, too
  /// many positions to number in 62 bits, single tiles in the order fold (they take equally long), and documents of one
  /// grid.
  static Result<Schedule> make(std::vector<SequenceLengths> lengths, const ScheduleShape& shape);

  /// Positions: 0, ..., size() - 1.
  [[nodiscard]] Number size() const { return starts_.back(); }

  /// O(log B). 0 <= position < size().
  [[nodiscard]] Work at(Number position) const;

  /// The inverse, for work that the schedule has.
  [[nodiscard]] Number position(const Work& work) const;

  [[nodiscard]] const ScheduleShape& shape() const { return shape_; }
  [[nodiscard]] const std::vector<SequenceLengths>& lengths() const { return lengths_; }
  [[nodiscard]] SequenceTiles tiles(Number sequence) const;

  /// The sequences in the order of their work, and the position each of them begins at, B + 1 of them.
  [[nodiscard]] const std::vector<std::int32_t>& sequence_order() const { return order_; }
  [[nodiscard]] const std::vector<Number>& starts() const { return starts_; }

  /// Tiles of all sequences and heads, by class.
  [[nodiscard]] TileCounts counts() const;

private:
  Schedule(std::vector<SequenceLengths> lengths, const ScheduleShape& shape);
  [[nodiscard]] Number items(const SequenceTiles& tiles) const;

  std::vector<SequenceLengths> lengths_;
  ScheduleShape shape_;
  std::vector<std::int32_t> order_;
  std::vector<std::int32_t> slots_; ///< the inverse of order_
  std::vector<Number> starts_;
};

} // namespace mapwright::index_map::tiles
