// Layouts as far as they make a difference to an argument.
#pragma once

#include "mapper/program/program.hpp"

namespace mapwright::mapper {

/// The layout without what cannot be told apart: F_order where the region has one dimension, SOA where the argument has
/// one field; alignment and what else is said of instances are left out.
DataLayout effective_layout(const Program& program, const RegionArgument& argument, const DataLayout& layout);

} // namespace mapwright::mapper
