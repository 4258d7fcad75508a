// Making programs: the API for C++ and what the reader of files stands on. Numbers are texts: integers or expressions
// in the sizes.
//
//   ProgramBuilder b("heat");
//   b.size("n", 1000);
//   b.region({"grid", {"n"}, {"u:8", "v:8"}});
//   b.blocks({"tiles", "grid", {"4"}});
//   b.halo({"ghost", "tiles", {"1"}});
//   b.kind({"sweep", {{"own"}, {"sides"}}, {{ProcessorKind::gpu}}, "10*own"});
//   b.loop({"time", "t", "50"});
//   b.launch({"sweep", "sweep", {"4"}, {"i"}, {{"tiles", {"i"}, "RW"}, {"ghost", {"i"}, "R", {"u"}}}, "time"});
//   Result<Program> program = b.build();
#pragma once

#include "core/error.hpp"
#include "mapper/program/named_expression.hpp"
#include "mapper/program/program.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

struct RegionSpec {
  std::string name;
  std::vector<std::string> extents;
  std::vector<std::string> fields; ///< "name:bytes"
};

struct BlocksSpec {
  std::string name;
  std::string region;
  std::vector<std::string> counts; ///< of blocks in each dimension: the colours
};

struct HaloSpec {
  std::string name;
  std::string of; ///< the partition with blocks
  std::vector<std::string> widths;
  bool inside = false; ///< with the block itself
};

struct SetsSpec {
  std::string name;
  std::string region;
  std::vector<std::string> colours; ///< the extents of the space of colours
  std::vector<PointSet> sets;       ///< of each colour, the first dimension of colours fastest; may overlap themselves
};

struct ParameterSpec {
  std::string name;
  std::string bytes{}; ///< empty: see task_cost.hpp
};

struct VariantSpec {
  ProcessorKind processor = ProcessorKind::cpu;
  double efficiency = 1;
  std::vector<std::string> layouts{}; ///< as layout_need_named reads them, one for each parameter; empty: none
  std::string opencl{};               ///< a file; empty: no kernel is named
  std::string kernel{};               ///< its function; empty: the name of the task
  std::vector<std::string> work{};    ///< work items in 1 to 3 dimensions
};

struct KindSpec {
  std::string name;
  std::vector<ParameterSpec> parameters;
  std::vector<VariantSpec> variants;
  std::string flops{"0"};
};

struct ArgumentSpec {
  std::string data;                  ///< a region or a partition
  std::vector<std::string> colour{}; ///< in sizes, loop variables and coordinates of launch points
  std::string privilege{"R"};
  std::vector<std::string> fields{}; ///< empty: all
};

struct LaunchSpec {
  std::string name; ///< empty: that of the task
  std::string task;
  std::vector<std::string> domain{}; ///< extents; empty: a single launch
  std::vector<std::string> point{};  ///< a name for each coordinate
  std::vector<ArgumentSpec> arguments{};
  std::string in{}; ///< the loop or launch it is in; empty: none
};

struct LoopSpec {
  std::string name; ///< empty: that of the variable
  std::string variable;
  std::string count;
  std::string in{};
};

/// What is wrong with a specification, and at which of its members.
struct Complaint {
  std::string key;      ///< the member: "extents"
  std::size_t item = 0; ///< of a list
  std::size_t byte = 0; ///< of a text
  std::string message{};
  std::string hint{};
  std::string part{}; ///< "argument", "variant" or "parameter" when it is in one of those
  std::size_t part_index = 0;
};

/// Nothing when all is well.
using Objection = std::optional<Complaint>;

/// Collects a program. What is refused is not taken; the first objection comes back from build.
class ProgramBuilder {
public:
  explicit ProgramBuilder(std::string name) { program_.name = std::move(name); }

  Objection size(const std::string& name, std::int64_t value);
  Objection region(const RegionSpec& spec);
  Objection blocks(const BlocksSpec& spec);
  Objection halo(const HaloSpec& spec);
  Objection sets(const SetsSpec& spec);
  /// The extents of a space of colours; false when `sets` would object to them.
  bool resolve_colours(const std::vector<std::string>& texts, std::vector<std::int64_t>& extents) const;
  /// That no point has two colours.
  Objection require_disjoint(const std::string& partition);
  Objection kind(const KindSpec& spec);
  Objection loop(const LoopSpec& spec);
  Objection launch(const LaunchSpec& spec);

  /// The program so far; gives what a specification in terms of it needs.
  [[nodiscard]] const Program& program() const { return program_; }
  /// Input error: the first objection, with the name of what it is about; no launch.
  [[nodiscard]] Result<Program> build() const;

private:
  Objection keep(std::string_view what, const std::string& name, Objection objection);
  Objection add_region(const RegionSpec& spec);
  Objection add_blocks(const BlocksSpec& spec);
  Objection add_halo(const HaloSpec& spec);
  Objection add_sets(const SetsSpec& spec);
  Objection add_kind(const KindSpec& spec);
  Objection add_variant(const VariantSpec& spec, std::size_t index, TaskKind& kind) const;
  Objection add_kernel_source(const VariantSpec& spec, const TaskKind& kind, TaskVariant& variant) const;
  Objection add_loop(const LoopSpec& spec);
  Objection add_launch(const LaunchSpec& spec);
  Objection add_argument(const ArgumentSpec& spec, const std::vector<std::string>& scope, Launch& launch) const;
  Objection add_step(ProgramStep step, const std::string& name, const std::string& in);
  Objection check_data_name(const std::string& name) const;
  /// That the program can have so many more colours.
  [[nodiscard]] Objection check_room(std::string_view key, std::uint64_t colours) const;
  Objection check_scope(const std::vector<std::string>& names, std::string_view key, std::uint32_t parent) const;
  /// Values of expressions in the sizes, each from `least` on.
  Objection numbers(std::string_view key, const std::vector<std::string>& texts, std::int64_t least,
                    std::vector<std::int64_t>& values) const;
  [[nodiscard]] std::vector<std::string> size_names() const;
  /// Sizes, loop variables and coordinates that steps in `parent` may use.
  [[nodiscard]] std::vector<std::string> scope_in(std::uint32_t parent) const;
  [[nodiscard]] Objection find_step(const std::string& name, std::uint32_t& step) const;
  [[nodiscard]] Objection find_region(const std::string& name, std::uint32_t& region) const;

  Program program_;
  std::vector<std::string> step_names_;
  std::optional<Error> first_;
};

} // namespace mapwright::mapper
