#include "index_map/tiles/schedule.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::index_map::tiles {

namespace {

constexpr Number most_positions = Number{1} << 62;
constexpr std::size_t most_sequences = std::size_t{1} << 30;

Result<void> check_schedule(const std::vector<SequenceLengths>& lengths, const ScheduleShape& shape) {
  for (const Number side : {shape.tile.queries, shape.tile.keys, shape.heads}) {
    if (side < 1 || side > most_length) {
      return fail(ErrorKind::input,
                  fmt::format("sides of tiles and heads are within [1, {}], not {}", most_length, side));
    }
  }
  if (shape.unit == Unit::tile && shape.order == Order::fold) {
    return fail(ErrorKind::input, "single tiles take equally long: there is nothing to fold",
                "the order fold is for rows of tiles; take row-major or longest-first");
  }
  if (shape.mask.documents) {
    return fail(ErrorKind::input,
                "documents of one grid have no schedule of their own: their rows of tiles are those of the grid",
                "write the mask without document(...) for sequences with tiles of their own, or make block lists");
  }
  if (lengths.size() > most_sequences) {
    return fail(ErrorKind::input, fmt::format("more than {} sequences", most_sequences));
  }
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    for (const Number length : {lengths[b].queries, lengths[b].keys}) {
      if (length < 0 || length > most_length) {
        return fail(ErrorKind::input,
                    fmt::format("sequence {} is {} long; lengths are within [0, {}]", b, length, most_length));
      }
    }
  }
  return {};
}

Number alternating(Number n, Number rows) {
  return n % 2 == 0 ? n / 2 : rows - 1 - n / 2;
}

} // namespace

Schedule::Schedule(std::vector<SequenceLengths> lengths, const ScheduleShape& shape)
    : lengths_(std::move(lengths)), shape_(shape), order_(lengths_.size()), slots_(lengths_.size()) {}

Number Schedule::items(const SequenceTiles& tiles) const {
  return shape_.unit == Unit::row ? tiles.rows() : tiles.touched();
}

SequenceTiles Schedule::tiles(Number sequence) const {
  const SequenceLengths& one = lengths_[static_cast<std::size_t>(sequence)];
  return {one.queries, one.keys, shape_.mask, shape_.tile, shape_.edges};
}

Result<Schedule> Schedule::make(std::vector<SequenceLengths> lengths, const ScheduleShape& shape) {
  if (auto checked = check_schedule(lengths, shape); !checked) {
    return forward(checked);
  }
  Schedule made(std::move(lengths), shape);
  const std::size_t sequences = made.lengths_.size();
  std::iota(made.order_.begin(), made.order_.end(), 0);
  if (shape.order == Order::longest_first) {
    std::vector<Number> longest(sequences);
    for (std::size_t b = 0; b < sequences; ++b) {
      const SequenceTiles tiles = made.tiles(static_cast<Number>(b));
      longest[b] = tiles.rows() == 0 ? 0 : tiles.row(tiles.rows() - 1).touched();
    }
    std::stable_sort(made.order_.begin(), made.order_.end(), [&](std::int32_t a, std::int32_t b) {
      return longest[static_cast<std::size_t>(a)] > longest[static_cast<std::size_t>(b)];
    });
  }
  made.starts_.reserve(sequences + 1);
  made.starts_.push_back(0);
  for (const std::int32_t sequence : made.order_) {
    made.slots_[static_cast<std::size_t>(sequence)] = static_cast<std::int32_t>(made.starts_.size() - 1);
    Number places = 0;
    Number end = 0;
    if (__builtin_mul_overflow(made.items(made.tiles(sequence)), shape.heads, &places) ||
        __builtin_add_overflow(made.starts_.back(), places, &end) || end > most_positions) {
      return fail(ErrorKind::input, "the schedule has more than 2^62 positions", "use longer tiles");
    }
    made.starts_.push_back(end);
  }
  return made;
}

Work Schedule::at(Number position) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), position);
  const auto slot = static_cast<std::size_t>(next - starts_.begin() - 1);
  const Number local = position - starts_[slot];
  const Number sequence = order_[slot];
  const SequenceTiles tiles = this->tiles(sequence);
  if (shape_.unit == Unit::tile) {
    const Number count = tiles.touched();
    const Number index = local % count;
    const Tile tile = tiles.unrank(shape_.order == Order::longest_first ? count - 1 - index : index);
    return {sequence, local / count, tile.row, tile.block};
  }
  const Number rows = tiles.rows();
  if (shape_.order == Order::longest_first) {
    return {sequence, local % shape_.heads, rows - 1 - local / shape_.heads, 0};
  }
  const Number row = local % rows;
  return {sequence, local / rows, shape_.order == Order::fold ? alternating(row, rows) : row, 0};
}

Number Schedule::position(const Work& work) const {
  const Number start = starts_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(work.sequence)])];
  const SequenceTiles tiles = this->tiles(work.sequence);
  if (shape_.unit == Unit::tile) {
    const Number count = tiles.touched();
    const Number index = tiles.rank({work.row, work.block});
    return start + work.head * count + (shape_.order == Order::longest_first ? count - 1 - index : index);
  }
  const Number rows = tiles.rows();
  if (shape_.order == Order::longest_first) {
    return start + (rows - 1 - work.row) * shape_.heads + work.head;
  }
  if (shape_.order == Order::row_major) {
    return start + work.head * rows + work.row;
  }
  const Number from_end = rows - 1 - work.row;
  return start + work.head * rows + (work.row <= from_end ? 2 * work.row : 2 * from_end + 1);
}

TileCounts Schedule::counts() const {
  TileCounts sum;
  for (std::size_t b = 0; b < lengths_.size(); ++b) {
    const TileCounts one = tiles(static_cast<Number>(b)).counts();
    sum += {one.full * shape_.heads, one.partial * shape_.heads, one.empty * shape_.heads};
  }
  return sum;
}

namespace {

constexpr std::array order_names{std::pair{Order::row_major, std::string_view("row-major")},
                                 std::pair{Order::longest_first, std::string_view("longest-first")},
                                 std::pair{Order::fold, std::string_view("fold")}};

} // namespace

Result<Order> parse_order(std::string_view text) {
  for (const auto& [order, name] : order_names) {
    if (name == text) {
      return order;
    }
  }
  return fail(ErrorKind::input, fmt::format("there is no order '{}'", text), "row-major, longest-first or fold");
}

Result<Unit> parse_unit(std::string_view text) {
  if (text == "row" || text == "tile") {
    return text == "row" ? Unit::row : Unit::tile;
  }
  return fail(ErrorKind::input, fmt::format("a schedule is of rows or of tiles, not of '{}'", text), "row or tile");
}

std::string_view to_string(Order order) {
  return order_names[static_cast<std::size_t>(order)].second;
}

std::string_view to_string(Unit unit) {
  return unit == Unit::row ? "row" : "tile";
}

} // namespace mapwright::index_map::tiles
