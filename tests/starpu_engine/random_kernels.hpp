// Kernels for any program: integers in, integers out, by what the privileges of a launch allow.
#pragma once

#include "mapper/engine/kernels.hpp"
#include "mapper/program/program.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mapwright::starpu_engine {

/// How a launch uses one argument.
struct ArgumentUse {
  mapper::Privilege privilege = mapper::Privilege::read;
  mapper::Reduction reduction = mapper::Reduction::sum;
  std::vector<std::uint32_t> fields; ///< bytes of each
};

constexpr std::size_t most_random_launches = 8;

/// Of each launch of the program that runs; kernels are plain functions and find it here.
inline std::array<std::vector<ArgumentUse>, most_random_launches>& launch_uses() {
  static std::array<std::vector<ArgumentUse>, most_random_launches> uses;
  return uses;
}

/// Calls visit(address, point number) for each point of a field, the first dimension fastest.
template <class Visit> void visit_points(const mapwright_argument& argument, std::size_t field, const Visit& visit) {
  const mapwright_field& where = argument.fields[field];
  for (std::int64_t k = 0; k < argument.points; ++k) {
    std::int64_t offset = k * where.stride[0];
    if (argument.dense != 0) {
      offset = 0;
      std::int64_t rest = k;
      for (std::int32_t d = 0; d < argument.axes; ++d) {
        offset += rest % argument.extent[d] * where.stride[d];
        rest /= argument.extent[d];
      }
    }
    visit(where.data + offset, k);
  }
}

inline std::uint32_t load(const unsigned char* from, std::uint32_t bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, from, bytes); // the least significant byte first
  return value;
}

/// Hashes all it reads, and puts the hash into all it writes.
template <std::size_t Launch> void random_kernel(const mapwright_task* task) {
  const std::vector<ArgumentUse>& uses = launch_uses()[Launch];
  std::uint32_t hash = 17 + static_cast<std::uint32_t>(task->point[0]);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (std::size_t f = 0; f < uses[i].fields.size(); ++f) {
      if (uses[i].privilege == mapper::Privilege::read || uses[i].privilege == mapper::Privilege::read_write) {
        visit_points(task->arguments[i], f,
                     [&](const unsigned char* at, std::int64_t) { hash = hash * 31 + load(at, uses[i].fields[f]); });
      }
    }
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (std::size_t f = 0; f < uses[i].fields.size(); ++f) {
      if (uses[i].privilege == mapper::Privilege::read) {
        continue;
      }
      visit_points(task->arguments[i], f, [&](unsigned char* at, std::int64_t k) {
        const std::uint32_t bytes = uses[i].fields[f];
        const std::uint32_t mask = bytes == 4 ? ~0U : (1U << 8U * bytes) - 1;
        std::uint32_t value = (hash + static_cast<std::uint32_t>(k) * 7) & mask;
        if (uses[i].privilege == mapper::Privilege::reduce) {
          const std::uint32_t before = load(at, bytes);
          value = uses[i].reduction == mapper::Reduction::sum ? before + value : std::max(before, value);
        }
        std::memcpy(at, &value, bytes);
      });
    }
  }
}

/// The same in OpenCL C, by one work item.
inline std::string random_source(const std::string& entry, const std::vector<ArgumentUse>& uses) {
  std::string parameters;
  std::string reads;
  std::string writes;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    parameters += fmt::format("__global uchar* a{}, ", i);
    for (std::size_t f = 0; f < uses[i].fields.size(); ++f) {
      const std::uint32_t bytes = uses[i].fields[f];
      const std::string loop =
          fmt::format("for (long k = 0; k < MW_POINTS({0}); ++k) {{ long at = k * MW_STRIDE({0}, {1}, 0);\n"
                      "if (MW_DENSE({0})) {{ long rest = k; at = 0; for (long d = 0; d < MW_AXES({0}); ++d) {{\n"
                      "at += rest % MW_EXTENT({0}, d) * MW_STRIDE({0}, {1}, d); rest /= MW_EXTENT({0}, d); }} }}\n"
                      "__global {2}* p = (__global {2}*)(MW_FIELD(uchar, a{0}, {0}, {1}) + at);\n",
                      i, f,
                      bytes == 1   ? "uchar"
                      : bytes == 2 ? "ushort"
                                   : "uint");
      if (uses[i].privilege == mapper::Privilege::read || uses[i].privilege == mapper::Privilege::read_write) {
        reads += loop + "hash = hash * 31 + *p; }\n";
      }
      if (uses[i].privilege != mapper::Privilege::read) {
        const bool reduces = uses[i].privilege == mapper::Privilege::reduce;
        const bool sums = uses[i].reduction == mapper::Reduction::sum;
        writes += loop + fmt::format("uint value = (hash + (uint)k * 7) & {}u; *p = {}; }}\n",
                                     bytes == 4 ? ~0U : (1U << 8U * bytes) - 1,
                                     !reduces ? "value"
                                     : sums   ? "*p + value"
                                              : "max((uint)*p, value)");
      }
    }
  }
  return fmt::format("__kernel void {}({}__global const long* shape) {{\nuint hash = 17 + (uint)MW_POINT(0);\n{}{}}}\n",
                     entry, parameters, reads, writes);
}

template <std::size_t... Launches>
std::array<mapwright_kernel, sizeof...(Launches)> random_host_kernels(std::index_sequence<Launches...>) {
  return {random_kernel<Launches>...};
}

/// Gives each launch a kind of its own, and kernels to all of these.
inline mapper::KernelTable equip(mapper::Program& program) {
  const auto host = random_host_kernels(std::make_index_sequence<most_random_launches>());
  mapper::KernelTable kernels;
  std::string source; // one for all: it is compiled once
  std::vector<mapper::TaskKind> kinds;
  for (std::uint32_t l = 0; l < program.launches.size(); ++l) {
    mapper::Launch& launch = program.launches[l];
    mapper::TaskKind kind = program.kinds[launch.kind];
    kind.name = fmt::format("{}_{}", kind.name, launch.name);
    std::vector<ArgumentUse>& uses = launch_uses().at(l);
    uses.clear();
    for (const mapper::RegionArgument& argument : launch.arguments) {
      ArgumentUse& use = uses.emplace_back(ArgumentUse{argument.privilege, argument.reduction, {}});
      for (std::size_t f = 0; f < program.regions[argument.region].fields.size(); ++f) {
        if ((argument.fields >> f & 1U) != 0) {
          use.fields.push_back(program.regions[argument.region].fields[f].bytes);
        }
      }
    }
    source += random_source(kind.name, uses);
    kernels[kind.name] = {host.at(l), mapper::OpenClKernel{{}, kind.name, {"1"}}};
    launch.kind = static_cast<std::uint32_t>(kinds.size());
    kinds.push_back(std::move(kind));
  }
  for (auto& [kind, kernel] : kernels) {
    kernel.device->source = source;
  }
  program.kinds = std::move(kinds);
  return kernels;
}

} // namespace mapwright::starpu_engine
