// A machine: equal nodes with processors, memories and links, joined by a network.
//
// Processors and memories are numbered node by node, inside a node in the order of their classes. A link is a resource
// that copies contend for; the simulator serves each in the order of requests.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "mapper/kinds.hpp"
#include "mapper/layout.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// A processor by name: "GPU 1 of node 0".
struct ProcessorName {
  ProcessorKind kind = ProcessorKind::cpu;
  std::uint32_t node = 0;
  std::uint32_t index = 0; ///< among those of its kind on its node
  friend auto operator<=>(const ProcessorName&, const ProcessorName&) = default;
};
std::string to_string(const ProcessorName& name);

/// A memory by name: "FBMEM 1 of node 0".
struct MemoryName {
  MemoryKind kind = MemoryKind::sysmem;
  std::uint32_t node = 0;
  std::uint32_t index = 0; ///< among those of its kind on its node; FBMEM i belongs to GPU i
  friend auto operator<=>(const MemoryName&, const MemoryName&) = default;
};
std::string to_string(const MemoryName& name);

/// The processors of one kind on each node.
struct ProcessorClass {
  ProcessorKind kind = ProcessorKind::cpu;
  std::uint32_t count = 1;
  double flops = 1;                      ///< floating-point operations per second of one processor
  double overhead = 0;                   ///< seconds the processor spends on each task besides its work
  std::optional<Interval> flops_range{}; ///< where the measured number may lie; so of all others
  std::optional<Interval> overhead_range{};
  std::string source{}; ///< where the numbers come from
};

/// The memories of one kind on each node.
struct MemoryClass {
  MemoryKind kind = MemoryKind::sysmem;
  std::uint32_t count = 1;
  std::uint64_t capacity = 0; ///< bytes of one memory
  double bandwidth = 1;       ///< bytes per second of a copy inside one memory
  std::optional<Interval> bandwidth_range{};
  std::string source{};
};

/// Processors of one kind read and write memories of another.
struct Sight {
  ProcessorKind processor = ProcessorKind::cpu;
  MemoryKind memory = MemoryKind::sysmem;
  double bandwidth = 1;         ///< bytes per second; where `own`, of the memory with the processor's index
  bool own = false;             ///< each processor has a memory of its own
  std::optional<double> peer{}; ///< bytes per second of the others' memories; absent: not seen
  std::optional<Interval> bandwidth_range{};
  std::string source{};
};

/// A kind of link inside a node.
struct LinkClass {
  std::string name;
  std::optional<MemoryKind> per{}; ///< one for each memory of this kind; absent: one for the node
  double latency = 0;              ///< seconds
  double bandwidth = 1;            ///< bytes per second in each direction
  bool shared = true;              ///< copies contend for it; otherwise each has it for itself
  bool duplex = true;              ///< the two directions are two resources
  std::optional<Interval> latency_range{};
  std::optional<Interval> bandwidth_range{};
  std::string source{};
};

/// The links that copies between two kinds of memory take, in both directions.
struct RouteClass {
  MemoryKind from = MemoryKind::sysmem;
  std::optional<MemoryKind> to{}; ///< absent: the network
  std::vector<std::uint32_t> via; ///< indices of link classes
};

/// What joins the nodes: each has one port out and one port in.
struct Network {
  double latency = 0;   ///< seconds from node to node
  double bandwidth = 1; ///< bytes per second of one port
  std::string source{};
};

/// What the runtime does otherwise than the model of docs/decisions/0012-mapper-objects.md.
struct RuntimeHabits {
  bool converts_on_processor = false;  ///< processors change layouts, as tasks of their own, not copy engines
  bool reduces_in_order = false;       ///< contributions go into the data themselves, in program order
  bool launches_for_free = false;      ///< tasks that launch others take no time
  bool takes_in_program_order = false; ///< of the waiting tasks of one priority; else the one that was ready first
  std::string source{};
};

/// How long the tasks of a kind really work on a kind of processor.
struct WorkFactor {
  std::string program;
  std::string task; ///< kind of task
  ProcessorKind processor = ProcessorKind::cpu;
  std::vector<DataLayout> layouts{}; ///< of the arguments; none: of any layouts that no other factor is for
  double factor = 1;                 ///< times what the rates of the processor say
  std::optional<Interval> factor_range{};
  std::string source{};
};

/// What a machine is made from; the file format is docs/machines.md.
struct MachineDescription {
  std::string name;
  std::string summary{};
  std::uint32_t nodes = 1;
  std::vector<ProcessorClass> processors{}; ///< each kind at most once
  std::vector<MemoryClass> memories{};      ///< each kind at most once
  std::vector<Sight> sights{};
  std::vector<LinkClass> links{};
  std::vector<RouteClass> routes{};
  std::optional<Network> network{}; ///< must be there for more than one node
  double conversion = 1;            ///< a copy that changes the layout takes this many times as long per byte
  std::optional<Interval> conversion_range{};
  std::string conversion_source{};
  RuntimeHabits runtime{};
  std::vector<WorkFactor> work{};
};

/// The description with every measured number at the end of its range that makes runs of the program short, or long.
/// Rates of processors stay where they are when the program has factors of its own: those were measured against them.
MachineDescription at_the_best(MachineDescription description, const std::string& program);
MachineDescription at_the_worst(MachineDescription description, const std::string& program);
/// Whether some number has a range.
bool has_ranges(const MachineDescription& description);

inline constexpr std::size_t longest_path = 8; ///< shared links one copy can hold

/// What a copy from one memory to another passes.
struct CopyPath {
  double latency = 0;   ///< seconds, of all links together
  double bandwidth = 0; ///< bytes per second of the narrowest link
  std::uint32_t count = 0;
  std::array<std::uint32_t, longest_path> resources{}; ///< the first `count`: shared links
};

/// A machine as a value. Processors, memories and resources have numbers from 0.
class Machine {
public:
  /// Input error: no or too many nodes or processors, a kind twice, a pair of memories without a route, a path that is
  /// too long, several nodes without a network.
  static Result<Machine> build(MachineDescription description);

  [[nodiscard]] const MachineDescription& description() const { return description_; }
  [[nodiscard]] std::uint32_t processor_count() const { return description_.nodes * processors_per_node_; }
  [[nodiscard]] std::uint32_t memory_count() const { return description_.nodes * memories_per_node_; }
  [[nodiscard]] std::uint32_t resource_count() const { return description_.nodes * resources_per_node_; }

  /// Processors of this kind on each node.
  [[nodiscard]] std::uint32_t processors_of(ProcessorKind kind) const;
  [[nodiscard]] std::uint32_t memories_of(MemoryKind kind) const;

  /// The number of what is named; nothing when the machine has none.
  [[nodiscard]] std::optional<std::uint32_t> find(const ProcessorName& name) const;
  [[nodiscard]] std::optional<std::uint32_t> find(const MemoryName& name) const;
  [[nodiscard]] ProcessorName processor_name(std::uint32_t processor) const;
  [[nodiscard]] MemoryName memory_name(std::uint32_t memory) const;
  [[nodiscard]] const ProcessorClass& class_of_processor(std::uint32_t processor) const;
  [[nodiscard]] const MemoryClass& class_of_memory(std::uint32_t memory) const;
  [[nodiscard]] std::uint32_t node_of_processor(std::uint32_t processor) const {
    return processor / processors_per_node_;
  }
  [[nodiscard]] std::uint32_t node_of_memory(std::uint32_t memory) const { return memory / memories_per_node_; }

  /// Bytes per second at which the processor reads and writes the memory; nothing when it does not see it. A processor
  /// sees memories of its own node.
  [[nodiscard]] std::optional<double> bandwidth(std::uint32_t processor, std::uint32_t memory) const;
  /// How many times as long as its rates say a processor of this kind works on such a task; 1 where nothing is said.
  [[nodiscard]] double work_factor(const std::string& program, const std::string& task, ProcessorKind processor,
                                   const std::vector<DataLayout>& layouts) const;
  /// What a copy passes; from a memory to itself its own copy engine.
  [[nodiscard]] CopyPath path(std::uint32_t from, std::uint32_t to) const;
  /// "pcie 1 of node 0, out", "network of node 3, in", "copies in FBMEM 2 of node 0".
  [[nodiscard]] std::string resource_name(std::uint32_t resource) const;
  /// Bytes per second of one link.
  [[nodiscard]] double resource_bandwidth(std::uint32_t resource) const {
    return resources_[resource % resources_per_node_].bandwidth;
  }

private:
  struct Resource {
    std::string name;   ///< "pcie 1", with the node between it and `suffix`
    std::string suffix; ///< ", out", or empty
    double bandwidth = 1;
  };

  explicit Machine(MachineDescription description) : description_(std::move(description)) {}
  Result<void> check_counts() const;
  void number_resources();
  Result<void> find_paths();
  Result<CopyPath> local_path(std::uint32_t from, std::uint32_t to) const;
  Result<CopyPath> network_path(std::uint32_t memory, bool out) const;
  void add_link(CopyPath& path, std::uint32_t link, std::uint32_t instance, bool backward) const;

  MachineDescription description_;
  std::uint32_t processors_per_node_ = 0;
  std::uint32_t memories_per_node_ = 0;
  std::uint32_t resources_per_node_ = 0;
  std::vector<std::uint32_t> first_processor_; ///< of each class, in the node
  std::vector<std::uint32_t> first_memory_;
  std::vector<std::uint32_t> class_of_processor_; ///< of each processor of a node
  std::vector<std::uint32_t> class_of_memory_;
  std::vector<std::uint32_t> first_link_resource_; ///< of each link class
  std::uint32_t port_resource_ = 0;                ///< out; in is the next
  std::uint32_t engine_resource_ = 0;              ///< of the first memory
  std::vector<Resource> resources_;                ///< of one node
  std::vector<CopyPath> local_paths_;              ///< [from * memories_per_node_ + to], resources of the node
  std::vector<CopyPath> out_paths_;                ///< memory to network
  std::vector<CopyPath> in_paths_;                 ///< network to memory
};

} // namespace mapwright::mapper
