// Processor spaces: views of the processors of one kind, each node's numbered from 0, as grids of any shape.
//
// A space begins as the grid (nodes, processors of each node). Every transformation makes a new space; a point of it is
// walked back, transformation by transformation, to a node and a processor. With p a point of the new space and q the
// point of the old one it stands for, s the sizes of the old one:
//   split(d, f)        s_d = f * g becomes the two dimensions (f, g); q_d = p_d + p_{d+1}*f
//   factors (o_0 ...)  s_d becomes (o_0, o_1, ...); q_d = p_d + p_{d+1}*o_0 + p_{d+2}*o_0*o_1 + ...
//   merge(a, b)        one dimension of s_a*s_b in place of a, without b; q_a = p / s_b, q_b = p % s_b
//   swap(a, b)         q_a = p_b, q_b = p_a
//   slice(d, lo, hi)   the size hi - lo + 1 (hi is inside); q_d = p_d + lo
//   reverse(d)         q_d = s_d - 1 - p_d
// Every transformation is a bijection onto its image, so points are walked in both directions.
#pragma once

#include "core/error.hpp"
#include "mapper/space/factorize.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mapwright::mapper::space {

inline constexpr std::int64_t most_nodes = std::int64_t{1} << 31; ///< also processors of one node
inline constexpr std::size_t most_dimensions = 64;                ///< of one space
inline constexpr std::size_t most_transformations = 256;          ///< between a space and its machine

/// One processor: which node, and which of the node's processors of the kind, both from 0.
struct ProcessorPoint {
  std::int64_t node = 0;
  std::int64_t processor = 0;
  friend bool operator==(const ProcessorPoint&, const ProcessorPoint&) = default;
};

/// One step between two spaces. The meaning of the fields is that of the table above.
struct Transformation {
  enum class Kind : std::uint8_t { split, merge, swap, slice, reverse };
  Kind kind = Kind::split;
  std::size_t first = 0;   ///< d, or a
  std::size_t second = 0;  ///< b
  std::int64_t amount = 0; ///< merge: s_b; slice: lo; reverse: s_d - 1
  std::int64_t extent = 0; ///< slice: hi - lo + 1
  Factors factors{};       ///< split: the new sizes
};

class ProcessorSpace {
public:
  /// The grid (nodes, processors). Errors: a number outside [1, most_nodes].
  static Result<ProcessorSpace> machine(std::int64_t nodes, std::int64_t processors);

  [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
  [[nodiscard]] std::size_t dimensions() const { return shape_.size(); }
  /// Number of points.
  [[nodiscard]] std::int64_t volume() const;
  [[nodiscard]] const std::vector<Transformation>& transformations() const { return steps_; }

  /// Errors of all: a dimension that does not exist, more than most_dimensions or most_transformations; of split: f
  /// does not divide the size; of slice: not 0 <= lo <= hi < size; of merge and swap: the same dimension twice.
  [[nodiscard]] Result<ProcessorSpace> split(std::int64_t d, std::int64_t f) const;
  [[nodiscard]] Result<ProcessorSpace> merge(std::int64_t a, std::int64_t b) const;
  [[nodiscard]] Result<ProcessorSpace> swap(std::int64_t a, std::int64_t b) const;
  [[nodiscard]] Result<ProcessorSpace> slice(std::int64_t d, std::int64_t lo, std::int64_t hi) const;
  [[nodiscard]] Result<ProcessorSpace> reverse(std::int64_t d) const;
  /// By balanced_factors, auto_factors and greedy_factors, with their errors.
  [[nodiscard]] Result<ProcessorSpace> balance_split(std::int64_t d, std::int64_t parts) const;
  [[nodiscard]] Result<ProcessorSpace> auto_split(std::int64_t d, std::span<const std::int64_t> extents) const;
  [[nodiscard]] Result<ProcessorSpace> greedy_split(std::int64_t d, std::span<const std::int64_t> extents) const;

  /// Whether `point` has one coordinate per dimension, each in [0, size); the error says which is not.
  [[nodiscard]] Result<void> check(std::span<const std::int64_t> point) const;
  /// The processor at a point. Errors: as check.
  [[nodiscard]] Result<ProcessorPoint> at(std::span<const std::int64_t> point) const;
  /// The point of a processor; the inverse of `at`. Errors: the processor lies outside the machine or a slice.
  [[nodiscard]] Result<std::vector<std::int64_t>> point_of(ProcessorPoint processor) const;

private:
  [[nodiscard]] Result<std::size_t> dimension(std::int64_t d) const;
  [[nodiscard]] Result<ProcessorSpace> with(Transformation step, std::vector<std::int64_t> shape) const;
  [[nodiscard]] Result<ProcessorSpace> with_factors(std::size_t d, const Result<Factors>& factors) const;

  std::int64_t nodes_ = 1;
  std::int64_t processors_ = 1;
  std::vector<Transformation> steps_;
  std::vector<std::int64_t> shape_;
};

} // namespace mapwright::mapper::space
