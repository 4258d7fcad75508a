#include "expr/batch/executable.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace mapwright::expr::batch {

namespace {

template <class Word> bool fits(std::int64_t value) {
  return value >= std::numeric_limits<Word>::min() && value <= std::numeric_limits<Word>::max();
}

template <class Word> std::vector<Kernel<Word>> kernels_of(const std::vector<Operation>& operations) {
  std::vector<Kernel<Word>> found;
  found.reserve(operations.size());
  for (const Operation& operation : operations) {
    found.push_back(kernels<Word>().find(operation.code, operation.uniform));
  }
  return found;
}

} // namespace

template <class Word> std::optional<Executable<Word>> executable(const Program& program, Tables tables) {
  Executable<Word> out{kernels_of<Word>(program.prologue), kernels_of<Word>(program.body)};
  for (const auto& [r, value] : program.constants) {
    if (!fits<Word>(value)) {
      return std::nullopt;
    }
    out.constants.emplace_back(r, static_cast<Word>(value));
  }
  for (const Table& table : tables) {
    if (!fits<Word>(static_cast<std::int64_t>(table.values.size())) ||
        !std::all_of(table.values.begin(), table.values.end(), fits<Word>)) {
      return std::nullopt;
    }
    auto& entries = out.tables.emplace_back();
    std::transform(table.values.begin(), table.values.end(), std::back_inserter(entries),
                   [](std::int64_t entry) { return static_cast<Word>(entry); });
  }
  return out;
}

template std::optional<Executable<std::int32_t>> executable(const Program& program, Tables tables);
template std::optional<Executable<std::int64_t>> executable(const Program& program, Tables tables);

} // namespace mapwright::expr::batch
