// Small machines and programs with round numbers.
#pragma once

#include "mapper/machine/read_machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/builder.hpp"
#include "mapper/program/graph.hpp"
#include "support/paths.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::mapper {

/// The value; the test fails and throws when there is none.
template <class T> T sure(Result<T>&& result) {
  if (!result) {
    ADD_FAILURE() << result.error().format();
    throw std::runtime_error(result.error().message);
  }
  return std::move(*result);
}

/// Nodes with two cores of 1000 operations per second and four GPUs of 1e6. Copies between devices take 1 s and 0.01 s
/// per byte, through the network 2 s and 0.1 s per byte more than that or less; inside a memory 0.001 s per byte.
inline std::string round_machine_text(std::uint64_t device_bytes = 1'000'000, std::uint64_t host_bytes = 1'000'000) {
  return fmt::format(R"toml(name = "round"
summary = "round numbers"
nodes = "nodes"
[parameters]
nodes = [1, 1, 64]
[[processor]]
kind = "CPU"
count = 2
flops = 1000
source = "test"
[[processor]]
kind = "GPU"
count = 4
flops = 1e6
source = "test"
[[memory]]
kind = "SYSMEM"
capacity = {1}
bandwidth = 1000
source = "test"
[[memory]]
kind = "ZCMEM"
capacity = {1}
bandwidth = 1000
source = "test"
[[memory]]
kind = "FBMEM"
count = 4
capacity = {0}
bandwidth = 1000
source = "test"
[[sees]]
processor = "CPU"
memory = "SYSMEM"
bandwidth = 50
source = "test"
[[sees]]
processor = "CPU"
memory = "ZCMEM"
bandwidth = 50
source = "test"
[[sees]]
processor = "GPU"
memory = "FBMEM"
own = true
bandwidth = 200
source = "test"
[[sees]]
processor = "GPU"
memory = "ZCMEM"
bandwidth = 20
source = "test"
[[link]]
name = "pcie"
per = "FBMEM"
latency = 1
bandwidth = 100
source = "test"
[[link]]
name = "host"
latency = 1
bandwidth = 100
duplex = false
source = "test"
[[route]]
between = ["FBMEM", "SYSMEM"]
via = ["pcie"]
[[route]]
between = ["FBMEM", "ZCMEM"]
via = ["pcie"]
[[route]]
between = ["FBMEM", "FBMEM"]
via = ["pcie"]
[[route]]
between = ["SYSMEM", "ZCMEM"]
via = ["host"]
[[route]]
between = ["FBMEM", "network"]
via = ["pcie"]
[[route]]
between = ["SYSMEM", "network"]
via = []
[[route]]
between = ["ZCMEM", "network"]
via = []
[network]
latency = 2
bandwidth = 10
source = "test"
[conversion]
factor = 4
source = "test"
)toml",
                     device_bytes, host_bytes);
}

inline Machine round_machine(std::int64_t nodes = 1, std::uint64_t device_bytes = 1'000'000,
                             std::uint64_t host_bytes = 1'000'000) {
  return sure(read_machine(round_machine_text(device_bytes, host_bytes), "round.toml", {{"nodes", nodes}}));
}

/// A one-dimensional stencil: `tiles` tiles of `width` elements of 8 bytes; in each of `trips` trips every tile is
/// updated from the elements of its neighbours, then its halo is taken anew. Two fields take turns, so that all tiles
/// of a trip run at once.
inline Program stencil_program(std::int64_t tiles, std::int64_t width, std::int64_t halo, std::int64_t trips) {
  ProgramBuilder b("stencil");
  b.size("tiles", tiles);
  b.size("n", tiles * width);
  b.region({"grid", {"n"}, {"old:8", "new:8"}});
  b.blocks({"tile", "grid", {"tiles"}});
  b.halo({"ghost", "tile", {std::to_string(halo)}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"first", {{"own", "0"}}, variants, "1000"});
  b.kind({"sweep", {{"from", "0"}, {"sides", "0"}, {"to", "0"}}, variants, "1000*to"});
  b.kind({"swap", {{"from", "0"}, {"to", "0"}}, variants, "1000*to"});
  b.launch({"", "first", {"tiles"}, {"i"}, {{"tile", {"i"}, "W"}}});
  b.loop({"time", "t", std::to_string(trips)});
  b.launch({"",
            "sweep",
            {"tiles"},
            {"i"},
            {{"tile", {"i"}, "R", {"old"}}, {"ghost", {"i"}, "R", {"old"}}, {"tile", {"i"}, "W", {"new"}}},
            "time"});
  b.launch({"", "swap", {"tiles"}, {"i"}, {{"tile", {"i"}, "R", {"new"}}, {"tile", {"i"}, "W", {"old"}}}, "time"});
  return sure(b.build());
}

/// Every task on a GPU, point p of a launch on GPU p % 4 of node p / 4 % nodes, its data in that GPU's memory.
inline Plan gpu_plan(const Program& program, const TaskGraph& graph, std::uint32_t nodes = 1) {
  Plan plan = blank_plan(program, graph);
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const std::uint32_t point = graph.slots[slot].point;
    const std::uint32_t node = point / 4 % nodes;
    const std::uint32_t index = point % 4;
    plan.tasks[slot].processor = {ProcessorKind::gpu, node, index};
    const std::size_t arguments = program.launches[graph.slots[slot].launch].arguments.size();
    for (std::size_t i = 0; i < arguments; ++i) {
      plan.arguments[graph.slots[slot].first_argument + i].memory = {MemoryKind::fbmem, node, index};
    }
  }
  return plan;
}

/// The text of a file of tests/golden/mapper, rewritten with `text` when MAPWRIGHT_UPDATE_GOLDEN=1.
inline void expect_golden(const std::string& name, const std::string& text) {
  const auto path = test::golden_dir() / "mapper" / name;
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return;
  }
  std::ifstream stream(path);
  const std::string expected{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  EXPECT_EQ(text, expected) << path << "; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

} // namespace mapwright::mapper
