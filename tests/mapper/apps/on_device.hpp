// Tasks one after another with their kernels in OpenCL, on copies of their data: what engine/kernels.hpp says of them.
#pragma once

#include "mapper/apps/mesh.hpp"
#include "mapper/engine/opencl_prelude.hpp"
#include "mapper/program/named_expression.hpp"
#include "mapper/program/task_cost.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

namespace mapwright::mapper {

/// Runs an application on a device.
class OnDevice {
public:
  OnDevice(const Application& application, const TaskGraph& graph, const cl::Device& device)
      : application_(application), program_(application.program), graph_(graph), context_(device),
        queue_(context_, device) {}

  /// The first device; nothing when there is none.
  static std::optional<cl::Device> first_device() {
    std::vector<cl::Platform> platforms;
    std::vector<cl::Device> devices;
    try {
      cl::Platform::get(&platforms);
      for (const cl::Platform& platform : platforms) {
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        if (!devices.empty()) {
          return devices.front();
        }
      }
    } catch (const cl::Error&) { // the loader says so when there is no platform
    }
    return std::nullopt;
  }

  void run(RegionData& data) {
    for (const PointTask& task : graph_.tasks) {
      if (task.children == 0) {
        run_task(task, data);
      }
    }
  }

private:
  struct Argument {
    ArgumentForm form;
    std::vector<unsigned char> bytes;
    cl::Buffer buffer;
  };

  void run_task(const PointTask& task, RegionData& data) {
    const Slot& slot = graph_.slots[task.slot];
    const Launch& launch = program_.launches[slot.launch];
    const TaskKind& kind = program_.kinds[launch.kind];
    const Coordinates point = launch.domain.point_at(slot.point);
    NamedValues values = program_.sizes;
    std::vector<Argument> arguments(task.accesses);
    std::vector<const ArgumentForm*> forms;
    cl::Kernel& kernel = kernel_of(kind.name);
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      Argument& argument = arguments[i];
      argument.form = form_of_access(task.first_access + i);
      forms.push_back(&argument.form);
      copy(task.first_access + i, argument.form, data, [&](std::byte* home, std::size_t at, std::size_t bytes) {
        argument.bytes.resize(std::max(argument.bytes.size(), at + bytes));
        std::memcpy(argument.bytes.data() + at, home, bytes);
      });
      argument.bytes.resize(argument.bytes.size() + 8);
      argument.buffer =
          cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, argument.bytes.size(), argument.bytes.data());
      kernel.setArg(i, argument.buffer);
      const std::vector<std::string> names = cost_names_of(kind.parameters[i].name);
      values.emplace_back(names[0], static_cast<std::int64_t>(argument.form.points));
      for (std::size_t d = 0; d < most_axes; ++d) {
        values.emplace_back(names[d + 1], argument.form.extent[d]);
      }
    }
    std::vector<std::int64_t> sizes;
    for (const auto& [name, value] : program_.sizes) {
      sizes.push_back(value);
    }
    std::vector<std::int64_t> numbers = opencl_shape(point, sizes, forms);
    cl::Buffer shape(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, numbers.size() * 8, numbers.data());
    kernel.setArg(task.accesses, shape);
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, work_items(kind.name, values));
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      Argument& argument = arguments[i];
      queue_.enqueueReadBuffer(argument.buffer, CL_TRUE, 0, argument.bytes.size(), argument.bytes.data());
      if (graph_.accesses[task.first_access + i].privilege != Privilege::read) {
        copy(task.first_access + i, argument.form, data, [&](std::byte* home, std::size_t at, std::size_t bytes) {
          std::memcpy(home, argument.bytes.data() + at, bytes);
        });
      }
    }
  }

  cl::Kernel& kernel_of(const std::string& kind) {
    auto found = kernels_.find(kind);
    if (found == kernels_.end()) {
      const OpenClKernel& text = *application_.kernels.at(kind).device;
      cl::Program made(context_, std::string(opencl_prelude()) + text.source);
      made.build();
      found = kernels_.emplace(kind, cl::Kernel(made, text.entry.c_str())).first;
    }
    return found->second;
  }

  cl::NDRange work_items(const std::string& kind, const NamedValues& values) const {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) {
      names.push_back(name);
    }
    std::vector<std::size_t> items;
    for (const std::string& text : application_.kernels.at(kind).device->work) {
      const expr::Expr work = sure(parse_named(text, names, "a size or an argument"));
      items.push_back(static_cast<std::size_t>(sure(evaluate_named(work, values))));
    }
    return items.size() == 1 ? cl::NDRange(items[0]) : cl::NDRange(items[0], items[1]);
  }

  [[nodiscard]] PointSet points_of(const DataView& view) const {
    return view.partition == none ? PointSet{program_.regions[view.region].extents}
                                  : program_.partitions[view.partition].sets[view.colour];
  }

  /// An argument as a copy of its own: field after field, each in the order of its set.
  [[nodiscard]] ArgumentForm form_of_access(std::uint32_t access) const {
    const DataView& view = graph_.views[graph_.accesses[access].view];
    const Region& region = program_.regions[view.region];
    const PointSet set = points_of(view);
    const Rectangle box = bounding_box(set, region.extents.axes);
    ArgumentForm form;
    form.dense = set.size() == 1;
    form.axes = static_cast<std::uint32_t>(region.extents.axes);
    form.points = view.points;
    for (std::size_t d = 0; d < box.axes && !set.empty(); ++d) {
      form.low[d] = box.low[d];
      form.extent[d] = box.extent(d);
    }
    for (std::size_t f = 0; f < region.fields.size(); ++f) {
      if ((view.fields >> f & 1U) != 0) {
        FieldPlace place{(form.copy_bytes + 7) / 8 * 8, {}};
        auto stride = static_cast<std::int64_t>(region.fields[f].bytes);
        for (std::size_t d = 0; d < box.axes; ++d) {
          place.stride[d] = stride;
          stride *= form.dense ? box.extent(d) : 0;
        }
        form.copy_bytes = place.offset + view.points * region.fields[f].bytes;
        form.fields.push_back(place);
      }
    }
    return form;
  }

  /// Calls take(address in the region, byte in the buffer, bytes) for every value of an argument, field by field.
  template <class Take>
  void copy(std::uint32_t access, const ArgumentForm& form, RegionData& data, const Take& take) const {
    const DataView& view = graph_.views[graph_.accesses[access].view];
    const Region& region = program_.regions[view.region];
    auto place = form.fields.begin();
    for (std::size_t f = 0; f < region.fields.size(); ++f) {
      if ((view.fields >> f & 1U) == 0) {
        continue;
      }
      const std::size_t bytes = region.fields[f].bytes;
      std::size_t at = place->offset;
      ++place;
      for (const Rectangle& part : points_of(view)) {
        for (std::uint64_t p = 0; p < part.volume(); ++p, at += bytes) {
          take(data.bytes(view.region, f).data() + region.extents.index_of(part.point_at(p)) * bytes, at, bytes);
        }
      }
    }
  }

  const Application& application_;
  const Program& program_;
  const TaskGraph& graph_;
  cl::Context context_;
  cl::CommandQueue queue_;
  std::map<std::string, cl::Kernel> kernels_;
};

} // namespace mapwright::mapper
