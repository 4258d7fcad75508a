// A program for mappers: regions and their partitions, kinds of tasks, and the launches of a run in program order.
//
// Tasks that touch the same data are ordered as the program is: a read follows the writes before it, a write the reads
// and writes before it. Reductions with one operator commute. docs/programs.md is the guide, builder.hpp makes
// programs.
#pragma once

#include "expr/expr.hpp"
#include "mapper/kinds.hpp"
#include "mapper/layout.hpp"
#include "mapper/rectangle.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

inline constexpr std::uint32_t none = UINT32_MAX; ///< no index

/// One value of every element of a region.
struct Field {
  std::string name;
  std::uint32_t bytes = 8;
};

/// An index space and what is stored at each of its points. At most 64 fields.
struct Region {
  std::string name;
  Rectangle extents;
  std::vector<Field> fields;
};

/// A region cut into sets of points, one for each colour; sets may overlap (aliased) and need not cover it.
struct Partition {
  std::string name;
  std::uint32_t region = 0;
  Rectangle colours;          ///< all colours there are
  std::vector<PointSet> sets; ///< of each colour, in the order of Rectangle::index_of
};

/// What a task does with an argument.
enum class Privilege : std::uint8_t {
  read,       ///< R
  write,      ///< W: every point is written, nothing is read
  read_write, ///< RW
  reduce,     ///< combines a contribution into every point
};

/// How contributions are combined.
enum class Reduction : std::uint8_t { sum, product, minimum, maximum };

/// "R", "W", "RW", "reduce(+)", "reduce(*)", "reduce(min)", "reduce(max)".
std::string_view to_string(Privilege privilege, Reduction reduction);
/// The privilege written so.
std::optional<std::pair<Privilege, Reduction>> privilege_named(std::string_view name);

/// An argument that tasks of a kind take.
struct TaskParameter {
  std::string name;
  std::optional<expr::Expr> bytes{}; ///< bytes a task moves between processor and memory; absent: see task_cost.hpp
};

/// Where the kernel of a variant in OpenCL C is to be found; engine/kernels.hpp says what it gets.
struct KernelSource {
  std::string file;              ///< beside the program's
  std::string entry;             ///< the function
  std::vector<std::string> work; ///< work items in 1 to 3 dimensions; expressions as the costs of the task use
};

/// An implementation of a kind of task.
struct TaskVariant {
  ProcessorKind processor = ProcessorKind::cpu;
  double efficiency = 1;                ///< of the processor's floating-point rate, above 0
  std::vector<LayoutNeed> layouts{};    ///< of each parameter; empty: anything will do
  std::optional<KernelSource> opencl{}; ///< of GPUs
};

/// What point tasks have in common.
struct TaskKind {
  std::string name;
  std::vector<TaskParameter> parameters;
  std::vector<TaskVariant> variants; ///< at most one for each kind of processor
  expr::Expr flops = 0;              ///< floating-point operations of one task (task_cost.hpp)
};

/// What one parameter of the tasks of a launch is.
struct RegionArgument {
  std::uint32_t region = 0;
  std::uint32_t partition = none;   ///< none: the whole region
  std::vector<expr::Expr> colour{}; ///< of the set, in the names in scope; one for each dimension of the colours
  Privilege privilege = Privilege::read;
  Reduction reduction = Reduction::sum; ///< means something for reduce only
  std::uint64_t fields = 0;             ///< bit i: field i of the region
};

/// A task, or one task for each point of a domain.
struct Launch {
  std::string name; ///< unique; the name of its kind when it is the only launch of it
  std::uint32_t kind = 0;
  bool index = false;               ///< an index launch
  Rectangle domain;                 ///< of a single launch: one point of one dimension
  std::vector<std::string> point{}; ///< names of the coordinates of a launch point
  std::vector<RegionArgument> arguments;
};

/// One step of the program: a launch or a loop, and what is in it.
struct ProgramStep {
  std::uint32_t launch = none; ///< none: a loop
  std::string variable{};      ///< of a loop: 0, 1, ..., count - 1
  std::int64_t count = 0;
  std::uint32_t parent = none;       ///< the step it is in
  std::vector<std::uint32_t> body{}; ///< steps in it, in order; those in a launch run once for each of its tasks
};

/// A program as a value. Names of regions and partitions are distinct from one another.
struct Program {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> sizes; ///< constants that expressions may use
  std::vector<Region> regions;
  std::vector<Partition> partitions;
  std::vector<TaskKind> kinds;
  std::vector<Launch> launches;
  std::vector<ProgramStep> steps;
  std::vector<std::uint32_t> top; ///< steps that are in no other

  /// The launch whose tasks begin those of `launch`; none when it is in no launch.
  [[nodiscard]] std::uint32_t parent_launch(std::uint32_t launch) const;
  /// Whether its tasks are there to launch others, though these may be none; no kernel does their work.
  [[nodiscard]] bool only_launches(std::uint32_t launch) const;
};

/// Bytes of one element in these fields of the region.
std::uint64_t bytes_of_fields(const Region& region, std::uint64_t fields);

} // namespace mapwright::mapper
