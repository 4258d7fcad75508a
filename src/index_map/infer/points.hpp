// Example points: what `points:FILE.csv` holds.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::index_map::infer {

/// Coordinates beyond this are refused, so that a law with small coefficients never leaves 64 bits.
inline constexpr std::int64_t most_example_coordinate = std::int64_t{1} << 40;
inline constexpr std::size_t most_example_points = 1'000'000;

using Row = std::span<const std::int64_t>;

/// Points of one dimension count in order.
class PointList {
public:
  explicit PointList(std::size_t dimensions = 0) : dimensions_(dimensions) {}
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t size() const { return dimensions_ == 0 ? 0 : values_.size() / dimensions_; }
  [[nodiscard]] Row operator[](std::size_t index) const {
    return Row(values_).subspan(index * dimensions_, dimensions_);
  }
  void push(Row point) { values_.insert(values_.end(), point.begin(), point.end()); }
  void truncate(std::size_t count) { values_.resize(count * dimensions_); }
  bool operator==(const PointList&) const = default;

private:
  std::size_t dimensions_;
  std::vector<std::int64_t> values_;
};

bool same_point(Row a, Row b);

/// "(1, 2)".
std::string text_of(Row point);

/// A file of example points.
struct Examples {
  std::string file;                    ///< what errors call it
  std::vector<std::string> dimensions; ///< names of the coordinates: those of the header, otherwise i, j, k, ...
  PointList points{};
  std::vector<int> lines{};           ///< of the file, one per point
  std::vector<std::string> sources{}; ///< their texts
};

/// Reads CSV: one point a line in the order of their indices, 1 to 6 coordinates, an optional first line of names, an
/// optional first column `index` that counts 0, 1, 2, ... (without names: a first of several columns that counts so).
/// Errors are of kind input and name file, line and column.
Result<Examples> read_examples(std::string_view csv, const std::string& file);

} // namespace mapwright::index_map::infer
