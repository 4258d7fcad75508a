// Mappers on small programs, and what is said of them.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/examples.hpp"
#include "mapper/program/read_program.hpp"
#include "mapper/simulate/simulate.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// A program, its tasks and a machine.
struct MappingCase {
  MappingCase(Program p, Machine on) : program(std::move(p)), graph(sure(expand(program))), machine(std::move(on)) {}

  Program program;
  TaskGraph graph;
  Machine machine;

  [[nodiscard]] Elaboration check(const std::string& text) const {
    return check_on(language::SourceText{text, "M"}, program, graph, machine);
  }
  /// The plan and its origins; the test fails and throws when there is none.
  [[nodiscard]] Elaborated elaborate(const std::string& text) const {
    return sure(mapper::elaborate(language::SourceText{text, "M"}, program, graph, machine));
  }
  [[nodiscard]] Simulation run(const Plan& plan) const { return sure(Simulator(program, graph, machine).run(plan)); }
  /// "GPU 0 of node 0, ...": processors of the launch of this number, in the order of its slots.
  [[nodiscard]] std::string processors(const Plan& plan, std::uint32_t launch) const {
    std::string text;
    for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
      if (graph.slots[slot].launch == launch) {
        const ProcessorName& name = plan.tasks[slot].processor;
        text += fmt::format("{}{} {}.{}", text.empty() ? "" : ", ", to_string(name.kind), name.node, name.index);
      }
    }
    return text;
  }
  /// The decision about an argument of the first slot of a launch.
  [[nodiscard]] const ArgumentDecision& argument(const Plan& plan, std::uint32_t launch, std::size_t index) const {
    return plan.arguments[graph.slots[graph.first_slot[launch]].first_argument + index];
  }
};

/// All that is said, one after another.
inline std::string diagnostics_text(const Elaboration& elaboration, const std::string& text) {
  std::string out;
  for (const language::Diagnostic& diagnostic : elaboration.diagnostics.sorted()) {
    out += format(diagnostic, {text, "M"}) + "\n";
  }
  return out;
}

/// A row of 8 tiles, swept in 2 trips; rows that launch two cells each, and a cell that checks. `sweep` needs F_order
/// on GPUs; `report` runs on CPUs only.
inline Program small_program() {
  return sure(read_program(R"toml(name = "small"
[[region]]
name = "grid"
extents = [32, 4]
fields = ["old:4", "new:4"]
[[region]]
name = "sums"
extents = [8]
fields = ["x:8"]
[[partition]]
name = "tile"
region = "grid"
blocks = [8, 1]
[[partition]]
name = "ghost"
halo_of = "tile"
widths = [1, 0]
[[partition]]
name = "sum"
region = "sums"
blocks = [8]
[[task]]
name = "sweep"
flops = "10*to"
[[task.parameter]]
name = "to"
[[task.parameter]]
name = "sides"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
layouts = ["F_order", "F_order"]
[[task]]
name = "row"
[[task.variant]]
processor = "CPU"
[[task]]
name = "cell"
[[task.parameter]]
name = "s"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
[[task]]
name = "report"
[[task.parameter]]
name = "all"
[[task.variant]]
processor = "CPU"
[[task]]
name = "idle"
[[task.variant]]
processor = "CPU"
[[step]]
loop = "t"
count = 2
[[step]]
task = "sweep"
in = "t"
domain = [8]
point = ["i"]
[[step.argument]]
data = "tile"
colour = ["i", "0"]
privilege = "RW"
fields = ["new"]
[[step.argument]]
data = "ghost"
colour = ["i", "0"]
privilege = "R"
fields = ["old"]
[[step]]
task = "row"
domain = [4]
point = ["r"]
[[step]]
task = "cell"
name = "pair"
in = "row"
domain = [2]
point = ["c"]
[[step.argument]]
data = "sum"
colour = ["2*r + c"]
privilege = "W"
[[step]]
task = "cell"
name = "last"
in = "row"
[[step.argument]]
data = "sum"
colour = ["2*r + 1"]
privilege = "RW"
[[step]]
task = "report"
[[step.argument]]
data = "sums"
privilege = "R"
)toml",
                           "small.toml"));
}

/// Launches of small_program.
struct Small {
  static constexpr std::uint32_t sweep = 0;
  static constexpr std::uint32_t row = 1;
  static constexpr std::uint32_t pair = 2;
  static constexpr std::uint32_t last = 3;
  static constexpr std::uint32_t report = 4;
};

} // namespace mapwright::mapper
