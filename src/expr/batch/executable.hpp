// A program for lanes of one width: its kernels, constants and tables in words of that width.
#pragma once

#include "expr/batch/program.hpp"
#include "expr/evaluate.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace mapwright::expr::batch {

/// Word is std::int32_t or std::int64_t. Kernels are null for operations of control.
template <class Word> struct Executable {
  std::vector<Kernel<Word>> prologue{};
  std::vector<Kernel<Word>> body{};
  std::vector<std::pair<int, Word>> constants{}; ///< register and value
  std::vector<std::vector<Word>> tables{};
};

/// Nothing when a constant, an entry of a table or its number of entries does not fit Word. `tables` are those the
/// program was compiled with.
template <class Word> std::optional<Executable<Word>> executable(const Program& program, Tables tables);

} // namespace mapwright::expr::batch
