// Fractals and substitution systems: tiles within tiles, coarsest first.
#include "domain/affine_rows.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr Int most_block = 4096; ///< points of a tile whose offsets are listed in advance

/// The unit tiles of one tile after a number of substitutions, as offsets by dimension.
struct Block {
  std::vector<std::vector<std::int64_t>> columns;
  [[nodiscard]] std::size_t size() const { return columns.empty() ? 0 : columns[0].size(); }
};

/// Number of unit tiles of each tile type after 0, 1, ... substitutions, saturating at int_max.
std::vector<std::vector<Int>> tile_counts(const SubstitutionShape& shape, std::int64_t level) {
  std::vector<std::vector<Int>> counts{std::vector<Int>(shape.tiles.size(), 1)};
  for (std::int64_t l = 0; l < level; ++l) {
    std::vector<Int> next;
    for (const auto& tile : shape.tiles) {
      Int sum = 0;
      for (const auto& child : tile.children) {
        sum = expr::checked_add(sum, counts.back()[static_cast<std::size_t>(child.type)]).value_or(expr::int_max);
      }
      next.push_back(sum);
    }
    counts.push_back(std::move(next));
  }
  return counts;
}

class TileSource : public RunSource {
public:
  TileSource(const SubstitutionShape& shape, std::size_t dimensions, std::int64_t level, const Opening& opening)
      : shape_(shape), dimensions_(dimensions), low_(opening.first_low), high_(opening.first_high) {
    counts_ = tile_counts(shape, level);
    block_level_ = level;
    while (block_level_ > 0 && *std::max_element(counts_[static_cast<std::size_t>(block_level_)].begin(),
                                                 counts_[static_cast<std::size_t>(block_level_)].end()) > most_block) {
      --block_level_;
    }
    weights_.push_back(1);
    for (std::int64_t l = 0; l < level; ++l) {
      weights_.push_back(weights_.back() * shape.scale);
    }
    list_blocks();
    point_.resize(dimensions);
    stack_.push_back({shape.start, 0, level, std::vector<std::int64_t>(dimensions, 0)});
  }

  bool next(Run& run) override {
    if (!seek()) {
      return false;
    }
    for (std::size_t d = 0; d < dimensions_; ++d) {
      point_[d] = base_[d] + block_->columns[d][at_];
    }
    ++at_;
    run.prefix = std::span<const std::int64_t>(point_.data(), dimensions_ - 1);
    run.first = run.last = point_.back();
    return true;
  }

  std::size_t fill(std::span<std::int64_t* const> columns, std::size_t capacity) override {
    std::size_t filled = 0;
    while (filled < capacity && seek()) {
      // A block that lies inside the range as a whole is copied; otherwise seek stops at one point after the other.
      const std::size_t count = inside_ ? std::min(capacity - filled, block_->size() - at_) : 1;
      for (std::size_t d = 0; d < dimensions_; ++d) {
        const std::int64_t base = base_[d]; // a copy: what the loop writes cannot change it
        const std::int64_t* const from = block_->columns[d].data() + at_;
        std::int64_t* const to = columns[d] + filled;
        for (std::size_t i = 0; i < count; ++i) {
          to[i] = base + from[i];
        }
      }
      at_ += count;
      filled += count;
    }
    return filled;
  }

  std::uint64_t skip(std::uint64_t most) override {
    std::uint64_t skipped = 0;
    while (skipped < most) {
      skipped += skip_tiles(most - skipped);
      if (skipped == most || !seek()) {
        break;
      }
      const std::size_t count =
          inside_ ? static_cast<std::size_t>(std::min<std::uint64_t>(most - skipped, block_->size() - at_)) : 1;
      at_ += count;
      skipped += count;
    }
    return skipped;
  }

private:
  /// Leaves out whole tiles, where all points belong to the scan and the current block is done.
  std::uint64_t skip_tiles(std::uint64_t most) {
    std::uint64_t skipped = 0;
    while (!stack_.empty() && (block_ == nullptr || at_ == block_->size())) {
      Frame& frame = stack_.back();
      const auto level = static_cast<std::size_t>(frame.level);
      const Int points = counts_[level][static_cast<std::size_t>(frame.tile)];
      const bool inside = frame.base[0] >= low_ && frame.base[0] + weights_[level] - 1 <= high_;
      if (frame.child == 0 && inside && points <= static_cast<Int>(most - skipped)) {
        skipped += static_cast<std::uint64_t>(points);
        stack_.pop_back();
      } else if (frame.level == block_level_) {
        break;
      } else {
        open_next_child();
      }
    }
    return skipped;
  }

  struct Frame {
    int tile = 0;
    std::size_t child = 0; ///< the next one
    std::int64_t level = 0;
    std::vector<std::int64_t> base;
  };

  void list_blocks() {
    blocks_.resize(shape_.tiles.size());
    for (Block& block : blocks_) {
      block.columns.assign(dimensions_, {0});
    }
    for (std::int64_t l = 1; l <= block_level_; ++l) {
      std::vector<Block> larger(blocks_.size());
      const std::int64_t weight = weights_[static_cast<std::size_t>(l - 1)];
      for (std::size_t t = 0; t < blocks_.size(); ++t) {
        larger[t].columns.resize(dimensions_);
        for (const auto& child : shape_.tiles[t].children) {
          for (std::size_t d = 0; d < dimensions_; ++d) {
            for (const std::int64_t offset : blocks_[static_cast<std::size_t>(child.type)].columns[d]) {
              larger[t].columns[d].push_back(child.offset[d] * weight + offset);
            }
          }
        }
      }
      blocks_ = std::move(larger);
    }
  }

  [[nodiscard]] bool meets_range(std::int64_t base, std::int64_t level) const {
    return base <= high_ && base + weights_[static_cast<std::size_t>(level)] - 1 >= low_;
  }

  /// Moves to the next point of the range; false after the last.
  bool seek() {
    for (;;) {
      while (block_ != nullptr && at_ < block_->size()) {
        const std::int64_t first = base_[0] + block_->columns[0][at_];
        if (inside_ || (first >= low_ && first <= high_)) {
          return true;
        }
        ++at_;
      }
      if (!next_block()) {
        return false;
      }
    }
  }

  bool next_block() {
    block_ = nullptr;
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.level == block_level_) {
        block_ = &blocks_[static_cast<std::size_t>(frame.tile)];
        base_ = frame.base;
        at_ = 0;
        inside_ = base_[0] >= low_ && base_[0] + weights_[static_cast<std::size_t>(block_level_)] - 1 <= high_;
        stack_.pop_back();
        return true;
      }
      open_next_child();
    }
    return false;
  }

  /// Replaces the innermost tile's next child by a frame of its own, or drops the tile when it has none left.
  void open_next_child() {
    Frame& frame = stack_.back();
    const auto& children = shape_.tiles[static_cast<std::size_t>(frame.tile)].children;
    if (frame.child == children.size()) {
      stack_.pop_back();
      return;
    }
    const auto& child = children[frame.child++];
    Frame below{child.type, 0, frame.level - 1, frame.base};
    for (std::size_t d = 0; d < dimensions_; ++d) {
      below.base[d] += child.offset[d] * weights_[static_cast<std::size_t>(below.level)];
    }
    if (meets_range(below.base[0], below.level)) {
      stack_.push_back(std::move(below));
    }
  }

  const SubstitutionShape& shape_;
  std::size_t dimensions_;
  std::int64_t low_;
  std::int64_t high_;
  std::int64_t block_level_ = 0;
  std::vector<std::vector<Int>> counts_; ///< unit tiles per level and tile
  std::vector<std::int64_t> weights_;    ///< scale^l
  std::vector<Block> blocks_;            ///< per tile, after block_level_ substitutions
  std::vector<Frame> stack_;             ///< tiles that are not yet done, innermost last
  const Block* block_ = nullptr;         ///< the current block
  std::vector<std::int64_t> base_;       ///< its place
  std::size_t at_ = 0;                   ///< the next point of it
  bool inside_ = true;                   ///< all of it lies in the range
  std::vector<std::int64_t> point_;
};

class PreparedTiles : public PreparedShape {
public:
  PreparedTiles(SubstitutionShape shape, std::size_t dimensions) : shape_(std::move(shape)), dimensions_(dimensions) {
    for (const auto& tile : shape_.tiles) {
      auto& map = places_.emplace_back();
      for (const auto& child : tile.children) {
        map.emplace(child.offset, child.type);
      }
    }
  }

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    Int weight = 1;
    for (std::int64_t l = 0; l < *level; ++l) {
      weight *= shape_.scale;
    }
    for (const Int v : point) {
      if (v < 0 || v >= weight) {
        return false;
      }
    }
    int tile = shape_.start;
    std::vector<int> digit(dimensions_);
    for (std::int64_t l = 0; l < *level; ++l) {
      weight /= shape_.scale;
      for (std::size_t d = 0; d < dimensions_; ++d) {
        digit[d] = static_cast<int>(point[d] / weight % shape_.scale);
      }
      const auto& places = places_[static_cast<std::size_t>(tile)];
      const auto child = places.find(digit);
      if (child == places.end()) {
        return false;
      }
      tile = child->second;
    }
    return true;
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    return std::make_unique<TileSource>(shape_, dimensions_, *level, opening);
  }

  Result<std::optional<Int>> known_count(const Opening& opening, Int /*budget*/) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    if (opening.first_low > 0 || opening.first_high < most_coordinate) {
      return std::optional<Int>{}; // a part only: left to a scan
    }
    return std::optional<Int>(tile_counts(shape_, *level).back()[static_cast<std::size_t>(shape_.start)]);
  }

private:
  [[nodiscard]] Result<std::int64_t> level_of(const Opening& opening) const {
    const Int level = opening.parameters.empty() ? -1 : opening.parameters[0];
    if (level < 0) {
      return fail(ErrorKind::input, fmt::format("the level is {}, it must not be negative", expr::to_string(level)));
    }
    const auto side = level > 62 ? std::nullopt : expr::integer_power(shape_.scale, level);
    if (!side || *side > most_coordinate) {
      return tl::unexpected<Error>(beyond_range(fmt::format("a side of {}^{}", shape_.scale, expr::to_string(level))));
    }
    return static_cast<std::int64_t>(level);
  }

  SubstitutionShape shape_;
  std::size_t dimensions_;
  std::vector<std::map<std::vector<int>, int>> places_; ///< per tile: the type of the child at an offset
};

} // namespace

SubstitutionShape as_substitution(const FractalShape& shape) {
  SubstitutionShape made;
  made.scale = shape.scale;
  SubstitutionShape::Tile tile{"", {}};
  for (const std::vector<int>& cell : shape.cells) {
    tile.children.push_back({cell, 0});
  }
  made.tiles.push_back(std::move(tile));
  return made;
}

Prepared prepare_tiles(SubstitutionShape shape, std::size_t dimensions) {
  const auto wrong = [&](const SubstitutionShape::Tile& tile) {
    return tile.children.empty() ||
           std::any_of(tile.children.begin(), tile.children.end(), [&](const SubstitutionShape::Child& child) {
             return child.offset.size() != dimensions || child.type < 0 ||
                    child.type >= static_cast<int>(shape.tiles.size()) ||
                    std::any_of(child.offset.begin(), child.offset.end(),
                                [&](int offset) { return offset < 0 || offset >= shape.scale; });
           });
  };
  if (shape.scale < 2 || shape.start < 0 || shape.start >= static_cast<int>(shape.tiles.size()) ||
      std::any_of(shape.tiles.begin(), shape.tiles.end(), wrong)) {
    return fail(ErrorKind::input, "the mask of the domain does not fit its scale and dimensions");
  }
  return std::make_shared<PreparedTiles>(std::move(shape), dimensions);
}

} // namespace mapwright::domain
