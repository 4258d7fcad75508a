#include "index_map/telescoping/lift.hpp"

#include "index_map/telescoping/constraints.hpp"

#include <algorithm>

namespace mapwright::index_map {

using domain::IslBasicSet;
using domain::IslSet;

namespace {

constexpr int most_hidden = 4;

} // namespace

Result<IslSet> read_set(const domain::IslContext& context, const std::string& text) {
  isl_set* set = isl_set_read_from_str(context.get(), text.c_str());
  if (set == nullptr) {
    return fail(ErrorKind::input, "isl cannot read the set " + text);
  }
  return IslSet(isl_set_reset_tuple_id(set));
}

Result<Lifted> lift(const IslSet& set) {
  Lifted out;
  out.dimensions = static_cast<int>(isl_set_dim(set.get(), isl_dim_set));
  const IslSet known = domain::coalesced(IslSet(isl_set_compute_divs(set.copy())));
  const IslSet disjoint(isl_set_make_disjoint(known.copy()));
  std::vector<IslBasicSet> lifted;
  for (const IslBasicSet& piece : basic_sets_of(disjoint)) {
    if (isl_basic_set_is_empty(piece.get()) == isl_bool_true) {
      continue;
    }
    IslBasicSet flat(isl_basic_set_flatten(isl_basic_set_lift(piece.copy())));
    out.hidden = std::max(out.hidden, static_cast<int>(isl_basic_set_dim(flat.get(), isl_dim_set)) - out.dimensions);
    lifted.push_back(std::move(flat));
  }
  if (out.hidden > most_hidden) {
    return fail(ErrorKind::input, "the set has more than 4 existential variables in one piece",
                "rewrite it as a union of simpler sets");
  }
  const auto width = static_cast<unsigned>(out.dimensions + out.hidden);
  for (IslBasicSet& piece : lifted) {
    isl_basic_set* padded = piece.release();
    for (auto at = static_cast<unsigned>(isl_basic_set_dim(padded, isl_dim_set)); at < width; ++at) {
      padded = isl_basic_set_add_dims(padded, isl_dim_set, 1);
      padded = isl_basic_set_fix_si(padded, isl_dim_set, at, 0);
    }
    out.pieces.emplace_back(isl_basic_set_remove_redundancies(padded));
  }
  return out;
}

} // namespace mapwright::index_map
