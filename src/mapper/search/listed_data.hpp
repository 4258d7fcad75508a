// Where data lie while tasks are scheduled one after another, how long copies would take, and how full memories are.
//
// Copies are taken to contend for nothing. Contributions count as data of the task that made them: the next reader
// fetches them from there.
#pragma once

#include "mapper/search/decision_space.hpp"
#include "mapper/simulate/resolve.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Where one argument would lie, and when it would be there.
struct ListPlace {
  std::uint32_t memory = none;
  DataLayout layout{};
  double ready = 0;            ///< seconds
  double seconds_per_byte = 0; ///< of the processor at that memory
  std::uint64_t bytes = 0;     ///< more than lie there already
};

class ListedData {
public:
  explicit ListedData(const SearchScene& scene)
      : scene_(scene), sites_(scene.machine.memory_count()), used_(scene.machine.memory_count(), 0),
        copies_(scene.graph.atoms.size()), held_(scene.graph.atoms.size()) {}

  /// The data of an access in a memory that the processor sees, asked for at `begin`.
  [[nodiscard]] ListPlace place(std::uint32_t access, std::uint32_t processor, std::uint32_t memory,
                                const DataLayout& layout, double begin);
  /// Bytes that the memory has left when nothing is ever dropped; below 0 where that is too much.
  [[nodiscard]] double room(std::uint32_t memory) const;
  [[nodiscard]] bool has_room(const ListPlace& place) const;
  /// The access is made there by a task that ends at `end`.
  void put(std::uint32_t access, const ListPlace& place, double end);

private:
  /// An atom's valid copy.
  struct Copy {
    std::uint32_t site = 0;
    double ready = 0; ///< seconds
  };

  [[nodiscard]] bool reads(std::uint32_t access) const;
  [[nodiscard]] const Copy& nearest(const std::vector<Copy>& copies, std::uint32_t site, std::uint64_t bytes) const;
  [[nodiscard]] double copy_seconds(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) const;
  /// What an access makes of an atom at a site: contributions lie beside valid data.
  [[nodiscard]] std::uint32_t holding(std::uint32_t access, std::uint32_t site) const;
  [[nodiscard]] bool holds(std::uint32_t atom, std::uint32_t what) const;

  const SearchScene& scene_;
  SiteTable sites_;
  std::vector<std::uint64_t> used_;              ///< bytes ever put in each memory
  std::vector<std::vector<Copy>> copies_;        ///< of each atom
  std::vector<std::vector<std::uint32_t>> held_; ///< of each atom: all that it ever was, by `holding`
};

} // namespace mapwright::mapper
