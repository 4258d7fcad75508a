// The atoms of a program as data of StarPU.
#pragma once

#include "mapper/engine/region_data.hpp"
#include "mapper/program/atom_places.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <starpu.h>

namespace mapwright::starpu_engine {

/// A copy of a program's data cut into atoms, registered with StarPU while it lives.
class AtomData {
public:
  AtomData(const mapper::Program& program, const mapper::TaskGraph& graph, const std::vector<mapper::AtomPlace>& places,
           const mapper::RegionData& data);
  AtomData(const AtomData&) = delete;
  AtomData& operator=(const AtomData&) = delete;
  ~AtomData();

  [[nodiscard]] starpu_data_handle_t handle(std::uint32_t atom) const { return handles_[atom]; }
  /// Makes the copy at a node of StarPU the only one.
  void place(std::uint32_t atom, int node);
  /// Waits for all tasks, and puts the values back.
  void collect(mapper::RegionData& data);

private:
  void unregister();
  const mapper::Program& program_;
  const mapper::TaskGraph& graph_;
  const std::vector<mapper::AtomPlace>& places_;
  std::vector<std::vector<std::byte>> bytes_;
  std::vector<starpu_data_handle_t> handles_;
};

} // namespace mapwright::starpu_engine
