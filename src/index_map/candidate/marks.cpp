#include "index_map/candidate/marks.hpp"

#include "domain/reference.hpp"

namespace mapwright::index_map::candidate {

using domain::Int;

namespace {
constexpr Int most_cells = Int{1} << 31;
}

std::optional<Marks> Marks::around(const domain::Domain& domain, const std::vector<Int>& size) {
  const auto box = domain::bounding_box(domain, size);
  if (!box || box->empty) {
    return std::nullopt;
  }
  Marks marks;
  Int cells = 1;
  for (const auto& [low, high] : box->sides) {
    const auto product = expr::checked_mul(cells, high - low + 1);
    if (!product || *product > most_cells) {
      return std::nullopt;
    }
    cells = *product;
    marks.low_.push_back(low);
    marks.side_.push_back(high - low + 1);
  }
  marks.set_.resize(static_cast<std::size_t>(cells), false);
  return marks;
}

std::optional<std::size_t> Marks::cell(std::span<const Int> point) const {
  Int at = 0;
  for (std::size_t d = 0; d < point.size(); ++d) {
    const Int offset = point[d] - low_[d];
    if (offset < 0 || offset >= side_[d]) {
      return std::nullopt;
    }
    at = at * side_[d] + offset;
  }
  return static_cast<std::size_t>(at);
}

void Marks::put(std::span<const Int> point) {
  if (const auto at = cell(point)) {
    set_[*at] = true;
  }
}

bool Marks::take(std::span<const Int> point) {
  const auto at = cell(point);
  if (!at || !set_[*at]) {
    return false;
  }
  set_[*at] = false;
  return true;
}

} // namespace mapwright::index_map::candidate
