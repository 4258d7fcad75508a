#include "index_map/audit/landmarks.hpp"

#include "expr/int128.hpp"

#include <algorithm>
#include <array>

namespace mapwright::index_map::audit {

namespace {

constexpr std::array<int, 7> widths{24, 31, 32, 53, 62, 63, 64};
constexpr std::array<int, 8> multiples{1, 2, 3, 4, 6, 8, 12, 24};

/// Numbers x for which m*x, m*x^2 or m*x^3, or one of these over m, comes to 2^bits; and powers of two.
std::vector<std::int64_t> critical_numbers() {
  std::vector<std::int64_t> numbers;
  const auto add = [&](Int value) {
    for (const Int number : {value - 1, value, value + 1}) {
      if (number >= 0 && fits_64(number)) {
        numbers.push_back(static_cast<std::int64_t>(number));
      }
    }
  };
  for (int bit = 0; bit < 63; ++bit) {
    add(Int{1} << bit);
  }
  for (const int bits : widths) {
    for (const int m : multiples) {
      const Int power = Int{1} << bits;
      for (const Int value : {power / m, power * m}) {
        add(value);
        add(expr::integer_root(value, 2));
        add(expr::integer_root(value, 3));
      }
    }
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

class Indices {
public:
  Indices(std::int64_t floor, std::int64_t end) : floor_(floor), end_(end) {}

  void add(std::int64_t index) {
    if (index >= floor_ && index < end_) {
      all_.push_back(index);
    }
  }
  void add_around(std::span<const std::int64_t> indices) {
    for (const std::int64_t index : indices) {
      add(index - 1);
      add(index);
      add(index + 1);
    }
  }
  /// The indices so far, ascending, each once.
  std::vector<std::int64_t>& sorted() {
    std::sort(all_.begin(), all_.end());
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    return all_;
  }

private:
  std::int64_t floor_;
  std::int64_t end_;
  std::vector<std::int64_t> all_;
};

/// `count` values of [low, high), evenly spread.
std::vector<std::int64_t> grid(std::int64_t low, std::int64_t high, std::int64_t count) {
  std::vector<std::int64_t> values;
  const Int span = Int{high} - low;
  for (std::int64_t k = 0; k < std::min<Int>(count, span); ++k) {
    values.push_back(static_cast<std::int64_t>(low + span * k / std::min<Int>(count, span)));
  }
  return values;
}

/// from - 1, .., from - near, then ever larger steps down, not below `low`.
std::vector<std::int64_t> downward(std::int64_t from, std::int64_t low, std::int64_t near) {
  std::vector<std::int64_t> values;
  for (std::int64_t step = 1; from - step >= low; step += step < near ? 1 : step / 8 + 1) {
    values.push_back(from - step);
  }
  return values;
}

} // namespace

std::vector<std::int64_t> landmarks(const Oracle& oracle, std::size_t random) {
  Indices seeds(0, oracle.last() + 1);
  seeds.add(0);
  seeds.add(oracle.last());
  static const std::vector<std::int64_t> critical = critical_numbers();
  for (const std::int64_t number : critical) {
    seeds.add(number);
    seeds.add(oracle.last() - number);
  }
  std::uint64_t state = 0x9e3779b97f4a7c15U; // a fixed sequence: the same indices every time
  for (std::size_t i = 0; i < random; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    seeds.add(static_cast<std::int64_t>((state >> 1U) % oracle.sized().count));
  }
  if (!oracle.has_rows()) {
    return seeds.sorted();
  }
  const auto& lowest = oracle.point(0);
  const auto& highest = oracle.point(oracle.last());
  std::vector<std::int64_t> rows;
  for (const std::int64_t number : critical) {
    for (const Int row : {Int{number}, lowest[0] + number, highest[0] - number}) {
      if (row > lowest[0] && row <= highest[0]) {
        rows.push_back(static_cast<std::int64_t>(row));
      }
    }
  }
  const auto starts = oracle.row_starts(rows);
  for (const std::int64_t start : starts) {
    seeds.add(start);
  }
  Indices all(0, oracle.last() + 1);
  const auto& found = seeds.sorted();
  all.add_around(found);
  all.add_around(oracle.row_ends(found));
  return all.sorted();
}

std::vector<std::int64_t> critical_sizes() {
  std::vector<std::int64_t> values;
  for (int bit = 4; bit < 62; ++bit) {
    const Int power = Int{1} << bit;
    for (const Int value : {power, power + power / 2}) {
      for (const Int offset : {-1, 0, 1, 2}) {
        values.push_back(static_cast<std::int64_t>(value + offset));
      }
    }
  }
  for (const int bits : widths) {
    for (const int m : {1, 2, 4, 6, 8}) {
      for (const Int value : {(Int{1} << bits) * m, (Int{1} << bits) / m}) {
        for (const int degree : {2, 3}) {
          const auto root = static_cast<std::int64_t>(expr::integer_root(value, degree));
          values.insert(values.end(), {root, root + 1, root + 2});
        }
      }
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::int64_t> earlier(const Oracle& oracle, std::int64_t wrong, std::int64_t floor) {
  Indices all(floor, wrong);
  if (floor >= wrong) {
    return {};
  }
  const auto spread = grid(floor, wrong, 4096);
  for (const std::int64_t index : spread) {
    all.add(index);
  }
  for (const std::int64_t index : downward(wrong, floor, 256)) {
    all.add(index);
  }
  if (oracle.has_rows()) {
    const auto lowest = static_cast<std::int64_t>(oracle.point(floor)[0]);
    const auto row = static_cast<std::int64_t>(oracle.point(wrong)[0]);
    std::vector<std::int64_t> rows = downward(row + 2, lowest, 1024);
    const auto even = grid(lowest, row + 1, 4096);
    rows.insert(rows.end(), even.begin(), even.end());
    all.add_around(oracle.row_starts(rows));
    all.add_around(oracle.row_ends(std::vector<std::int64_t>(
        spread.begin(), spread.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(spread.size(), 1024)))));
    all.add_around(oracle.row_ends(downward(wrong + 1, floor, 64)));
  }
  return all.sorted();
}

} // namespace mapwright::index_map::audit
