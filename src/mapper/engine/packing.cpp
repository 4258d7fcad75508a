#include "mapper/engine/packing.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace mapwright::mapper {

namespace {

constexpr std::uint64_t copy_alignment = 64; ///< of each field of a copy

/// Some points of a view: where they are in its order, and in that of the atom.
struct CommonRun {
  std::uint64_t in_view = 0;
  std::uint64_t in_atom = 0;
  std::uint64_t count = 0;
};

/// The rows of a view in its order: where they begin in the region, and in the view.
struct ViewRow {
  std::uint64_t in_region = 0;
  std::uint64_t in_view = 0;
  std::uint64_t count = 0;
};

std::vector<ViewRow> rows_of(const Rectangle& extents, const PointSet& set) {
  std::vector<ViewRow> rows;
  std::uint64_t at = 0;
  for (const Rectangle& part : set) {
    const auto row = static_cast<std::uint64_t>(part.extent(0));
    for (std::uint64_t i = 0; i < part.volume(); i += row) {
      rows.push_back({extents.index_of(part.point_at(i)), at, row});
      at += row;
    }
  }
  std::sort(rows.begin(), rows.end(), [](const ViewRow& a, const ViewRow& b) { return a.in_region < b.in_region; });
  return rows;
}

/// The points of an atom, all of which are in the rows.
std::vector<CommonRun> common_runs(const std::vector<ViewRow>& rows, const AtomPlace& place) {
  std::vector<CommonRun> common;
  std::size_t row = 0;
  std::uint64_t in_atom = 0;
  for (const PointRun& run : place.runs) {
    for (std::uint64_t done = 0; done < run.count;) {
      const std::uint64_t at = run.first + done;
      while (rows[row].in_region + rows[row].count <= at) {
        ++row;
      }
      const std::uint64_t skipped = at - rows[row].in_region;
      const std::uint64_t count = std::min(rows[row].count - skipped, run.count - done);
      common.push_back({rows[row].in_view + skipped, in_atom, count});
      in_atom += count;
      done += count;
    }
  }
  return common;
}

/// Sizes of the chosen fields, the widest first, then in the order of the region.
std::vector<std::size_t> widest_first(const Region& region, std::uint64_t fields) {
  std::vector<std::size_t> order;
  for (std::size_t f = 0; f < region.fields.size(); ++f) {
    if ((fields >> f & 1U) != 0) {
      order.push_back(f);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return region.fields[a].bytes > region.fields[b].bytes; });
  return order;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Strides of a box whose neighbours in the contiguous dimension are `step` bytes apart.
std::array<std::int64_t, most_axes> strides_of(const ArgumentForm& form, std::uint64_t step, DimensionOrder order) {
  std::array<std::int64_t, most_axes> stride{};
  auto at = static_cast<std::int64_t>(step);
  for (std::size_t i = 0; i < form.axes; ++i) {
    const std::size_t d = order == DimensionOrder::f_order ? i : form.axes - 1 - i;
    stride[d] = at;
    at *= form.dense ? std::max<std::int64_t>(1, form.extent[d]) : 0;
  }
  if (!form.dense) {
    stride = {static_cast<std::int64_t>(step)};
  }
  return stride;
}

/// The places of the fields in a copy of this layout, and its size.
void place_fields(const Region& region, std::uint64_t fields, const DataLayout& layout, ArgumentForm& form) {
  const std::vector<std::size_t> order = widest_first(region, fields);
  const bool together = layout.fields == FieldOrder::aos;
  std::uint64_t element = 0;
  for (const std::size_t f : order) {
    element += region.fields[f].bytes;
  }
  element = rounded_up(element, region.fields[order.front()].bytes);
  std::map<std::size_t, FieldPlace> places;
  std::uint64_t at = 0;
  for (const std::size_t f : order) {
    const std::uint64_t bytes = region.fields[f].bytes;
    places[f] = {at, strides_of(form, together ? element : bytes, layout.dimensions)};
    at += together ? bytes : rounded_up(bytes * form.points, copy_alignment);
  }
  for (const auto& [field, place] : places) {
    form.fields.push_back(place);
  }
  form.copy_bytes = together ? element * form.points : at;
}

/// Where point number `rank` of the view lies from the beginning of a field.
std::uint64_t byte_of(const ArgumentForm& form, const FieldPlace& place, std::uint64_t rank) {
  if (!form.dense) {
    return rank * static_cast<std::uint64_t>(place.stride[0]);
  }
  std::uint64_t byte = 0;
  for (std::size_t d = 0; d < form.axes; ++d) {
    const auto extent = static_cast<std::uint64_t>(form.extent[d]);
    byte += rank % extent * static_cast<std::uint64_t>(place.stride[d]);
    rank /= extent;
  }
  return byte;
}

/// Appends, or joins with the last.
void add_bytes(std::vector<PackedBytes>& packed, const PackedBytes& more) {
  if (!packed.empty()) {
    PackedBytes& last = packed.back();
    if (last.atom == more.atom && last.in_atom + last.count == more.in_atom &&
        last.in_copy + last.count == more.in_copy) {
      last.count += more.count;
      return;
    }
  }
  packed.push_back(more);
}

/// The bytes of one field of one atom.
void pack_field(const ArgumentForm& form, const FieldPlace& place, const std::vector<CommonRun>& common,
                const PackedBytes& field, std::vector<PackedBytes>& packed) {
  const std::uint64_t bytes = field.count;
  const bool contiguous = place.stride[0] == static_cast<std::int64_t>(bytes);
  for (const CommonRun& run : common) {
    const std::uint64_t step = contiguous ? run.count : 1;
    for (std::uint64_t i = 0; i < run.count; i += step) {
      add_bytes(packed, {field.atom, field.in_atom + (run.in_atom + i) * bytes,
                         place.offset + byte_of(form, place, run.in_view + i), step * bytes});
    }
  }
}

/// Whether an atom with these points is what the copy would be; then the fields are placed in it.
bool take_in_place(const Region& region, const DataView& view, const AtomPlace& place,
                   const std::vector<CommonRun>& common, ArgumentForm& form) {
  if (place.fields != view.fields ||
      !std::all_of(common.begin(), common.end(), [](const CommonRun& run) { return run.in_view == run.in_atom; })) {
    return false;
  }
  std::vector<FieldPlace> fields;
  for (std::size_t f = 0; f < region.fields.size(); ++f) {
    if ((view.fields >> f & 1U) != 0) {
      const FieldPlace& wanted = form.fields[fields.size()];
      const FieldPlace there{field_offset_in_atom(region, place, f),
                             strides_of(form, region.fields[f].bytes, DimensionOrder::f_order)};
      for (std::size_t d = 0; d < form.axes; ++d) {
        if (form.extent[d] > 1 && there.stride[d] != wanted.stride[d]) {
          return false;
        }
      }
      fields.push_back(there);
    }
  }
  form.fields = std::move(fields);
  form.copy_bytes = 0;
  form.in_place = true;
  return true;
}

} // namespace

std::uint64_t field_offset_in_atom(const Region& region, const AtomPlace& place, std::size_t field) {
  std::uint64_t offset = 0;
  for (const std::size_t f : widest_first(region, place.fields)) {
    if (f == field) {
      break;
    }
    offset += region.fields[f].bytes * place.points;
  }
  return offset;
}

ArgumentForm form_of(const Program& program, const TaskGraph& graph, const std::vector<AtomPlace>& places,
                     std::uint32_t view_number, const DataLayout& layout) {
  const DataView& view = graph.views[view_number];
  const Region& region = program.regions[view.region];
  const PointSet set =
      view.partition == none ? PointSet{region.extents} : program.partitions[view.partition].sets[view.colour];
  ArgumentForm form;
  form.dense = set.size() == 1;
  form.axes = static_cast<std::uint32_t>(region.extents.axes);
  form.points = view.points;
  const Rectangle box = bounding_box(set, region.extents.axes);
  for (std::size_t d = 0; d < box.axes && !set.empty(); ++d) {
    form.low[d] = box.low[d];
    form.extent[d] = box.extent(d);
  }
  place_fields(region, view.fields, layout, form);
  const std::vector<ViewRow> rows = rows_of(region.extents, set);
  const auto atoms = graph.atoms_of(view_number);
  for (std::uint32_t a = 0; a < atoms.size(); ++a) {
    const AtomPlace& place = places[atoms[a]];
    const std::vector<CommonRun> common = common_runs(rows, place);
    if (atoms.size() == 1 && take_in_place(region, view, place, common, form)) {
      return form;
    }
    std::size_t number = 0;
    for (std::size_t f = 0; f < region.fields.size(); ++f) {
      if ((view.fields >> f & 1U) == 0) {
        continue;
      }
      if ((place.fields >> f & 1U) != 0) {
        pack_field(form, form.fields[number], common,
                   {a, field_offset_in_atom(region, place, f), 0, region.fields[f].bytes}, form.packed);
      }
      ++number;
    }
  }
  return form;
}

} // namespace mapwright::mapper
