// Programs of tasks from a text: their data, kernels, a run, and simulated runs under mappers. Self-contained: standard
// library only.
//
//   auto read = mapwright::read_task_program(text);               // TOML, docs/programs.md
//   if (read.program) {
//     read.program->set_kernel("sweep", sweep);                   // mapwright/task_kernel.h
//     read.program->values<double>("grid", "u")[0] = 1;
//     std::string error = read.program->run();                    // one task after another
//     auto mapped = read.program->simulate(mapper, "lassen,nodes=4"); // docs/mappers.md, docs/machines.md
//   }
#pragma once

#include "mapwright/task_kernel.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mapwright {

/// What a mapped program does on a model of a machine.
struct SimulatedTasks {
  double seconds = 0;         ///< until the last task has ended
  std::uint64_t bytes = 0;    ///< that went between different memories
  std::uint64_t messages = 0; ///< copies that carried them
  std::string error;          ///< empty on success; otherwise the first error, or what did not fit where
};

/// A program with its data and kernels. Not to be shared between threads.
class TaskProgram {
public:
  struct State;
  explicit TaskProgram(std::unique_ptr<State> state);
  TaskProgram(TaskProgram&& other) noexcept;
  TaskProgram& operator=(TaskProgram&& other) noexcept;
  ~TaskProgram();

  /// All tasks of a run.
  [[nodiscard]] std::size_t task_count() const;
  /// The implementation of a kind of task. False: there is no such kind.
  bool set_kernel(std::string_view task, mapwright_kernel kernel);
  /// One field of all points of a region, the first dimension fastest; zero at first. Throws std::invalid_argument: no
  /// such field, values of another size than T, or more data than a run holds (8 GiB).
  template <class T> [[nodiscard]] std::span<T> values(std::string_view region, std::string_view field) {
    const std::span<std::byte> bytes = field_bytes(region, field, sizeof(T));
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// Runs all tasks one after another on the values. The error, or nothing.
  [[nodiscard]] std::string run();
  /// Maps the program with the text of a mapper on a machine, "NAME,parameter=value,..." or a file, and simulates it.
  [[nodiscard]] SimulatedTasks simulate(std::string_view mapper, std::string_view machine) const;

private:
  std::span<std::byte> field_bytes(std::string_view region, std::string_view field, std::size_t bytes);

  std::unique_ptr<State> state_;
};

/// A program, or the message of the error (with position and hint).
struct TaskProgramResult {
  std::optional<TaskProgram> program;
  std::string error;
};

/// Reads a program and expands its tasks. `sizes` replace those of the text.
TaskProgramResult read_task_program(std::string_view text, const std::map<std::string, std::int64_t>& sizes = {});

} // namespace mapwright
