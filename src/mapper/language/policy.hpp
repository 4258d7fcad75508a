// What the policy statements of a mapper decide, looked up in the order the language defines. Of two statements for one
// key the first one counts.
#pragma once

#include "mapper/kinds.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

/// By what statements may call one argument of a task.
struct ArgumentNames {
  std::size_t index = 0;            ///< from 0; matches a statement that gives the number
  std::vector<std::string> names{}; ///< of the region, its partition, the region that was partitioned; nearest first
};

/// How a region lies in memory.
struct LayoutChoice {
  struct Alignment {
    BinaryOperator comparison = BinaryOperator::equal;
    std::int64_t bytes = 1;
  };
  bool fields_together = false;         ///< AOS: the fields of an element lie side by side; else SOA, a field at a time
  bool first_fastest = true;            ///< F_order: the first dimension varies fastest; else C_order, the last
  bool compact = false;                 ///< Compact: only the elements that are used
  bool exact = false;                   ///< Exact: no larger than asked for
  std::optional<Alignment> alignment{}; ///< Align: of every field
};

/// The dimensions 0, ..., `dimensions` - 1 and, as the number `dimensions`, the fields, from the one that varies
/// fastest in memory to the one that varies slowest.
std::vector<std::size_t> fastest_first(const LayoutChoice& layout, std::size_t dimensions);

enum class StealScope : std::uint8_t { same_node, any_node };

/// What a statement decides, and which: its number in MapperSyntax::statements.
template <class Value> struct Decided {
  Value value{};
  std::size_t statement = 0;
};

class Policy {
public:
  explicit Policy(const MapperSyntax& mapper);

  /// Kinds of processor in the order of preference: of the Task statement for this task, else of that for '*'; empty
  /// without either.
  [[nodiscard]] std::vector<ProcessorKind> processor_kinds(const std::string& task) const;
  [[nodiscard]] std::optional<Decided<std::vector<ProcessorKind>>> decided_kinds(const std::string& task) const;
  /// The first of them that is usable: the machine has such processors and the task a variant for them. A statement for
  /// the task of which no kind is usable does not fall back to '*'.
  [[nodiscard]] std::optional<ProcessorKind> processor_kind(const std::string& task,
                                                            const std::function<bool(ProcessorKind)>& usable) const;

  /// Memories for an argument on processors of this kind, in the order of preference, each once: the statements for
  /// (task, region), (task, *), (*, region), (*, *) one after another; of one key the statement for the kind of
  /// processor, else that for '*'.
  [[nodiscard]] std::vector<MemoryKind> memories(const std::string& task, const ArgumentNames& argument,
                                                 ProcessorKind processor) const;
  [[nodiscard]] std::vector<Decided<MemoryKind>>
  decided_memories(const std::string& task, const ArgumentNames& argument, ProcessorKind processor) const;

  /// The layout in this memory, by the same order of keys, for the memory before '*'; the first statement found counts
  /// as a whole. Nothing without one: the runtime's own, which is SOA F_order too.
  [[nodiscard]] std::optional<LayoutChoice> layout(const std::string& task, const ArgumentNames& argument,
                                                   MemoryKind memory) const;
  [[nodiscard]] std::optional<Decided<LayoutChoice>>
  decided_layout(const std::string& task, const ArgumentNames& argument, MemoryKind memory) const;

  /// The mapping function: of the task, else of the kind of processor, else of '*'.
  [[nodiscard]] std::optional<std::string> index_map(const std::string& task, ProcessorKind processor) const;
  [[nodiscard]] std::optional<std::string> single_map(const std::string& task, ProcessorKind processor) const;
  /// The one or the other: of an index launch with `index`.
  [[nodiscard]] std::optional<Decided<std::string>> decided_map(bool index, const std::string& task,
                                                                ProcessorKind processor) const;

  /// Most instances of the task at once, for each processor that launches them.
  [[nodiscard]] std::optional<std::int64_t> instance_limit(const std::string& task) const;
  [[nodiscard]] std::optional<Decided<std::int64_t>> decided_limit(const std::string& task) const;
  /// Whether instances of an argument that is only read are freed behind the task.
  [[nodiscard]] bool collects(const std::string& task, const ArgumentNames& argument) const;
  /// The statement that says so.
  [[nodiscard]] std::optional<std::size_t> collecting_statement(const std::string& task,
                                                                const ArgumentNames& argument) const;
  [[nodiscard]] bool control_replicated(const std::string& task) const;
  /// From where idle processors of the kind may take the task: of the task, else of '*'; nothing: they may not.
  [[nodiscard]] std::optional<StealScope> steal(const std::string& task, ProcessorKind processor) const;

private:
  using Region = std::pair<std::string, std::string>; ///< task, region
  template <class Kind, class Chosen> using PerKind = std::map<std::optional<Kind>, Decided<Chosen>>;

  void add(const TaskStatement& s, std::size_t number);
  void add(const RegionStatement& s, std::size_t number);
  void add(const LayoutStatement& s, std::size_t number);
  void add(const InstanceLimitStatement& s, std::size_t number);
  void add(const CollectStatement& s, std::size_t number);
  void add(const MapStatement& s, std::size_t number);
  void add(const ReplicateStatement& s, std::size_t number);
  void add(const StealStatement& s, std::size_t number);
  void add(const Assignment& /*s*/, std::size_t /*number*/) {}
  void add(const PrintStatement& /*s*/, std::size_t /*number*/) {}
  void add(const ReturnStatement& /*s*/, std::size_t /*number*/) {}
  void add(const FunctionDefinition& /*s*/, std::size_t /*number*/) {}

  std::map<std::string, Decided<std::vector<ProcessorKind>>> tasks_;
  std::map<Region, PerKind<ProcessorKind, std::vector<MemoryKind>>> regions_;
  std::map<Region, PerKind<MemoryKind, LayoutChoice>> layouts_;
  std::map<std::string, Decided<std::string>> index_maps_;
  std::map<std::string, Decided<std::string>> single_maps_;
  std::map<std::string, Decided<std::int64_t>> limits_;
  std::map<Region, std::size_t> collected_;
  std::set<std::string> replicated_;
  std::map<std::pair<std::string, ProcessorKind>, StealScope> steals_;
};

} // namespace mapwright::mapper::language
