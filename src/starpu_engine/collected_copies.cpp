#include "starpu_engine/collected_copies.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::starpu_engine {

void CollectedCopies::read(std::uint32_t call, std::uint32_t atom, int node, bool collect) {
  AtomCopies& copies = atoms_[atom];
  const std::uint32_t bit = 1U << static_cast<unsigned>(node);
  if (copies.home < 0) {
    copies.home = node;
    copies.kept = bit;
  }
  (collect ? copies.collected : copies.kept) |= bit;
  copies.last_reader = call;
}

void CollectedCopies::write(std::uint32_t atom, int node) {
  close(atom);
  atoms_[atom] = {node, 1U << static_cast<unsigned>(node), 0, 0};
}

std::vector<CopyDrop> CollectedCopies::finish() {
  for (std::uint32_t atom = 0; atom < atoms_.size(); ++atom) {
    close(atom);
  }
  std::stable_sort(drops_.begin(), drops_.end(), [](const CopyDrop& a, const CopyDrop& b) { return a.call < b.call; });
  return std::move(drops_);
}

void CollectedCopies::close(std::uint32_t atom) {
  const AtomCopies& copies = atoms_[atom];
  const bool only_home_stays = copies.home >= 0 && copies.kept == 1U << static_cast<unsigned>(copies.home);
  if (only_home_stays && (copies.collected & ~copies.kept) != 0) {
    drops_.push_back({copies.last_reader, atom, copies.home});
  }
}

} // namespace mapwright::starpu_engine
