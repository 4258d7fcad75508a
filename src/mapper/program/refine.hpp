// Cutting a region into pieces of which every given set is a union.
#pragma once

#include "mapper/rectangle.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace mapwright::mapper {

/// A rectangle of a set with this number.
struct MemberRectangle {
  Rectangle rectangle;
  std::uint32_t set = 0;
};

/// Gets a piece and the ascending numbers of all sets that hold it; they hold it whole. Returns whether to go on.
using PieceTaker = std::function<bool(const Rectangle& piece, const std::vector<std::uint32_t>& sets)>;

/// Cuts `box` into pieces and gives those that are in at least one set, each point once. A piece is cut only where a
/// rectangle covers a part of it; with n rectangles of which only neighbours overlap it takes about n log n steps.
/// False when the taker stopped it.
bool refine(const Rectangle& box, std::vector<MemberRectangle> members, const PieceTaker& take);

} // namespace mapwright::mapper
