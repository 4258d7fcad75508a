// The sizes of a shape as named values, and what the shapes of arguments are there.
#pragma once

#include "kernel/task/expression.hpp"
#include "kernel/task/task.hpp"

namespace mapwright::kernel {

/// The names of the task's sizes with these values.
Values values_of(const Task& task, const std::vector<std::int64_t>& sizes);

/// The extents of one argument, axis by axis; empty for scalars. Input error for a negative one and for too many
/// elements.
Result<std::vector<std::int64_t>> axes(const Argument& argument, const Values& sizes);

} // namespace mapwright::kernel
