#include "mapper/machine/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::uint32_t most_nodes = 4096;
constexpr std::uint32_t most_per_node = 1024; ///< processors or memories of one node

/// The first class of this kind; null when there is none.
template <class Class, class Kind> const Class* class_named(const std::vector<Class>& classes, Kind kind) {
  const auto found =
      std::find_if(classes.begin(), classes.end(), [kind](const Class& item) { return item.kind == kind; });
  return found == classes.end() ? nullptr : &*found;
}

/// Where each class begins in a node, and the class of each member.
template <class Class>
void number_members(const std::vector<Class>& classes, std::vector<std::uint32_t>& first,
                    std::vector<std::uint32_t>& class_of) {
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    first.push_back(static_cast<std::uint32_t>(class_of.size()));
    class_of.insert(class_of.end(), classes[c].count, c);
  }
}

template <class Class> Result<void> check_members(const std::vector<Class>& classes, std::string_view what) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    count += classes[i].count;
    for (std::size_t j = 0; j < i; ++j) {
      if (classes[i].kind == classes[j].kind) {
        return fail(ErrorKind::input, fmt::format("there are two classes of {}", to_string(classes[i].kind)));
      }
    }
  }
  if (count == 0 || count > most_per_node) {
    return fail(ErrorKind::input, fmt::format("a node has 1 to {} {}, this one has {}", most_per_node, what, count));
  }
  return {};
}

} // namespace

std::string to_string(const ProcessorName& name) {
  return fmt::format("{} {} of node {}", to_string(name.kind), name.index, name.node);
}

std::string to_string(const MemoryName& name) {
  return fmt::format("{} {} of node {}", to_string(name.kind), name.index, name.node);
}

Result<void> Machine::check_counts() const {
  if (description_.nodes < 1 || description_.nodes > most_nodes) {
    return fail(ErrorKind::input, fmt::format("a machine has 1 to {} nodes, not {}", most_nodes, description_.nodes));
  }
  if (auto checked = check_members(description_.processors, "processors"); !checked) {
    return checked;
  }
  if (auto checked = check_members(description_.memories, "memories"); !checked) {
    return checked;
  }
  if (description_.nodes > 1 && !description_.network) {
    return fail(ErrorKind::input, "several nodes need a network", "write [network]");
  }
  for (const Sight& sight : description_.sights) {
    if (sight.own && processors_of(sight.processor) != memories_of(sight.memory)) {
      return fail(ErrorKind::input,
                  fmt::format("each {} is to have a {} of its own, but there are {} and {}", to_string(sight.processor),
                              to_string(sight.memory), processors_of(sight.processor), memories_of(sight.memory)));
    }
  }
  return {};
}

Result<Machine> Machine::build(MachineDescription description) {
  Machine machine(std::move(description));
  if (auto checked = machine.check_counts(); !checked) {
    return forward(checked);
  }
  number_members(machine.description_.processors, machine.first_processor_, machine.class_of_processor_);
  number_members(machine.description_.memories, machine.first_memory_, machine.class_of_memory_);
  machine.processors_per_node_ = static_cast<std::uint32_t>(machine.class_of_processor_.size());
  machine.memories_per_node_ = static_cast<std::uint32_t>(machine.class_of_memory_.size());
  machine.number_resources();
  if (auto found = machine.find_paths(); !found) {
    return forward(found);
  }
  return machine;
}

std::uint32_t Machine::processors_of(ProcessorKind kind) const {
  const ProcessorClass* found = class_named(description_.processors, kind);
  return found == nullptr ? 0 : found->count;
}

std::uint32_t Machine::memories_of(MemoryKind kind) const {
  const MemoryClass* found = class_named(description_.memories, kind);
  return found == nullptr ? 0 : found->count;
}

std::optional<std::uint32_t> Machine::find(const ProcessorName& name) const {
  const ProcessorClass* found = class_named(description_.processors, name.kind);
  if (found == nullptr || name.node >= description_.nodes || name.index >= found->count) {
    return std::nullopt;
  }
  const auto c = static_cast<std::size_t>(found - description_.processors.data());
  return name.node * processors_per_node_ + first_processor_[c] + name.index;
}

std::optional<std::uint32_t> Machine::find(const MemoryName& name) const {
  const MemoryClass* found = class_named(description_.memories, name.kind);
  if (found == nullptr || name.node >= description_.nodes || name.index >= found->count) {
    return std::nullopt;
  }
  const auto c = static_cast<std::size_t>(found - description_.memories.data());
  return name.node * memories_per_node_ + first_memory_[c] + name.index;
}

ProcessorName Machine::processor_name(std::uint32_t processor) const {
  const std::uint32_t local = processor % processors_per_node_;
  const std::uint32_t c = class_of_processor_[local];
  return {description_.processors[c].kind, processor / processors_per_node_, local - first_processor_[c]};
}

MemoryName Machine::memory_name(std::uint32_t memory) const {
  const std::uint32_t local = memory % memories_per_node_;
  const std::uint32_t c = class_of_memory_[local];
  return {description_.memories[c].kind, memory / memories_per_node_, local - first_memory_[c]};
}

const ProcessorClass& Machine::class_of_processor(std::uint32_t processor) const {
  return description_.processors[class_of_processor_[processor % processors_per_node_]];
}

const MemoryClass& Machine::class_of_memory(std::uint32_t memory) const {
  return description_.memories[class_of_memory_[memory % memories_per_node_]];
}

std::optional<double> Machine::bandwidth(std::uint32_t processor, std::uint32_t memory) const {
  const ProcessorName seer = processor_name(processor);
  const MemoryName seen = memory_name(memory);
  if (seer.node != seen.node) {
    return std::nullopt;
  }
  for (const Sight& sight : description_.sights) {
    if (sight.processor == seer.kind && sight.memory == seen.kind) {
      return !sight.own || seer.index == seen.index ? std::optional(sight.bandwidth) : sight.peer;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
