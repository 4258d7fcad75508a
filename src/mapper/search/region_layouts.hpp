// One layout for each region that as many of its users as can be work on: then no copy changes it.
#pragma once

#include "mapper/layout.hpp"
#include "mapper/program/program.hpp"

#include <cstddef>
#include <vector>

namespace mapwright::mapper {

class RegionLayouts {
public:
  explicit RegionLayouts(const Program& program);

  /// The layout of argument `index` of a task of this variant: the region's if that will do, otherwise the default
  /// changed as the variant needs it.
  [[nodiscard]] DataLayout layout_for(const RegionArgument& argument, const TaskVariant& variant,
                                      std::size_t index) const;

private:
  std::vector<DataLayout> layouts_; ///< of each region
};

/// The layout changed as little as makes it satisfy the need.
DataLayout changed_for(DataLayout layout, const LayoutNeed& need);

} // namespace mapwright::mapper
