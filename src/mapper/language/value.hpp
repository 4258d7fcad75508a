// Values of the language, and what a task looks like to a mapping function.
#pragma once

#include "mapper/kinds.hpp"
#include "mapper/language/number.hpp"
#include "mapper/space/processor_space.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::mapper::language {

/// How many processors of each kind a machine has, and which memories they see. All nodes are alike.
struct MachineShape {
  std::int64_t nodes = 1;
  std::array<std::int64_t, 6> processors{}; ///< of each node, by ProcessorKind
  /// By ProcessorKind, then MemoryKind. As it stands: a GPU sees FBMEM and ZCMEM, other processors all but FBMEM.
  std::array<std::array<bool, 6>, 6> sees = usual_memories();

  [[nodiscard]] std::int64_t of(ProcessorKind kind) const { return processors[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] bool has(ProcessorKind kind, MemoryKind memory) const {
    return sees[static_cast<std::size_t>(kind)][static_cast<std::size_t>(memory)];
  }
  static std::array<std::array<bool, 6>, 6> usual_memories();
};

/// The point of an index launch a task stands for.
struct LaunchPoint {
  std::vector<Number> point;         ///< as launched, not shifted to 0
  std::vector<std::int64_t> extents; ///< of the launch: last - first + 1
};

/// A task as its mapping function sees it.
struct TaskView {
  std::optional<LaunchPoint> launch{};              ///< of a task of an index launch
  std::optional<space::ProcessorPoint> processor{}; ///< of a single task, or of a parent: where it runs
  const TaskView* parent = nullptr;                 ///< of a single task; lives as long as this
};

struct TupleValue {
  std::vector<Number> elements;
};

struct TruthValue {
  Number number; ///< 0 or 1
};

struct SpaceValue {
  ProcessorKind kind = ProcessorKind::cpu;
  std::shared_ptr<const space::ProcessorSpace> space{};
};

/// Processors: one, or the several that an index of * stands for.
struct PointsValue {
  struct Member {
    Number node;
    Number processor;
  };
  ProcessorKind kind = ProcessorKind::cpu;
  std::vector<Member> members{}; ///< never empty; the first dimension of the space varies fastest
};

using Value = std::variant<Number, TruthValue, TupleValue, SpaceValue, const TaskView*, PointsValue>;

/// With its article: "an integer".
std::string_view describe(const Value& value);

/// As print shows it: 3, True, (1, 2), "space (2, 4)", "node 0 processor 3".
std::string to_text(const Value& value);

} // namespace mapwright::mapper::language
