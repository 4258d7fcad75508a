#include "mapper/engine/sequential.hpp"

#include "mapper/engine/shared_contributions.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Bytes between neighbours of an array over `extents`, the first dimension fastest.
void set_strides(const Rectangle& extents, std::uint32_t bytes, std::int64_t (&stride)[4]) {
  std::int64_t step = bytes;
  for (std::size_t d = 0; d < extents.axes; ++d) {
    stride[d] = step;
    step *= extents.extent(d);
  }
}

/// The arguments of one task after another: sets of one rectangle where they lie, others in copies.
class PlainArguments {
public:
  PlainArguments(const Program& program, const TaskGraph& graph, RegionData& data)
      : program_(program), graph_(graph), data_(data) {}

  const std::vector<mapwright_argument>& bind(const PointTask& task) {
    copies_.clear();
    fields_.assign(task.accesses, {});
    arguments_.clear();
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const DataView& view = graph_.views[graph_.accesses[task.first_access + i].view];
      const Region& region = program_.regions[view.region];
      const PointSet set = points_of(view);
      const Rectangle box = bounding_box(set, region.extents.axes);
      const bool dense = set.size() == 1;
      for (std::size_t f = 0; f < region.fields.size(); ++f) {
        if ((view.fields >> f & 1U) != 0) {
          fields_[i].push_back(dense ? in_place(view, f, box) : copied(view, f, set));
        }
      }
      mapwright_argument made{fields_[i].data(),
                              {},
                              {},
                              static_cast<std::int64_t>(view.points),
                              static_cast<std::int32_t>(region.extents.axes),
                              dense ? 1 : 0};
      for (std::size_t d = 0; d < box.axes && !set.empty(); ++d) {
        made.low[d] = box.low[d];
        made.extent[d] = box.extent(d);
      }
      arguments_.push_back(made);
    }
    return arguments_;
  }

  /// Puts what the task may have changed in copies back where it belongs.
  void write_back(const PointTask& task) {
    for (const Copy& copy : copies_) {
      const DataView& view = graph_.views[copy.view];
      for (std::uint32_t i = 0; i < task.accesses; ++i) {
        const Access& access = graph_.accesses[task.first_access + i];
        if (access.view == copy.view && access.privilege != Privilege::read) {
          visit(view, copy.field, points_of(view), [&](std::byte* home, std::size_t at, std::size_t bytes) {
            std::memcpy(home, copy.bytes.data() + at, bytes);
          });
          break;
        }
      }
    }
  }

private:
  struct Copy {
    std::uint32_t view = 0;
    std::size_t field = 0;
    std::vector<std::byte> bytes{};
  };

  [[nodiscard]] PointSet points_of(const DataView& view) const {
    return view.partition == none ? PointSet{program_.regions[view.region].extents}
                                  : program_.partitions[view.partition].sets[view.colour];
  }

  mapwright_field in_place(const DataView& view, std::size_t field, const Rectangle& box) {
    const Region& region = program_.regions[view.region];
    mapwright_field made{};
    set_strides(region.extents, region.fields[field].bytes, made.stride);
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < box.axes; ++d) {
      offset += (box.low[d] - region.extents.low[d]) * made.stride[d];
    }
    made.data = reinterpret_cast<unsigned char*>(data_.bytes(view.region, field).data()) + offset;
    return made;
  }

  mapwright_field copied(const DataView& view, std::size_t field, const PointSet& set) {
    const std::uint32_t bytes = program_.regions[view.region].fields[field].bytes;
    Copy copy{static_cast<std::uint32_t>(&view - graph_.views.data()), field, {}};
    copy.bytes.resize(view.points * bytes);
    visit(view, field, set, [&](std::byte* home, std::size_t at, std::size_t count) {
      std::memcpy(copy.bytes.data() + at, home, count);
    });
    mapwright_field made{reinterpret_cast<unsigned char*>(copy.bytes.data()), {bytes}};
    copies_.push_back(std::move(copy)); // moving keeps the array where it is
    return made;
  }

  /// Calls take(address in the array, bytes into the copy, bytes) for each run along the first dimension.
  template <class Take> void visit(const DataView& view, std::size_t field, const PointSet& set, const Take& take) {
    const Region& region = program_.regions[view.region];
    const std::size_t bytes = region.fields[field].bytes;
    std::byte* const array = data_.bytes(view.region, field).data();
    std::size_t at = 0;
    for (const Rectangle& part : set) {
      const auto run = static_cast<std::uint64_t>(part.extent(0));
      for (std::uint64_t i = 0; i < part.volume(); i += run) {
        take(array + region.extents.index_of(part.point_at(i)) * bytes, at, run * bytes);
        at += run * bytes;
      }
    }
  }

  const Program& program_;
  const TaskGraph& graph_;
  RegionData& data_;
  std::vector<Copy> copies_;
  std::vector<std::vector<mapwright_field>> fields_;
  std::vector<mapwright_argument> arguments_;
};

} // namespace

Result<void> run_sequentially(const Program& program, const TaskGraph& graph, const KernelTable& kernels,
                              RegionData& data, const std::function<void(std::uint32_t)>& begins) {
  if (auto refused = refuse_shared_contributions(program, graph); !refused) {
    return refused;
  }
  std::vector<std::int64_t> sizes;
  for (const auto& [name, value] : program.sizes) {
    sizes.push_back(value);
  }
  PlainArguments arguments(program, graph, data);
  for (std::uint32_t number = 0; number < graph.tasks.size(); ++number) {
    const PointTask& task = graph.tasks[number];
    const Slot& slot = graph.slots[task.slot];
    if (program.only_launches(slot.launch)) {
      continue;
    }
    const Launch& launch = program.launches[slot.launch];
    const std::string& kind = program.kinds[launch.kind].name;
    const auto kernel = kernels.find(kind);
    if (kernel == kernels.end() || kernel->second.host == nullptr) {
      return fail(ErrorKind::input, fmt::format("task '{}' has no kernel for CPUs", kind));
    }
    mapwright_task made{arguments.bind(task).data(), sizes.data(), {}};
    if (launch.index) {
      const Coordinates point = launch.domain.point_at(slot.point);
      std::copy(point.begin(), point.end(), made.point);
    }
    if (begins) {
      begins(number);
    }
    kernel->second.host(&made);
    arguments.write_back(task);
  }
  return {};
}

} // namespace mapwright::mapper
