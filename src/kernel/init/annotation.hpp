// What a kernel's author says of it in the comment that begins with "mapwright-task", in TOML; all that the signature
// says is left out (docs/kernel-tasks.md):
//
//   /*mapwright-task
//   summary = "sums of the rows of a matrix"
//   [arguments]
//   a = ["m", "n"]
//   y = {shape = ["m"], intent = "out"}
//   [shapes]
//   benchmark = [[2000, 3000]]
//   */
#pragma once

#include "core/settings.hpp"
#include "kernel/task/task.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// What is said of one parameter.
struct ArgumentNote {
  std::string name;
  std::vector<std::string> shape{}; ///< as written; empty: not said
  std::optional<Intent> intent{};
  std::optional<Element> type{};
};

/// How many work items a device kernel is launched with.
struct ItemsNote {
  std::vector<std::string> items{}; ///< for each axis an expression in the sizes; empty: not said
  std::vector<std::int64_t> group{};
};

struct Annotation {
  std::string name{};    ///< of the task; empty: the function's
  std::string summary{}; ///< empty: not said
  std::string entry{};   ///< which function; empty: the first behind the comment
  std::vector<std::string> sizes{};
  std::string operations{};
  std::vector<ArgumentNote> arguments{};
  std::vector<std::vector<std::int64_t>> test{};
  std::vector<std::vector<std::int64_t>> benchmark{};
  std::vector<std::vector<std::int64_t>> held_out{};
  std::vector<std::pair<std::string, std::string>> inputs{}; ///< argument, distribution as written
  std::optional<double> factor{};
  std::string reason{};
  ItemsNote launch{};
};

/// Reads the comment's text out of `settings`, which remain open for what only the signature can refuse; the caller
/// calls Settings::check.
Annotation read_annotation(Settings& settings);

} // namespace mapwright::kernel
