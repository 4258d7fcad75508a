#include "mapper/program/effective_layout.hpp"

#include <bit>

namespace mapwright::mapper {

DataLayout effective_layout(const Program& program, const RegionArgument& argument, const DataLayout& layout) {
  DataLayout effective;
  if (program.regions[argument.region].extents.axes > 1) {
    effective.dimensions = layout.dimensions;
  }
  if (std::popcount(argument.fields) > 1) {
    effective.fields = layout.fields;
  }
  return effective;
}

} // namespace mapwright::mapper
