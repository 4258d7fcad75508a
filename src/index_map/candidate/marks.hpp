// One bit per cell of the bounding box of a domain: which points were met.
#pragma once

#include "domain/domain.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::index_map::candidate {

class Marks {
public:
  /// No marks in the box of the domain at this size; nothing when it is empty or has more than 2^31 cells.
  static std::optional<Marks> around(const domain::Domain& domain, const std::vector<domain::Int>& size);

  /// Marks a point inside the box.
  void put(std::span<const domain::Int> point);

  /// Removes the mark of a point; false when it has none.
  bool take(std::span<const domain::Int> point);

private:
  [[nodiscard]] std::optional<std::size_t> cell(std::span<const domain::Int> point) const;

  std::vector<domain::Int> low_;
  std::vector<domain::Int> side_;
  std::vector<bool> set_;
};

} // namespace mapwright::index_map::candidate
