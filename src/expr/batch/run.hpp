// Executes programs, block by block.
#pragma once

#include "expr/batch/executable.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace mapwright::expr::batch {

/// What one run reads and writes. With `consecutive`, the only argument is first, first + 1, ... instead of a column.
struct Columns {
  std::span<const std::int64_t> parameters;
  std::span<const std::int64_t* const> arguments;
  std::span<std::int64_t* const> results;
  std::size_t count = 0;
  bool consecutive = false;
  std::int64_t first = 0;
};

/// `code` belongs to `program`. Parameters and arguments fit Word.
template <class Word> void run(const Program& program, const Executable<Word>& code, const Columns& columns);

} // namespace mapwright::expr::batch
