#include "mapper/apps/circuit_graph.hpp"

#include "core/key_stream.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// A number below `bound` from 32 random bits.
std::int64_t scaled(std::uint64_t bits, std::int64_t bound) {
  return static_cast<std::int64_t>((bits & UINT32_MAX) * static_cast<std::uint64_t>(bound) >> 32U);
}

} // namespace

/// One wire after another: where it begins, and where it ends, with the nodes of a piece as they are drawn.
struct CircuitGraph::Draw {
  Draw(const CircuitShape& s, std::int64_t p, std::vector<std::int64_t> around)
      : shape(s), piece(p), near(std::move(around)), stream(fmt::format("circuit {} {}", s.seed, p)) {}

  void next() {
    const std::uint64_t first = stream.next();
    const std::uint64_t second = stream.next();
    in = scaled(first, shape.nodes);
    if (near.empty() || scaled(first >> 32U, 100) < shape.percent_inside) {
      out_piece = piece;
      out = scaled(second, shape.nodes);
    } else {
      out_piece = near[static_cast<std::size_t>(scaled(second >> 32U, static_cast<std::int64_t>(near.size())))];
      out = shape.nodes - shape.shared() + scaled(second, shape.shared());
    }
  }

  const CircuitShape& shape;
  std::int64_t piece;
  std::vector<std::int64_t> near;
  KeyStream stream;
  std::int64_t in = 0;
  std::int64_t out_piece = 0;
  std::int64_t out = 0;
};

CircuitGraph::CircuitGraph(const CircuitShape& shape) : shape_(shape) {
  const auto pieces = static_cast<std::size_t>(shape.pieces);
  const auto shared = static_cast<std::size_t>(shape.shared());
  reached_.assign(pieces, std::vector<std::uint32_t>(shared, 0));
  place_.assign(pieces, std::vector<std::int64_t>(shared, 0));
  for (std::int64_t p = 0; p < shape.pieces; ++p) {
    // Which bit this piece has at each piece near it.
    std::vector<std::uint32_t> bit(pieces, 0);
    for (const std::int64_t q : pieces_near(p)) {
      const std::vector<std::int64_t> around = pieces_near(q);
      const auto at = std::find(around.begin(), around.end(), p) - around.begin();
      bit[static_cast<std::size_t>(q)] = std::uint32_t{1} << static_cast<std::uint32_t>(at);
    }
    Draw draw(shape_, p, pieces_near(p));
    for (std::int64_t w = 0; w < shape.wires; ++w) {
      draw.next();
      if (draw.out_piece != p) {
        const auto q = static_cast<std::size_t>(draw.out_piece);
        reached_[q][static_cast<std::size_t>(draw.out - shape.nodes + shape.shared())] |= bit[q];
      }
    }
  }
  order_shared_nodes();
  find_ghosts();
}

std::vector<std::int64_t> CircuitGraph::pieces_near(std::int64_t piece) const {
  std::vector<std::int64_t> near;
  for (std::int64_t step = 1; step <= std::min(shape_.window, shape_.pieces - 1); ++step) {
    near.push_back((piece + step) % shape_.pieces);
    near.push_back((piece + shape_.pieces - step) % shape_.pieces);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::erase(near, piece);
  return near;
}

std::int64_t CircuitGraph::node(std::int64_t piece, std::int64_t local) const {
  const std::int64_t first_shared = shape_.nodes - shape_.shared();
  const std::int64_t at =
      local < first_shared
          ? local
          : first_shared + place_[static_cast<std::size_t>(piece)][static_cast<std::size_t>(local - first_shared)];
  return piece * shape_.nodes + at;
}

void CircuitGraph::order_shared_nodes() {
  for (std::size_t p = 0; p < place_.size(); ++p) {
    std::vector<std::size_t> order(place_[p].size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return reached_[p][a] < reached_[p][b]; });
    std::vector<std::uint32_t> sorted;
    for (std::size_t place = 0; place < order.size(); ++place) {
      place_[p][order[place]] = static_cast<std::int64_t>(place);
      sorted.push_back(reached_[p][order[place]]);
    }
    reached_[p] = std::move(sorted);
  }
}

void CircuitGraph::find_ghosts() {
  ghosts_.resize(reached_.size());
  for (std::int64_t q = 0; q < shape_.pieces; ++q) {
    const std::vector<std::int64_t> near = pieces_near(q);
    const std::vector<std::uint32_t>& reached = reached_[static_cast<std::size_t>(q)];
    const std::int64_t first = (q + 1) * shape_.nodes - shape_.shared();
    for (std::size_t k = 0; k < near.size(); ++k) {
      PointSet& ghosts = ghosts_[static_cast<std::size_t>(near[k])];
      const std::size_t before = ghosts.size(); // runs of one piece are joined, those of the next stay apart
      for (std::size_t i = 0; i < reached.size(); ++i) {
        const std::int64_t at = first + static_cast<std::int64_t>(i);
        if ((reached[i] >> k & 1U) == 0) {
          continue;
        }
        if (ghosts.size() > before && ghosts.back().high[0] == at) {
          ++ghosts.back().high[0];
        } else {
          ghosts.push_back({1, {at}, {at + 1}});
        }
      }
    }
  }
}

std::vector<CircuitWire> CircuitGraph::wires_of(std::int64_t piece) const {
  std::vector<CircuitWire> wires;
  wires.reserve(static_cast<std::size_t>(shape_.wires));
  Draw draw(shape_, piece, pieces_near(piece));
  for (std::int64_t w = 0; w < shape_.wires; ++w) {
    draw.next();
    wires.push_back({node(piece, draw.in), node(draw.out_piece, draw.out)});
  }
  return wires;
}

} // namespace mapwright::mapper
