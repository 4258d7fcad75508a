// A kernel task made of one file: a kernel, and in a comment what its signature does not say.
#pragma once

#include "core/error.hpp"
#include "kernel/task/task.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::kernel {

/// The files of a task, as text, and what was taken for granted.
struct InitialisedTask {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files{}; ///< name and text: task.toml, reference.cpp, kernel, notes
  std::vector<std::string> assumed{};                       ///< what nobody said: sentences for people
};

/// Makes a task of the text of a C++, OpenCL, CUDA or HIP file called `file`, whose ending says which. It holds a
/// comment that begins with "mapwright-task" (annotation.hpp) before the kernel, and may hold, between
/// "#ifdef MAPWRIGHT_REFERENCE" and "#endif", a function `reference`: as reference.cpp has it, or in plain C++ with the
/// kernel's parameters, from which it is made. Without one a C++ kernel is its own reference. Input error at its place
/// in the file: no comment, no kernel behind it, what neither the signature nor the comment says.
Result<InitialisedTask> init_task(const std::string& text, const std::string& file);

} // namespace mapwright::kernel
