// The points a domain has by its definition, read in step with somebody's.
#pragma once

#include "domain/reference.hpp"
#include "expr/int128.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace mapwright::index_map::candidate {

using expr::Int;

inline std::vector<Int> wide(const std::vector<std::int64_t>& values) {
  return {values.begin(), values.end()};
}

/// The domain's points of one size, read in step with the function's.
class Expected {
public:
  static Result<Expected> open(const domain::Reference& reference, const std::vector<std::int64_t>& size,
                               std::size_t dimensions) {
    domain::ScanOptions options;
    options.count_first = false;
    auto scanner = reference.scan(wide(size), {}, options);
    return scanner ? Result<Expected>(Expected(std::move(*scanner), dimensions)) : forward(scanner);
  }

  /// The next `count` points; false at the end of the domain or on an error.
  bool fill(std::uint64_t count) {
    for (auto& column : columns_) {
      column.resize(static_cast<std::size_t>(count));
    }
    std::size_t filled = 0;
    while (filled < count) {
      std::vector<std::int64_t*> at;
      for (auto& column : columns_) {
        at.push_back(column.data() + filled);
      }
      const std::size_t more = scanner_.fill(at, static_cast<std::size_t>(count) - filled);
      if (more == 0) {
        return false;
      }
      filled += more;
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& columns() const { return columns_; }

private:
  Expected(domain::Scanner scanner, std::size_t dimensions) : scanner_(std::move(scanner)), columns_(dimensions) {}
  domain::Scanner scanner_;
  std::vector<std::vector<std::int64_t>> columns_;
};

} // namespace mapwright::index_map::candidate
