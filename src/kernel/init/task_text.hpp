// task.toml out of what is known of a kernel.
#pragma once

#include "kernel/init/annotation.hpp"
#include "kernel/init/parameters.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel {

/// What task.toml begins with.
struct TaskHead {
  std::string name;
  std::string summary;
  std::string entry;
};

/// The text. What the notes leave open is chosen, and said in `assumed`: small and odd test shapes, held-out shapes
/// near the benchmark shapes, inputs drawn from [-1, 1] and integers of [-8, 8], the default tolerance. Refuses notes
/// that do not fit the sizes, at their place.
std::string task_text(const TaskHead& head, const MadeParameters& parameters, const Annotation& annotation,
                      Settings& settings, std::vector<std::string>& assumed);

} // namespace mapwright::kernel
