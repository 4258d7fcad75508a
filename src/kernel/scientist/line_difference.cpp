// Myers' greedy algorithm on lines: the furthest point that each diagonal reaches with d changes, d = 0, 1, ...
#include "kernel/scientist/hunks.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

using Texts = std::vector<std::string>;

/// More changes than this are not searched for: the tables grow with their square.
constexpr std::int64_t most_changes = 1000;

/// A pair of equal lines: their numbers in both texts.
using Match = std::pair<std::size_t, std::size_t>;

/// Tables of Myers: row d holds, for diagonals -d, -d + 2, ..., d, how many lines of `a` are behind the furthest point.
using Reached = std::vector<std::vector<std::int64_t>>;

std::int64_t at(const Reached& reached, std::int64_t changes, std::int64_t diagonal) {
  return reached[static_cast<std::size_t>(changes)][static_cast<std::size_t>((diagonal + changes) / 2)];
}

/// Whether the furthest point of `diagonal` after `changes` comes from an insertion, else from a deletion.
bool by_insertion(const Reached& reached, std::int64_t changes, std::int64_t diagonal) {
  return diagonal == -changes ||
         (diagonal != changes && at(reached, changes - 1, diagonal - 1) < at(reached, changes - 1, diagonal + 1));
}

/// The tables up to the row that reaches both ends; nothing when that takes too many changes.
std::optional<Reached> reach(const Texts& a, const Texts& b) {
  const auto n = static_cast<std::int64_t>(a.size());
  const auto m = static_cast<std::int64_t>(b.size());
  Reached reached;
  for (std::int64_t changes = 0; changes <= std::min(n + m, most_changes); ++changes) {
    reached.emplace_back();
    for (std::int64_t diagonal = -changes; diagonal <= changes; diagonal += 2) {
      std::int64_t x = 0;
      if (changes > 0) {
        x = by_insertion(reached, changes, diagonal) ? at(reached, changes - 1, diagonal + 1)
                                                     : at(reached, changes - 1, diagonal - 1) + 1;
      }
      while (x < n && x - diagonal < m && x - diagonal >= 0 &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - diagonal)]) {
        ++x;
      }
      reached.back().push_back(x);
      if (x >= n && x - diagonal >= m) {
        return reached;
      }
    }
  }
  return std::nullopt;
}

/// The equal lines on a shortest path, in order.
std::vector<Match> matches(const Texts& a, const Texts& b, const Reached& reached) {
  std::vector<Match> found;
  auto x = static_cast<std::int64_t>(a.size());
  auto y = static_cast<std::int64_t>(b.size());
  for (auto changes = static_cast<std::int64_t>(reached.size()) - 1; changes >= 0; --changes) {
    const std::int64_t diagonal = x - y;
    std::int64_t from = 0;
    bool insertion = false;
    if (changes > 0) {
      insertion = by_insertion(reached, changes, diagonal);
      from = insertion ? at(reached, changes - 1, diagonal + 1) : at(reached, changes - 1, diagonal - 1) + 1;
    }
    for (; x > from; --x, --y) {
      found.emplace_back(static_cast<std::size_t>(x - 1), static_cast<std::size_t>(y - 1));
    }
    x -= changes > 0 && !insertion ? 1 : 0;
    y -= changes > 0 && insertion ? 1 : 0;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

/// Appends what lies between the last match and this one.
void close(std::vector<Hunk>& hunks, const Texts& a, const Texts& b, const Match& from, const Match& to) {
  if (from == to) {
    return;
  }
  const auto part = [](const Texts& texts, std::size_t begin, std::size_t end) {
    return Texts(texts.begin() + static_cast<std::ptrdiff_t>(begin), texts.begin() + static_cast<std::ptrdiff_t>(end));
  };
  hunks.push_back({from.first, from.second, part(a, from.first, to.first), part(b, from.second, to.second)});
}

} // namespace

std::vector<std::string> lines_of(std::string_view text) {
  Texts lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::vector<Hunk> difference(std::string_view before, std::string_view after) {
  const Texts a = lines_of(before);
  const Texts b = lines_of(after);
  std::vector<Hunk> hunks;
  const auto reached = reach(a, b);
  Match from{0, 0};
  if (reached) {
    for (const Match& match : matches(a, b, *reached)) {
      close(hunks, a, b, from, match);
      from = {match.first + 1, match.second + 1};
    }
  }
  close(hunks, a, b, from, {a.size(), b.size()});
  return hunks;
}

} // namespace mapwright::kernel::scientist
