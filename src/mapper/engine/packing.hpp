// Arguments of kernels made of atoms: in place where one atom is what the kernel wants, else packed into a copy.
//
// An atom is stored field by field, the widest first so that all are aligned; its points are in the order of the
// region, the first dimension fastest.
#pragma once

#include "mapper/layout.hpp"
#include "mapper/program/atom_places.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Where a field of an atom begins, in bytes.
std::uint64_t field_offset_in_atom(const Region& region, const AtomPlace& place, std::size_t field);

/// Bytes that an atom and a packed argument have in common.
struct PackedBytes {
  std::uint32_t atom = 0; ///< of the view: 0 is its first
  std::uint64_t in_atom = 0;
  std::uint64_t in_copy = 0;
  std::uint64_t count = 0;
};

/// Where a field of an argument begins, in the atom or the copy, and the bytes between neighbours.
struct FieldPlace {
  std::uint64_t offset = 0;
  std::array<std::int64_t, most_axes> stride{};
};

/// An argument as a kernel gets it.
struct ArgumentForm {
  bool dense = false;
  bool in_place = false; ///< the only atom is the argument
  std::uint32_t axes = 1;
  std::uint64_t points = 0;
  Coordinates low{};
  Coordinates extent{};
  std::vector<FieldPlace> fields;
  std::uint64_t copy_bytes = 0;    ///< 0 in place
  std::vector<PackedBytes> packed; ///< empty in place
};

/// The form of a view in a layout. Dense are views of one rectangle; the points of others are numbered as
/// task_kernel.h says. Alignment is that of the allocation.
ArgumentForm form_of(const Program& program, const TaskGraph& graph, const std::vector<AtomPlace>& places,
                     std::uint32_t view, const DataLayout& layout);

} // namespace mapwright::mapper
