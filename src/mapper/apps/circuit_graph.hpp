// The random graph of the circuit application, made piece by piece from a seed.
//
// Pieces stand in a ring. Piece p has the nodes p * nodes to (p + 1) * nodes - 1; the last of them are shared: wires of
// other pieces may end there. A wire begins at any node of its piece and ends at any node of it, or at a shared node of
// a piece at most `window` further on or back.
//
// The shared nodes of a piece stand in the order of the set of pieces whose wires reach them, so that nodes with the
// same set are neighbours. The ghosts of a piece, the shared nodes of others that its wires reach, are therefore few
// rectangles: at most 2^(2 * window - 1) for each piece nearby, and one where wires are many, as every node is reached.
#pragma once

#include "mapper/rectangle.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

struct CircuitShape {
  std::int64_t pieces = 1;
  std::int64_t nodes = 1; ///< of each piece
  std::int64_t wires = 1; ///< of each piece
  std::int64_t percent_shared = 1;
  std::int64_t percent_inside = 80; ///< of the wires that end in their own piece
  std::int64_t window = 1;
  std::int64_t seed = 0;

  /// Shared nodes of each piece: at least one.
  [[nodiscard]] std::int64_t shared() const { return std::max<std::int64_t>(1, nodes * percent_shared / 100); }
};

/// Between two nodes of the whole graph.
struct CircuitWire {
  std::int64_t in = 0; ///< of the wire's own piece
  std::int64_t out = 0;
};

class CircuitGraph {
public:
  explicit CircuitGraph(const CircuitShape& shape);

  [[nodiscard]] const CircuitShape& shape() const { return shape_; }
  /// The wires of one piece, in order.
  [[nodiscard]] std::vector<CircuitWire> wires_of(std::int64_t piece) const;
  /// Of each piece, ascending.
  [[nodiscard]] const std::vector<PointSet>& ghosts() const { return ghosts_; }

private:
  struct Draw; ///< the random numbers of a piece's wires
  [[nodiscard]] std::vector<std::int64_t> pieces_near(std::int64_t piece) const;
  /// The node `local` of a piece as it is drawn, in the order described above.
  [[nodiscard]] std::int64_t node(std::int64_t piece, std::int64_t local) const;
  void order_shared_nodes();
  void find_ghosts();

  CircuitShape shape_;
  std::vector<std::vector<std::uint32_t>> reached_; ///< [piece][shared node] bit k: by the k-th piece near it
  std::vector<std::vector<std::int64_t>> place_;    ///< [piece][shared node as drawn] its place
  std::vector<PointSet> ghosts_;
};

} // namespace mapwright::mapper
