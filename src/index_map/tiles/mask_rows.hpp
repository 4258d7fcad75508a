// The keys that rows of queries see, as ranges.
#pragma once

#include "index_map/tiles/mask.hpp"

#include <algorithm>

namespace mapwright::index_map::tiles {

/// The integers first, ..., last - 1.
struct Span {
  Number first = 0;
  Number last = 0;

  [[nodiscard]] Number size() const { return std::max(Number{0}, last - first); }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The keys [0, sink) and those of `window`; sink <= window.first.
struct KeySpans {
  Number sink = 0;
  Span window{};
};

/// A mask at the lengths of one sequence, every bound a number: query i sees key j of [0, keys) when
/// (j < i + up or j < prefix) and (j >= i - down or j < sink).
struct MaskRows {
  Number keys = 0;
  Number up = 0;
  Number down = 0;
  Number sink = 0;
  Number prefix = 0;

  /// `rows`: above every query that is asked for. Bounds that bind nowhere become the nearest that does not either, so
  /// that |up| and |down| are at most max(rows, keys).
  MaskRows(Number queries, Number key_count, Number rows, const Mask& mask)
      : keys(key_count), sink(std::min(mask.sink, key_count)), prefix(std::min(mask.prefix, key_count)) {
    const Number place = mask.align == Align::bottom_right ? keys - queries : 0;
    up = mask.right < 0 || mask.right >= keys - place ? keys : place + mask.right + 1;
    down = mask.left < 0 || mask.left >= rows + place ? rows : mask.left - place;
  }

  /// The first key beyond those that query i may see.
  [[nodiscard]] Number end(Number i) const { return std::clamp(std::max(i + up, prefix), Number{0}, keys); }

  /// What at least one of the queries first, ..., last sees.
  [[nodiscard]] KeySpans seen(Number first, Number last) const {
    const Number end_of_last = end(last);
    const Number begin = first - down;
    if (begin <= sink) {
      return {0, {0, end_of_last}};
    }
    return {std::min(sink, end_of_last), {std::min(begin, keys), std::max(end_of_last, std::min(begin, keys))}};
  }

  /// What each of the queries first, ..., last sees.
  [[nodiscard]] KeySpans seen_by_all(Number first, Number last) const {
    const Number end_of_first = end(first);
    const Number begin = last - down;
    if (begin <= sink) {
      return {0, {0, end_of_first}};
    }
    return {std::min(sink, end_of_first), {std::min(begin, keys), std::max(end_of_first, std::min(begin, keys))}};
  }
};

} // namespace mapwright::index_map::tiles
