// A certified map at one size, with everything the bench asks of it: box, points, tables, the word it is emitted in.
#pragma once

#include "core/error.hpp"
#include "domain/reference.hpp"
#include "index_map/certificate.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace mapwright::index_map::bench {

struct Instance {
  std::shared_ptr<const Certified> certified;
  std::vector<std::int64_t> sizes;
  std::vector<expr::Table> tables; ///< run-time ones, in the order of the emitted functions
  std::vector<std::int64_t> low;   ///< of the bounding box
  std::vector<std::int64_t> extent;
  std::int64_t points = 0;
  std::int64_t box = 0;
  int bits = 64; ///< the shortest word that is certified for the sizes

  [[nodiscard]] const domain::Domain& domain() const { return certified->derived.map.domain; }
  [[nodiscard]] std::size_t dimensions() const { return low.size(); }
};

/// Input errors: an empty domain, a size beyond the certified range, a box beyond 2^62 points.
/// answer_no: the map is not proved. `least_bits`: no shorter word is taken.
Result<Instance> make_instance(std::shared_ptr<const Certified> certified, const std::vector<expr::Int>& sizes,
                               const std::vector<expr::Table>& given, int least_bits = 32);

/// A number that no coordinate of a point is.
std::int64_t no_coordinate(const Instance& instance);

/// All points in order, coordinate k of point w at [w * dimensions + k].
Result<std::vector<std::int32_t>> points_of(const Instance& instance);

/// Rows: maximal lists of consecutive indices along the last dimension, as the domain's own scan gives them.
struct Rows {
  std::vector<std::int64_t> starts; ///< index of the first point of each
  std::vector<std::int32_t> points; ///< the first point of each, dimensions() coordinates
  [[nodiscard]] std::size_t size() const { return starts.size(); }
};
/// Rows beyond `most` are an error.
Result<Rows> rows_of(const Instance& instance, std::size_t most);

/// Points of the domain that each of `threads` threads meets in the bounding box, when the rows of the box (its points,
/// if it has one dimension) are dealt out in equal, contiguous parts, the longer ones first.
struct Share {
  std::int64_t box = 0;    ///< points of the box
  std::int64_t points = 0; ///< of these, points of the domain
};
Result<std::vector<Share>> shares_of_box(const Instance& instance, unsigned threads);

} // namespace mapwright::index_map::bench
