#include "mapper/program/partition.hpp"

#include "mapper/program/refine.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Whether the points of `b` begin where those of `a` end in dimension 0, and all else agrees.
bool continues(const Rectangle& a, const Rectangle& b) {
  for (std::size_t d = 1; d < a.axes; ++d) {
    if (a.low[d] != b.low[d] || a.high[d] != b.high[d]) {
      return false;
    }
  }
  return b.low[0] <= a.high[0];
}

/// By all dimensions, the last first, so that rows stand together.
bool in_rows(const Rectangle& a, const Rectangle& b) {
  for (std::size_t d = a.axes; d-- > 0;) {
    if (a.low[d] != b.low[d]) {
      return a.low[d] < b.low[d];
    }
  }
  return false;
}

/// Joins neighbours in rows; the rectangles are single points, maybe repeated.
PointSet joined_points(PointSet points) {
  std::sort(points.begin(), points.end(), in_rows);
  PointSet rows;
  for (const Rectangle& point : points) {
    if (!rows.empty() && continues(rows.back(), point)) {
      rows.back().high[0] = std::max(rows.back().high[0], point.high[0]);
    } else {
      rows.push_back(point);
    }
  }
  return rows;
}

} // namespace

std::vector<PointSet> cut_into_blocks(const Rectangle& extents, const Rectangle& colours) {
  std::vector<PointSet> sets(colours.volume());
  for (std::uint64_t i = 0; i < sets.size(); ++i) {
    const Coordinates colour = colours.point_at(i);
    Rectangle block = extents;
    for (std::size_t d = 0; d < extents.axes; ++d) {
      const std::int64_t count = colours.extent(d);
      const std::int64_t width = (extents.extent(d) + count - 1) / count;
      block.low[d] = std::min(extents.low[d] + colour[d] * width, extents.high[d]);
      block.high[d] = std::min(block.low[d] + width, extents.high[d]);
    }
    if (!block.empty()) {
      sets[i].push_back(block);
    }
  }
  return sets;
}

std::vector<PointSet> cut_into_halos(const Rectangle& extents, const Partition& partition, const Coordinates& widths,
                                     bool inside) {
  std::vector<PointSet> sets;
  sets.reserve(partition.sets.size());
  for (const PointSet& set : partition.sets) {
    const Rectangle box = bounding_box(set, extents.axes);
    PointSet halo;
    if (!box.empty()) {
      Rectangle wide = box;
      for (std::size_t d = 0; d < extents.axes; ++d) {
        wide.low[d] = std::max(box.low[d] - widths[d], extents.low[d]);
        wide.high[d] = std::min(box.high[d] + widths[d], extents.high[d]);
      }
      halo = inside ? PointSet{wide} : difference(wide, box);
    }
    sets.push_back(std::move(halo));
  }
  return sets;
}

PointSet without_overlaps(PointSet set) {
  std::erase_if(set, [](const Rectangle& part) { return part.empty(); });
  if (std::all_of(set.begin(), set.end(), [](const Rectangle& part) { return part.volume() == 1; })) {
    return joined_points(std::move(set));
  }
  PointSet apart;
  for (const Rectangle& part : set) {
    PointSet rest{part};
    for (std::size_t i = 0; i < apart.size() && !rest.empty(); ++i) {
      PointSet remaining;
      for (const Rectangle& piece : rest) {
        for (const Rectangle& left : difference(piece, apart[i])) {
          remaining.push_back(left);
        }
      }
      rest = std::move(remaining);
    }
    apart.insert(apart.end(), rest.begin(), rest.end());
  }
  return apart;
}

bool is_disjoint(const Partition& partition, const Rectangle& extents) {
  std::vector<MemberRectangle> members;
  for (std::uint32_t colour = 0; colour < partition.sets.size(); ++colour) {
    for (const Rectangle& part : partition.sets[colour]) {
      members.push_back({part, colour});
    }
  }
  bool disjoint = true;
  refine(extents, std::move(members), [&](const Rectangle&, const std::vector<std::uint32_t>& in) {
    disjoint = disjoint && in.size() <= 1;
    return disjoint;
  });
  return disjoint;
}

} // namespace mapwright::mapper
