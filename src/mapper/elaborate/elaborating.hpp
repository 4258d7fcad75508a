// What the steps of an elaboration share; only for the files that implement elaborate.hpp.
//
// The steps, in this order: choose_kinds, choose_data, place_tasks, place_data, check_capacity, find_idle_statements.
// Each goes on where an earlier one has failed for some launches, so that all findings come out of one pass.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/elaborate/findings.hpp"
#include "mapper/language/launch_map.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// What is decided for all points of a launch.
struct LaunchChoice {
  bool inner = false;                                ///< its tasks launch others: they touch no data
  std::optional<ProcessorKind> kind{};               ///< nothing: no kind is usable
  const TaskVariant* variant = nullptr;              ///< for the kind
  std::vector<std::optional<MemoryKind>> memories{}; ///< of each argument; nothing: none is seen
  std::vector<DataLayout> layouts{};                 ///< of each argument
  std::vector<bool> collected{};                     ///< of each argument
  bool placed = false;                               ///< its tasks have processors
  [[nodiscard]] bool complete() const;
};

/// An elaboration under way.
struct Elaborating {
  Elaborating(const language::Mapper& m, const Program& p, const TaskGraph& g, const Machine& on);

  const language::Mapper& mapper;
  const Program& program;
  const TaskGraph& graph;
  const Machine& machine;
  Findings findings;
  std::vector<bool> consulted; ///< of each statement: a decision depends on it
  std::vector<LaunchChoice> choices;
  Elaborated made;
  std::vector<std::string> printed; ///< lines

  [[nodiscard]] const language::Statement& statement(std::size_t number) const {
    return mapper.syntax().statements[number];
  }
  /// Notes that a decision depends on the statement, and gives its place.
  Origin consult(std::size_t number);
  [[nodiscard]] const TaskKind& kind_of(const Launch& launch) const { return program.kinds[launch.kind]; }
  /// Slots of the launch: [first, second).
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> slots_of(std::uint32_t launch) const;
  /// "argument 0 ('tile') of 'sweep'": the index, then the nearest name.
  [[nodiscard]] std::string argument_text(const Launch& launch, std::size_t index) const;
  /// How a statement for one argument begins, behind its keyword: "sweep tile". What has a reserved word for a name is
  /// called by its index, or is one of all tasks: "* 0".
  [[nodiscard]] std::string words_for(const Launch& launch, std::size_t index) const;
  /// By what statements call an argument: its index, its partition, its region.
  [[nodiscard]] language::ArgumentNames names_of(const Launch& launch, std::size_t index) const;
  /// Whether the machine has memories of this kind that processors of the other see.
  [[nodiscard]] bool sees(ProcessorKind processor, MemoryKind memory) const;
  /// "CPU, GPU": kinds with members.
  [[nodiscard]] std::string kinds_of_machine() const;
  [[nodiscard]] std::vector<MemoryKind> memories_seen(ProcessorKind processor) const;
};

/// The memory of an argument for tasks on one kind of processor.
struct MemoryChoice {
  std::vector<language::Decided<MemoryKind>> listed{}; ///< by statements, in the order of preference
  std::size_t passed = 0;                              ///< of them, those that the processors do not see
  std::optional<MemoryKind> memory{}; ///< the first listed that they see, the usual one without a list; nothing: none
};

/// What the statements and the machine say of an argument of a launch.
MemoryChoice memory_choice(const Elaborating& work, std::uint32_t launch, std::size_t argument,
                           ProcessorKind processor);
/// Notes that the choice depends on the statements it looked at; the one that decided it, if any.
Origin consult(Elaborating& work, const MemoryChoice& choice);
/// Tells that processors of the kind see no memory for the argument. `instead`: the kind that runs the tasks for that
/// reason, which is a warning; without one it is an error.
void report_no_memory(Elaborating& work, std::uint32_t launch, std::size_t argument, ProcessorKind processor,
                      const MemoryChoice& choice, std::optional<ProcessorKind> instead);

/// Kinds of processor, and limits.
void choose_kinds(Elaborating& work);
/// Kinds of memory and layouts.
void choose_data(Elaborating& work);
/// The processor of each task.
void place_tasks(Elaborating& work);
/// The memory of each argument, beside its task.
void place_data(Elaborating& work);
/// Bytes that memories cannot hold.
void check_capacity(Elaborating& work);
/// Statements that decide nothing.
void find_idle_statements(Elaborating& work);

/// The kinds on which launches run here.
std::set<ProcessorKind> kinds_here(const Elaborating& work, const std::vector<std::uint32_t>& launches);
/// The kinds on which the mapper would have launches run on some machine.
std::set<ProcessorKind> kinds_anywhere(const Elaborating& work, const std::vector<std::uint32_t>& launches);

/// The usual kinds of processor in the order in which a task takes them that no statement speaks of.
const std::vector<ProcessorKind>& usual_processors();
/// The memory of an argument that no statement speaks of; nothing when processors of the kind see none.
std::optional<MemoryKind> usual_memory(const Elaborating& work, ProcessorKind processor);

/// The layout that a statement asks for. An alignment that it leaves open is the one that the variant needs.
DataLayout layout_chosen(const language::LayoutChoice& choice, const LayoutNeed& need);
/// The layout of an argument that no statement speaks of: what the variant needs, otherwise SOA F_order.
DataLayout layout_needed(const LayoutNeed& need);

/// An edit that brings the index at `error`, which is out of range, into its space with %, tried on the whole launch;
/// nothing when none does.
std::optional<language::Fix> modulo_fix(const language::Mapper& mapper, language::Span error,
                                        const std::string& function, ProcessorKind kind,
                                        const language::LaunchDomain& domain);

/// The bytes that `where` begins at.
language::Span span_at(const language::SourceText& source, const SourceLocation& where);

} // namespace mapwright::mapper
