// What the proposals of changes share; only for the files that implement change.hpp.
#pragma once

#include "mapper/guidance/change.hpp"
#include "mapper/guidance/placement_functions.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// Arguments that statements call alike, of one kind of task: those whose nearest name it is.
struct NamedArgument {
  std::uint32_t kind = 0;                                        ///< of tasks
  std::string name;                                              ///< of a partition or region
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places{}; ///< launch, argument
};

/// A mapper under change.
struct Proposing {
  Proposing(const language::SourceText& text, const Elaborated& elaborated, const SearchScene& about);

  const language::SourceText& source;
  const Elaborated& made;
  const SearchScene& scene;
  std::vector<NamedArgument> arguments; ///< of tasks that touch data themselves, in the order of the program
  std::vector<std::string> names;       ///< of them, each once
  /// Of these, those whose data overlap, directly or by others: they are copied where they do not lie together.
  std::vector<std::vector<std::string>> overlapping;

  /// The kind of processor that tasks of the kind run on; nothing for tasks that are never launched.
  [[nodiscard]] std::optional<ProcessorKind> processor_of(std::uint32_t kind) const;
  /// Launches of the kind.
  [[nodiscard]] std::vector<std::uint32_t> launches_of(std::uint32_t kind) const;
  [[nodiscard]] const std::string& name_of(std::uint32_t kind) const { return scene.program.kinds[kind].name; }
  /// Decisions about the first argument of these; they are alike for all points.
  [[nodiscard]] const ArgumentDecision& decision_of(const NamedArgument& argument) const;
  /// The memories that such processors see here, in the order of the machine.
  [[nodiscard]] std::vector<MemoryKind> memories_seen(ProcessorKind processor) const;
  /// A change that puts statements on top of the text.
  [[nodiscard]] MapperChange on_top(ChangeSort sort, const std::string& name, const std::string& statements) const;
  /// The shape of the index launches of these kinds; nothing when they have none or not one shape.
  [[nodiscard]] std::optional<PlacementShape> shape_of(const std::vector<std::uint32_t>& kinds,
                                                       ProcessorKind processor) const;
  /// An ending with which names of functions are new to the text.
  [[nodiscard]] std::string new_suffix() const;
};

/// Whether `decides` holds for all arguments of this name and kind, at every point.
bool holds_for(const SearchScene& scene, const Elaborated& made, const NamedArgument& argument,
               const std::function<bool(const ArgumentDecision&)>& decides);

std::vector<ProposedChange> propose_memories(const Proposing& work);
std::vector<ProposedChange> propose_layouts(const Proposing& work);
std::vector<ProposedChange> propose_collection(const Proposing& work);
std::vector<ProposedChange> propose_processors(const Proposing& work);
std::vector<ProposedChange> propose_placements(const Proposing& work);
std::vector<ProposedChange> propose_limits(const Proposing& work);
std::vector<ProposedChange> propose_removals(const Proposing& work);

} // namespace mapwright::mapper
