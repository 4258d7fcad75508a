// Machines: numbering, what processors see, paths of copies; shipped files; every mistake at its place.
#include "mapper/examples.hpp"

#include <set>

namespace mapwright::mapper {
namespace {

std::uint32_t memory_of(const Machine& machine, MemoryKind kind, std::uint32_t node, std::uint32_t index) {
  return machine.find(MemoryName{kind, node, index}).value();
}

/// "latency bandwidth: names of shared links".
std::string path_text(const Machine& machine, const MemoryName& from, const MemoryName& to) {
  const CopyPath path = machine.path(machine.find(from).value(), machine.find(to).value());
  std::string text = fmt::format("{} {}:", path.latency, path.bandwidth);
  for (std::uint32_t i = 0; i < path.count; ++i) {
    text += fmt::format("{}{}", i == 0 ? " " : " | ", machine.resource_name(path.resources[i]));
  }
  return text;
}

TEST(Machine, NumbersAreNames) {
  const Machine machine = round_machine(3);
  EXPECT_EQ(machine.processor_count(), 18U);
  EXPECT_EQ(machine.memory_count(), 18U);
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < machine.processor_count(); ++i) {
    EXPECT_EQ(machine.find(machine.processor_name(i)), i);
    EXPECT_EQ(machine.processor_name(i).node, machine.node_of_processor(i));
    names.insert(to_string(machine.processor_name(i)));
  }
  for (std::uint32_t i = 0; i < machine.memory_count(); ++i) {
    EXPECT_EQ(machine.find(machine.memory_name(i)), i);
    names.insert(to_string(machine.memory_name(i)));
  }
  EXPECT_EQ(names.size(), 36U);
  EXPECT_FALSE(machine.find(ProcessorName{ProcessorKind::gpu, 0, 4}));
  EXPECT_FALSE(machine.find(ProcessorName{ProcessorKind::gpu, 3, 0}));
  EXPECT_FALSE(machine.find(ProcessorName{ProcessorKind::omp, 0, 0}));
  EXPECT_FALSE(machine.find(MemoryName{MemoryKind::virtual_memory, 0, 0}));
  EXPECT_EQ(machine.processors_of(ProcessorKind::gpu), 4U);
  EXPECT_EQ(machine.memories_of(MemoryKind::rdmem), 0U);
}

TEST(Machine, ProcessorsSeeTheirOwnMemories) {
  const Machine machine = round_machine(2);
  const std::uint32_t gpu = machine.find(ProcessorName{ProcessorKind::gpu, 1, 2}).value();
  EXPECT_EQ(machine.bandwidth(gpu, memory_of(machine, MemoryKind::fbmem, 1, 2)), 200);
  EXPECT_EQ(machine.bandwidth(gpu, memory_of(machine, MemoryKind::zcmem, 1, 0)), 20);
  EXPECT_FALSE(machine.bandwidth(gpu, memory_of(machine, MemoryKind::fbmem, 1, 1)));
  EXPECT_FALSE(machine.bandwidth(gpu, memory_of(machine, MemoryKind::zcmem, 0, 0)));
  EXPECT_FALSE(machine.bandwidth(gpu, memory_of(machine, MemoryKind::sysmem, 1, 0)));
}

TEST(Machine, PathsOfCopies) {
  const Machine machine = round_machine(2);
  const auto device = [](std::uint32_t node, std::uint32_t index) {
    return MemoryName{MemoryKind::fbmem, node, index};
  };
  const MemoryName host{MemoryKind::sysmem, 0, 0};
  EXPECT_EQ(path_text(machine, device(0, 1), device(0, 1)), "0 1000: copies in FBMEM 1 of node 0");
  EXPECT_EQ(path_text(machine, device(0, 1), host), "1 100: pcie 1 of node 0, out");
  EXPECT_EQ(path_text(machine, host, device(0, 1)), "1 100: pcie 1 of node 0, in");
  EXPECT_EQ(path_text(machine, device(0, 0), device(0, 3)), "1 100: pcie 0 of node 0, out | pcie 3 of node 0, in");
  EXPECT_EQ(path_text(machine, host, {MemoryKind::zcmem, 0, 0}), "1 100: host of node 0");
  EXPECT_EQ(path_text(machine, {MemoryKind::zcmem, 0, 0}, host), "1 100: host of node 0");
  EXPECT_EQ(path_text(machine, device(1, 2), device(0, 3)),
            "4 10: pcie 2 of node 1, out | network of node 1, out | pcie 3 of node 0, in | network of node 0, in");
  EXPECT_EQ(path_text(machine, host, {MemoryKind::zcmem, 1, 0}),
            "2 10: network of node 0, out | network of node 1, in");
}

TEST(Machine, LinksOfTheNodeHaveTwoDirectionsIfDuplex) {
  std::string text = round_machine_text();
  const auto replace = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("duplex = false", "duplex = true");
  replace("between = [\"FBMEM\", \"FBMEM\"]\nvia = [\"pcie\"]", "between = [\"FBMEM\", \"FBMEM\"]\nvia = [\"host\"]");
  const Machine machine = sure(read_machine(text, "round.toml"));
  const MemoryName host{MemoryKind::sysmem, 0, 0};
  const MemoryName pinned{MemoryKind::zcmem, 0, 0};
  EXPECT_EQ(path_text(machine, host, pinned), "1 100: host of node 0, out");
  EXPECT_EQ(path_text(machine, pinned, host), "1 100: host of node 0, in");
  const MemoryName first{MemoryKind::fbmem, 0, 0};
  const MemoryName last{MemoryKind::fbmem, 0, 3};
  EXPECT_EQ(path_text(machine, first, last), "1 100: host of node 0, out");
  EXPECT_EQ(path_text(machine, last, first), "1 100: host of node 0, in");
}

TEST(Machine, ALinkThatIsNotSharedIsNoResource) {
  std::string text = round_machine_text();
  const std::string key = "per = \"FBMEM\"\n";
  text.replace(text.find(key), key.size(), key + "shared = false\n");
  const Machine machine = sure(read_machine(text, "round.toml"));
  EXPECT_EQ(path_text(machine, {MemoryKind::fbmem, 0, 0}, {MemoryKind::fbmem, 0, 1}), "1 100:");
}

TEST(Machine, ShippedOnesOpen) {
  EXPECT_EQ(shipped_machines(), (std::vector<std::string>{"box", "dgx-h200", "lassen", "p100x4"}));
  for (const std::string& name : shipped_machines()) {
    const Machine machine = sure(open_machine(name));
    EXPECT_EQ(machine.description().name, name);
    for (std::uint32_t from = 0; from < machine.memory_count(); ++from) {
      for (std::uint32_t to = 0; to < machine.memory_count(); ++to) {
        EXPECT_GT(machine.path(from, to).bandwidth, 0) << name;
      }
    }
    for (std::uint32_t processor = 0; processor < machine.processor_count(); ++processor) {
      bool sees = false;
      for (std::uint32_t memory = 0; memory < machine.memory_count(); ++memory) {
        sees = sees || machine.bandwidth(processor, memory).has_value();
      }
      EXPECT_TRUE(sees) << name << ": " << to_string(machine.processor_name(processor));
    }
  }
}

TEST(Machine, ShippedFilesAreTheFilesOfTheTree) {
  for (const std::string& name : shipped_machines()) {
    const auto file = test::source_dir() / "machines" / (name + ".toml");
    EXPECT_EQ(sure(open_machine(file.string())).description().name, name);
  }
}

TEST(Machine, Parameters) {
  EXPECT_EQ(sure(open_machine("lassen,nodes=64")).processors_of(ProcessorKind::gpu), 4U);
  EXPECT_EQ(sure(open_machine("lassen,nodes=64")).description().nodes, 64U);
  const Machine box = sure(open_machine("box,cpus=8,devices=3"));
  EXPECT_EQ(box.processors_of(ProcessorKind::cpu), 8U);
  EXPECT_EQ(box.memories_of(MemoryKind::fbmem), 3U);
  EXPECT_EQ(open_machine("lassen,nodes=65").error().format(), "error: 'nodes' of lassen is 1 to 64, not 65");
  EXPECT_EQ(open_machine("lassen,node=2").error().format(),
            "error: lassen has no parameter 'node'\nhint: did you mean 'nodes'?");
  EXPECT_EQ(open_machine("lassen,nodes").error().format(),
            "error: machine lassen: 'nodes' is no new parameter=integer\nhint: e.g. lassen,nodes=4");
  EXPECT_EQ(open_machine("lassen,nodes=2,nodes=3").error().message,
            "machine lassen: 'nodes=3' is no new parameter=integer");
  EXPECT_EQ(open_machine("lasen").error().format(), "error: there is no machine 'lasen'\nhint: did you mean 'lassen'?");
}

/// The error for the round machine with one replacement.
std::string mistake(const std::string& from, const std::string& to) {
  std::string text = round_machine_text();
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto machine = read_machine(text.replace(at, from.size(), to), "round.toml");
  return machine ? "none\n" : machine.error().format() + "\n";
}

TEST(Machine, MistakesInFiles) {
  const std::vector<std::pair<std::string, std::string>> replacements{
      {"name = \"round\"", "nam = \"round\""},
      {"summary = \"round numbers\"\n", ""},
      {"nodes = \"nodes\"", "nodes = \"nods\""},
      {"nodes = \"nodes\"", "nodes = 0"},
      {"nodes = [1, 1, 64]", "nodes = [1, 64]"},
      {"kind = \"CPU\"", "kind = \"CPUS\""},
      {"kind = \"CPU\"", "kind = \"PROC\""},
      {"kind = \"GPU\"", "kind = \"CPU\""},
      {"count = 2", "count = 2000"},
      {"flops = 1000", "flops = 0"},
      {"flops = 1000", "flops = \"fast\""},
      {"flops = 1000", "flop = 1000"},
      {"flops = 1000\nsource = \"test\"", "flops = 1000"},
      {"capacity = 1000000", "capacity = 1e19"},
      {"kind = \"SYSMEM\"", "kind = \"VIRTUAL\""},
      {"own = true", "own = 1"},
      {"own = true", "peer = 10"},
      {"count = 4\ncapacity", "count = 3\ncapacity"},
      {"per = \"FBMEM\"", "per = \"FBMM\""},
      {"name = \"host\"", "name = \"pcie\""},
      {"via = [\"pcie\"]", "via = [\"pci\"]"},
      {"via = [\"pcie\"]", "via = []"},
      {"between = [\"FBMEM\", \"SYSMEM\"]", "between = [\"FBMEM\"]"},
      {"between = [\"FBMEM\", \"SYSMEM\"]", "between = [\"FBMEM\", \"SYSMME\"]"},
      {"[[route]]\nbetween = [\"SYSMEM\", \"ZCMEM\"]\nvia = [\"host\"]\n", ""},
      {"[network]\nlatency = 2\nbandwidth = 10\nsource = \"test\"\n", ""},
      {"memory = \"ZCMEM\"\nbandwidth = 50", "memory = \"SYSMEM\"\nbandwidth = 50"},
      {"between = [\"FBMEM\", \"ZCMEM\"]", "between = [\"SYSMEM\", \"FBMEM\"]"},
      {"factor = 4", "factor = 0.5"},
      {"[conversion]", "[convertion]"},
      {"name = \"round\"", "name = "},
  };
  std::string text;
  for (const auto& [from, to] : replacements) {
    text += mistake(from, to);
  }
  const auto two_nodes = read_machine(
      [] {
        std::string without = round_machine_text();
        const std::size_t at = without.find("[network]");
        return without.erase(at, without.find("[conversion]") - at);
      }(),
      "round.toml", {{"nodes", 2}});
  text += two_nodes ? "none\n" : two_nodes.error().format() + "\n";
  expect_golden("machine_mistakes.txt", text);
}

} // namespace
} // namespace mapwright::mapper
