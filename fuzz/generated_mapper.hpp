// Mappers made of bytes: every four are a statement that can be read, sensible or not.
#pragma once

#include "mapper/program/program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

/// Chooses words for the statements of a mapper by bytes.
class GeneratedMapper {
public:
  explicit GeneratedMapper(const mapwright::mapper::Program& program) {
    for (const mapwright::mapper::TaskKind& kind : program.kinds) {
      tasks_.push_back(kind.name);
    }
    for (const mapwright::mapper::Partition& partition : program.partitions) {
      data_.push_back(partition.name);
    }
    for (const mapwright::mapper::Region& region : program.regions) {
      data_.push_back(region.name);
    }
    data_.insert(data_.end(), {"*", "0", "1"});
  }

  [[nodiscard]] std::string text(std::span<const std::uint8_t> bytes) const {
    std::string made = "g = Machine(GPU);\nc = Machine(CPU);\n";
    for (int number = 0; number < most_statements && bytes.size() >= 4; bytes = bytes.subspan(4), ++number) {
      made += statement(bytes[0], bytes[1], bytes[2], bytes[3], number);
    }
    return made;
  }

private:
  static constexpr int most_statements = 64;
  using Byte = std::uint8_t;

  template <class Words> static std::string_view pick(const Words& words, Byte byte) {
    return words[byte % words.size()];
  }
  /// "*" for one byte in four.
  [[nodiscard]] std::string_view task(Byte byte) const { return byte % 4U == 0 ? "*" : pick(tasks_, byte / 4); }

  [[nodiscard]] std::string statement(Byte what, Byte a, Byte b, Byte c, int number) const {
    static constexpr std::array processors{"GPU", "CPU", "OMP", "GPU, CPU", "CPU, GPU", "OMP, GPU", "GPU, OMP, CPU"};
    static constexpr std::array of_processor{"*", "GPU", "CPU", "OMP"};
    static constexpr std::array memories{"FBMEM",         "ZCMEM",         "SYSMEM",          "RDMEM",  "FBMEM, ZCMEM",
                                         "SYSMEM, FBMEM", "ZCMEM, SYSMEM", "SOCKMEM, SYSMEM", "VIRTUAL"};
    static constexpr std::array layouts{"SOA",         "AOS",       "C_order",      "F_order",
                                        "AOS C_order", "Align==64", "Compact Exact"};
    static constexpr std::array of_memory{"*", "FBMEM", "ZCMEM", "SYSMEM"};
    switch (what % 8U) {
    case 0:
      return fmt::format("Task {} {};\n", task(a), pick(processors, b));
    case 1:
    case 2:
      return fmt::format("Region {} {} {} {};\n", task(a), pick(data_, b), pick(of_processor, c),
                         pick(memories, c / 4));
    case 3:
      return fmt::format("Layout {} {} {} {};\n", task(a), pick(data_, b), pick(of_memory, c), pick(layouts, c / 4));
    case 4:
      return fmt::format("InstanceLimit {} {};\n", pick(tasks_, a), 1 + b % 4);
    case 5:
      return fmt::format("CollectMemory {} {};\n", task(a), pick(data_, b));
    case 6:
      return mapped("IndexTaskMap", "t.ipoint[0]", a, b, c, number);
    default:
      return mapped("SingleTaskMap", "t.parent.processor(c)[1]", a, b, c, number);
    }
  }

  /// A function and the statement that uses it.
  [[nodiscard]] std::string mapped(std::string_view word, std::string_view value, Byte a, Byte b, Byte c,
                                   int number) const {
    const std::string_view space = b % 4U == 0 ? "c" : "g";
    const std::string inside = fmt::format("({} * {} + {}) % {}.size[1]", value, 1 + c % 4, c / 4 % 4, space);
    const std::string index = c % 16U == 0 ? "*" : c % 16U == 1 ? std::string(value) : inside;
    const std::string node = b / 4 % 4 == 0 ? fmt::format("{} % {}.size[0]", value, space) : "0";
    return fmt::format("def f{0}(Task t) {{ return {1}[{2}, {3}]; }}\n{4} {5} f{0};\n", number, space, node, index,
                       word, pick(tasks_, a));
  }

  std::vector<std::string> tasks_;
  std::vector<std::string> data_;
};
