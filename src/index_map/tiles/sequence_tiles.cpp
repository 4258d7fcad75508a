#include "index_map/tiles/sequence_tiles.hpp"

#include "index_map/tiles/floor_sum.hpp"

#include <cmath>

namespace mapwright::index_map::tiles {

namespace {

/// ceil(a / b) for a >= 0.
Number blocks_of(Number a, Number b) {
  return (a + b - 1) / b;
}

} // namespace

TileClass RowTiles::classify(Number block) const {
  const auto within = [block](Number sink_blocks, const Span& span) {
    return block >= 0 && (block < sink_blocks || (block >= span.first && block < span.last));
  };
  if (within(full_sink, full)) {
    return TileClass::full;
  }
  return within(sink, window) ? TileClass::partial : TileClass::empty;
}

TileCounts& TileCounts::operator+=(const TileCounts& other) {
  full += other.full;
  partial += other.partial;
  empty += other.empty;
  return *this;
}

SequenceTiles::SequenceTiles(Number queries, Number keys, const Mask& mask, TileShape tile, Edges edges)
    : mask_(queries, keys, blocks_of(queries, tile.queries) * tile.queries, mask), tile_(tile), edges_(edges),
      queries_(queries), rows_(blocks_of(queries, tile.queries)), columns_(blocks_of(keys, tile.keys)),
      whole_rows_(edges == Edges::padded ? rows_ : queries / tile.queries) {
  const Number last = tile.queries - 1 + mask_.up; // the end of what the last query of row 0 sees, before clamping
  end_.end = rows_up_to(last, keys - 1);
  end_.begin = std::min(rows_up_to(last, mask_.prefix), end_.end);
  end_.low = blocks_of(mask_.prefix, tile.keys);
  end_.add = last + tile.keys - 1;
  end_.high = columns_;
  begin_.low = blocks_of(mask_.sink, tile.keys);
  begin_.end = rows_up_to(-mask_.down, keys - 1);
  begin_.begin = std::min(rows_up_to(-mask_.down, (begin_.low + 1) * tile.keys - 1), begin_.end);
  begin_.add = -mask_.down;
  begin_.high = columns_;
}

/// Whole blocks within the first `keys` keys; the block at the end of the sequence is whole where its edges say so.
Number SequenceTiles::full_blocks(Number keys) const {
  return edges_ == Edges::exact && keys == mask_.keys ? columns_ : keys / tile_.keys;
}

RowTiles SequenceTiles::row(Number row) const {
  const Number first = row * tile_.queries;
  const bool ragged = first + tile_.queries > queries_;
  const Number last = (ragged && edges_ != Edges::padded ? queries_ : first + tile_.queries) - 1;
  RowTiles tiles;
  const KeySpans seen = mask_.seen(first, last);
  tiles.sink = blocks_of(seen.sink, tile_.keys);
  tiles.window = {tiles.sink, tiles.sink};
  if (seen.window.size() > 0) {
    tiles.window = {seen.window.first / tile_.keys, blocks_of(seen.window.last, tile_.keys)};
    if (tiles.window.first <= tiles.sink) {
      tiles.sink = 0;
      tiles.window.first = 0;
    }
  }
  if (ragged && edges_ == Edges::masked) {
    return tiles;
  }
  const KeySpans all = mask_.seen_by_all(first, last);
  tiles.full_sink = full_blocks(all.sink);
  const Number begin = blocks_of(all.window.first, tile_.keys);
  tiles.full = {begin, std::max(begin, full_blocks(all.window.last))};
  return tiles;
}

/// The sum of floor((tile.queries*i + add) / tile.keys) over first <= i < last; its terms are not negative.
Number SequenceTiles::floors(Number add, Number first, Number last) const {
  return last <= first ? 0 : floor_sum(last - first, tile_.keys, tile_.queries, tile_.queries * first + add);
}

Number SequenceTiles::sum(const Stair& stair, Number first, Number last) const {
  return stair.low * std::max(Number{0}, std::min(last, stair.begin) - first) +
         floors(stair.add, std::max(first, stair.begin), std::min(last, stair.end)) +
         stair.high * std::max(Number{0}, last - std::max(first, stair.end));
}

/// How many i >= 0 have tile.queries*i + add <= bound.
Number SequenceTiles::rows_up_to(Number add, Number bound) const {
  return bound < add ? 0 : (bound - add) / tile_.queries + 1;
}

Number SequenceTiles::touched_in_whole_rows(Number rows) const {
  return sum(end_, 0, rows) - sum(begin_, 0, rows) + rows * begin_.low;
}

Number SequenceTiles::touched_before(Number row) const {
  return row <= whole_rows_ ? touched_in_whole_rows(row)
                            : touched_in_whole_rows(whole_rows_) + this->row(whole_rows_).touched();
}

/// Full blocks of the windows of rows first, ..., last - 1, all of them behind the sink: the sum of
/// max(0, e(i) - b(i)), where e counts whole blocks up to the end of what the first query of row i sees, and b the
/// blocks before the window of its last query. Where e is constant, the difference falls with i; where e is a quotient
/// of the same slope as b, it has one sign.
Number SequenceTiles::full_windows(Number first, Number last) const {
  const Number begin = tile_.queries - 1 - mask_.down; // b(i) = ceil((tile.queries*i + begin) / tile.keys)
  const Number round_up = begin + tile_.keys - 1;
  const auto below = [&](Number blocks, Number from, Number to) {
    const Number stop = std::min(to, rows_up_to(begin, blocks * tile_.keys));
    return stop <= from ? 0 : blocks * (stop - from) - floors(round_up, from, stop);
  };
  const Number linear_end = rows_up_to(mask_.up, mask_.keys - 1);
  const Number linear_begin = std::min(rows_up_to(mask_.up, mask_.prefix), linear_end);
  Number sum = below(full_blocks(mask_.prefix), first, std::min(last, linear_begin)) +
               below(full_blocks(mask_.keys), std::max(first, linear_end), last);
  if (mask_.up >= round_up) {
    const Number from = std::max(first, linear_begin);
    const Number to = std::min(last, linear_end);
    sum += floors(mask_.up, from, to) - floors(round_up, from, to);
  }
  return sum;
}

Number SequenceTiles::full_in_whole_rows(Number rows) const {
  const auto whole_blocks_below = [&](Number limit) { // of what the first query of a row sees below `limit`
    Stair stair;
    stair.end = rows_up_to(mask_.up, limit - 1);
    stair.begin = std::min(rows_up_to(mask_.up, mask_.prefix), stair.end);
    stair.low = full_blocks(std::min(mask_.prefix, limit));
    stair.add = mask_.up;
    stair.high = full_blocks(limit);
    return stair;
  };
  // Up to `split` the window of every query of a row begins within the sink.
  const Number split = std::min(rows, rows_up_to(tile_.queries - 1 - mask_.down, mask_.sink));
  return sum(whole_blocks_below(mask_.keys), 0, split) + sum(whole_blocks_below(mask_.sink), split, rows) +
         full_windows(split, rows);
}

Number SequenceTiles::full_before(Number row) const {
  return row <= whole_rows_ ? full_in_whole_rows(row)
                            : full_in_whole_rows(whole_rows_) + this->row(whole_rows_).full_tiles();
}

TileCounts SequenceTiles::counts() const {
  const Number full = full_before(rows_);
  const Number touched = this->touched();
  return {full, touched - full, rows_ * columns_ - touched};
}

/// The row of tile `index` among the whole rows, which have it. Between the places where a stair changes, the sum
/// over rows is a parabola but for what rounding adds, which has a period; the parabola through the ends of the piece
/// is solved for a first guess, and the sums around it decide.
Number SequenceTiles::row_of(Number index) const {
  Number first = 0;
  Number before = 0;
  Number last = whole_rows_;
  Number through = 0;
  for (;;) {
    last = whole_rows_;
    for (const Number place : {end_.begin, end_.end, begin_.begin, begin_.end}) {
      last = place > first && place < last ? place : last;
    }
    through = touched_in_whole_rows(last);
    if (index < through) {
      break;
    }
    first = last;
    before = through;
  }
  const bool rises = first >= end_.begin && first < end_.end;
  const bool falls = first >= begin_.begin && first < begin_.end;
  const double slope = (rises ? 1.0 : 0.0) - (falls ? 1.0 : 0.0);
  const double bend = slope * static_cast<double>(tile_.queries) / static_cast<double>(tile_.keys);
  const double rows = static_cast<double>(last - first);
  const double start = static_cast<double>(through - before) / rows - bend * rows / 2;
  const double rest = static_cast<double>(index - before);
  const double divisor = start + std::sqrt(std::max(0.0, start * start + 2 * bend * rest));
  const double guess = divisor > 0 ? std::min(2 * rest / divisor, rows - 1) : 0.0;
  const Number middle = first + static_cast<Number>(guess);
  Number step = 1;
  if (touched_in_whole_rows(middle) <= index) {
    first = middle;
    while (first + step < last && touched_in_whole_rows(first + step) <= index) {
      first += step;
      step *= 2;
    }
    last = std::min(last, first + step);
  } else {
    last = middle;
    while (last - step > first && touched_in_whole_rows(last - step) > index) {
      last -= step;
      step *= 2;
    }
    first = std::max(first, last - step);
  }
  while (last - first > 1) {
    const Number half = first + (last - first) / 2;
    (touched_in_whole_rows(half) <= index ? first : last) = half;
  }
  return first;
}

Tile SequenceTiles::unrank(Number index) const {
  const Number before_last = touched_in_whole_rows(whole_rows_);
  const Number row = index >= before_last ? whole_rows_ : row_of(index);
  return {row, this->row(row).block(index - touched_before(row))};
}

Number SequenceTiles::rank(Tile tile) const {
  return touched_before(tile.row) + row(tile.row).position(tile.block);
}

} // namespace mapwright::index_map::tiles
