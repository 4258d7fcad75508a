#include "mapper/search/region_layouts.hpp"

#include <numeric>

namespace mapwright::mapper {

DataLayout changed_for(DataLayout layout, const LayoutNeed& need) {
  layout.dimensions = need.dimensions.value_or(layout.dimensions);
  layout.fields = need.fields.value_or(layout.fields);
  if (need.alignment > 0) {
    layout.alignment = layout.alignment == 0 ? need.alignment : std::lcm(layout.alignment, need.alignment);
  }
  return layout;
}

RegionLayouts::RegionLayouts(const Program& program) : layouts_(program.regions.size()) {
  for (const Launch& launch : program.launches) {
    for (const TaskVariant& variant : program.kinds[launch.kind].variants) {
      for (std::size_t i = 0; i < variant.layouts.size() && i < launch.arguments.size(); ++i) {
        DataLayout& layout = layouts_[launch.arguments[i].region];
        layout = changed_for(layout, variant.layouts[i]);
      }
    }
  }
}

DataLayout RegionLayouts::layout_for(const RegionArgument& argument, const TaskVariant& variant,
                                     std::size_t index) const {
  const DataLayout& shared = layouts_[argument.region];
  if (variant.layouts.empty() || satisfies(shared, variant.layouts[index])) {
    return shared;
  }
  return changed_for(DataLayout{}, variant.layouts[index]);
}

} // namespace mapwright::mapper
