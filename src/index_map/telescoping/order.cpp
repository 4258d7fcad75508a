#include "index_map/telescoping/order.hpp"

#include <utility>

namespace mapwright::index_map {

using domain::IslSet;

bool reaches_past(const IslSet& a, const IslSet& b) {
  const auto last = static_cast<unsigned>(isl_set_dim(a.get(), isl_dim_set)) - 1;
  // (prefix, x, x') with x in a and x' in b
  isl_set* left = isl_set_insert_dims(a.copy(), isl_dim_set, last + 1, 1);
  isl_set* right = isl_set_insert_dims(b.copy(), isl_dim_set, last, 1);
  isl_set* both = isl_set_intersect(left, right);
  isl_constraint* not_after = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(both)));
  not_after = isl_constraint_set_coefficient_si(not_after, isl_dim_set, static_cast<int>(last), 1);
  not_after = isl_constraint_set_coefficient_si(not_after, isl_dim_set, static_cast<int>(last) + 1, -1);
  return !is_empty(IslSet(isl_set_add_constraint(both, not_after)));
}

void order_pieces(std::vector<Piece>& pieces, bool& ordered) {
  const std::size_t size = pieces.size();
  std::vector<std::vector<bool>> must_follow(size, std::vector<bool>(size, false)); // [i][j]: i cannot precede j
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (i != j) {
        const IslSet a(isl_set_from_basic_set(pieces[i].region.copy()));
        const IslSet b(isl_set_from_basic_set(pieces[j].region.copy()));
        must_follow[i][j] = reaches_past(a, b);
      }
    }
  }
  std::vector<Piece> sorted;
  std::vector<bool> taken(size, false);
  ordered = true;
  while (sorted.size() < size) {
    std::size_t next = size;
    for (std::size_t i = 0; i < size && next == size; ++i) {
      bool may_come = !taken[i];
      for (std::size_t j = 0; j < size && may_come; ++j) {
        may_come = taken[j] || j == i || !must_follow[i][j];
      }
      if (may_come) {
        next = i;
      }
    }
    if (next == size) {
      ordered = false;
      for (std::size_t i = 0; i < size && next == size; ++i) {
        next = taken[i] ? size : i;
      }
    }
    taken[next] = true;
    sorted.push_back(std::move(pieces[next]));
  }
  pieces = std::move(sorted);
}

} // namespace mapwright::index_map
