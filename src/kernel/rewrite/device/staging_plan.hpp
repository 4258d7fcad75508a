// Where a kernel can bring what its group reads again and again into the group's memory.
#pragma once

#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/loops.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// An element of an array that a loop reads, and which does not depend on one of the two ids: the items along that
/// axis all read the same.
struct StagedElement {
  std::string text;  ///< as written
  std::string type;  ///< of the element: "float"
  std::string index; ///< as written
  std::string array;
  bool of_row = false; ///< depends on the id of the second axis; else of the first
  std::vector<Span> places{};
};

/// A two-dimensional kernel, one guard `if (...) return;`, and a loop that all items of a group turn equally often.
struct StagingPlan {
  const DeviceKernel* kernel = nullptr;
  const Statement* guard = nullptr;
  std::string row_inside;    ///< condition under which the row may be read
  std::string column_inside; ///< and the column
  std::string width;         ///< of groups along the first axis, as the source says it
  std::string height;
  CountedLoop loop{};
  std::vector<const Statement*> around{}; ///< loops around it, outermost first
  std::vector<StagedElement> elements{};
};

/// Every place, in the order of the source.
std::vector<StagingPlan> staging_plans(const Source& source, const std::vector<DeviceKernel>& kernels);

} // namespace mapwright::kernel::rewrite
