// Tasks one after another with their kernels in OpenCL, on copies of their data: what engine/kernels.hpp says of them.
#pragma once

#include "mapper/apps/mesh.hpp"
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
  /// The words of `shape` for one argument: points, axes, dense, low, extent, then offset and strides of each field.
  static constexpr std::size_t first_argument = 20;
  static constexpr std::size_t argument_words = 200;
  static constexpr const char* prelude = R"(
#define MW_ARGUMENT(i) (20 + (i)*200)
#define MW_POINT(d) shape[d]
#define MW_SIZE(k) shape[4 + (k)]
#define MW_POINTS(i) shape[MW_ARGUMENT(i)]
#define MW_AXES(i) shape[MW_ARGUMENT(i) + 1]
#define MW_DENSE(i) shape[MW_ARGUMENT(i) + 2]
#define MW_LOW(i, d) shape[MW_ARGUMENT(i) + 3 + (d)]
#define MW_EXTENT(i, d) shape[MW_ARGUMENT(i) + 7 + (d)]
#define MW_STRIDE(i, f, d) shape[MW_ARGUMENT(i) + 12 + 5 * (f) + (d)]
#define MW_FIELD(T, a, i, f) ((__global T*)((a) + shape[MW_ARGUMENT(i) + 11 + 5 * (f)]))
)";

  struct Argument {
    std::vector<unsigned char> bytes;
    cl::Buffer buffer;
  };

  void run_task(const PointTask& task, RegionData& data) {
    const Slot& slot = graph_.slots[task.slot];
    const Launch& launch = program_.launches[slot.launch];
    const TaskKind& kind = program_.kinds[launch.kind];
    shape_.assign(first_argument + argument_words * task.accesses, 0);
    const Coordinates point = launch.domain.point_at(slot.point);
    std::copy(point.begin(), point.end(), shape_.begin());
    for (std::size_t k = 0; k < program_.sizes.size(); ++k) {
      shape_[4 + k] = program_.sizes[k].second;
    }
    NamedValues values = program_.sizes;
    std::vector<Argument> arguments(task.accesses);
    cl::Kernel& kernel = kernel_of(kind.name);
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      Argument& argument = arguments[i];
      copy(task.first_access + i, i, data, [&](std::byte* home, std::size_t at, std::size_t bytes) {
        argument.bytes.resize(std::max(argument.bytes.size(), at + bytes));
        std::memcpy(argument.bytes.data() + at, home, bytes);
      });
      argument.bytes.resize(argument.bytes.size() + 8);
      argument.buffer =
          cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, argument.bytes.size(), argument.bytes.data());
      kernel.setArg(i, argument.buffer);
      const std::size_t words = first_argument + argument_words * i;
      const std::vector<std::string> names = cost_names_of(kind.parameters[i].name);
      values.emplace_back(names[0], shape_[words]);
      for (std::size_t d = 0; d < most_axes; ++d) {
        values.emplace_back(names[d + 1], shape_[words + 7 + d]);
      }
    }
    cl::Buffer shape(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, shape_.size() * 8, shape_.data());
    kernel.setArg(task.accesses, shape);
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, work_items(kind.name, values));
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      Argument& argument = arguments[i];
      queue_.enqueueReadBuffer(argument.buffer, CL_TRUE, 0, argument.bytes.size(), argument.bytes.data());
      if (graph_.accesses[task.first_access + i].privilege != Privilege::read) {
        copy(task.first_access + i, i, data, [&](std::byte* home, std::size_t at, std::size_t bytes) {
          std::memcpy(home, argument.bytes.data() + at, bytes);
        });
      }
    }
  }

  cl::Kernel& kernel_of(const std::string& kind) {
    auto found = kernels_.find(kind);
    if (found == kernels_.end()) {
      const OpenClKernel& text = *application_.kernels.at(kind).device;
      cl::Program made(context_, prelude + text.source);
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

  /// Calls take(address in the region, byte in the buffer, bytes) for every value of an argument, field by field, and
  /// describes the argument in shape_.
  template <class Take> void copy(std::uint32_t access, std::size_t index, RegionData& data, const Take& take) {
    const DataView& view = graph_.views[graph_.accesses[access].view];
    const Region& region = program_.regions[view.region];
    const PointSet set =
        view.partition == none ? PointSet{region.extents} : program_.partitions[view.partition].sets[view.colour];
    const std::size_t words = first_argument + argument_words * index;
    const Rectangle box = bounding_box(set, region.extents.axes);
    shape_[words] = static_cast<std::int64_t>(view.points);
    shape_[words + 1] = static_cast<std::int64_t>(region.extents.axes);
    shape_[words + 2] = set.size() == 1 ? 1 : 0;
    for (std::size_t d = 0; d < box.axes && !set.empty(); ++d) {
      shape_[words + 3 + d] = box.low[d];
      shape_[words + 7 + d] = box.extent(d);
    }
    std::size_t at = 0;
    std::size_t field_words = words + 11;
    for (std::size_t f = 0; f < region.fields.size(); ++f) {
      if ((view.fields >> f & 1U) == 0) {
        continue;
      }
      const std::size_t bytes = region.fields[f].bytes;
      at = (at + 7) / 8 * 8;
      shape_[field_words] = static_cast<std::int64_t>(at);
      auto stride = static_cast<std::int64_t>(bytes);
      for (std::size_t d = 0; d < box.axes; ++d) {
        shape_[field_words + 1 + d] = stride;
        stride *= set.size() == 1 ? box.extent(d) : 0;
      }
      field_words += 5;
      for (const Rectangle& part : set) {
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
  std::vector<std::int64_t> shape_;
};

} // namespace mapwright::mapper
