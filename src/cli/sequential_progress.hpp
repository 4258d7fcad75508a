// How far the child of `mapper run --engine sequential` has come; only for the two files that run it.
#pragma once

#include <cstdint>

#include <unistd.h>

namespace mapwright::cli {

/// What the file of the run holds instead of the number of a task.
inline constexpr std::uint32_t no_task_begun = UINT32_MAX;
inline constexpr std::uint32_t all_tasks_ended = UINT32_MAX - 1;

/// Writes the number of the task that begins. A file, as kernels may write all over memory.
inline void note_task(int file, std::uint32_t number) {
  (void)!pwrite(file, &number, sizeof number, 0);
}

inline std::uint32_t noted_task(int file) {
  std::uint32_t number = no_task_begun;
  return pread(file, &number, sizeof number, 0) == sizeof number ? number : no_task_begun;
}

} // namespace mapwright::cli
