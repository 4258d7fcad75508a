// The parts of task.toml; only for the files that implement read_task.
//
// Each reads its sections into the task and refuses what is wrong at its place. What depends on parts that were refused
// before is not read.
#pragma once

#include "core/settings.hpp"
#include "kernel/task/task.hpp"

namespace mapwright::kernel {

/// [[argument]], after the sizes.
void read_arguments(Section& root, Task& task);

/// [shapes], after the arguments; also `operations`, which must have a value at each.
void read_shapes(Section& root, Task& task);

/// [[inputs]], after the shapes.
void read_inputs(Section& root, Task& task);

/// The text of a key that must be there; false, and refused, when it is not.
bool require_text(Section& section, std::string_view key, std::string& target);

/// The key `type`, which must be there.
void read_type(Section& section, Element& type);

} // namespace mapwright::kernel
