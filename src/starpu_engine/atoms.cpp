#include "starpu_engine/atoms.hpp"

#include "mapper/engine/packing.hpp"

#include <cstring>

namespace mapwright::starpu_engine {

namespace {

/// Calls take(field, byte in the field's array, byte in the atom, bytes) for all of an atom.
template <class Take> void visit(const mapper::Region& region, const mapper::AtomPlace& place, const Take& take) {
  for (std::size_t f = 0; f < region.fields.size(); ++f) {
    if ((place.fields >> f & 1U) == 0) {
      continue;
    }
    const std::uint64_t bytes = region.fields[f].bytes;
    std::uint64_t at = mapper::field_offset_in_atom(region, place, f);
    for (const mapper::PointRun& run : place.runs) {
      take(f, run.first * bytes, at, run.count * bytes);
      at += run.count * bytes;
    }
  }
}

} // namespace

AtomData::AtomData(const mapper::Program& program, const mapper::TaskGraph& graph,
                   const std::vector<mapper::AtomPlace>& places, const mapper::RegionData& data)
    : program_(program), graph_(graph), places_(places), bytes_(places.size()), handles_(places.size()) {
  for (std::size_t atom = 0; atom < places.size(); ++atom) {
    const std::uint32_t region = graph.atoms[atom].region;
    bytes_[atom].resize(graph.atoms[atom].bytes);
    visit(program.regions[region], places[atom],
          [&](std::size_t field, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
            std::memcpy(bytes_[atom].data() + to, data.bytes(region, field).data() + from, count);
          });
    starpu_vector_data_register(&handles_[atom], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(bytes_[atom].data()),
                                static_cast<std::uint32_t>(bytes_[atom].size()), 1);
  }
}

AtomData::~AtomData() {
  unregister();
}

void AtomData::unregister() {
  for (starpu_data_handle_t handle : handles_) {
    starpu_data_unregister(handle);
  }
  handles_.clear();
}

void AtomData::place(std::uint32_t atom, int node) {
  starpu_data_acquire_on_node(handles_[atom], node, STARPU_RW);
  starpu_data_release_on_node(handles_[atom], node);
}

void AtomData::collect(mapper::RegionData& data) {
  unregister();
  for (std::size_t atom = 0; atom < places_.size(); ++atom) {
    const std::uint32_t region = graph_.atoms[atom].region;
    visit(program_.regions[region], places_[atom],
          [&](std::size_t field, std::uint64_t to, std::uint64_t from, std::uint64_t count) {
            std::memcpy(data.bytes(region, field).data() + to, bytes_[atom].data() + from, count);
          });
  }
}

} // namespace mapwright::starpu_engine
