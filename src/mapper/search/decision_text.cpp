// The mapper that makes the decisions of an assignment: what it leaves out is decided so without a statement.
#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::array<ProcessorKind, 6> kinds_in_text{ProcessorKind::gpu, ProcessorKind::omp, ProcessorKind::cpu,
                                                     ProcessorKind::io,  ProcessorKind::py,  ProcessorKind::proc};

class MapperWriter {
public:
  MapperWriter(const SpaceParts& parts, const Assignment& assignment) : parts_(parts), assignment_(assignment) {}

  std::string run() {
    add_tasks();
    add_data();
    add_limits();
    for (std::uint32_t kind = 0; kind < parts_.kinds.size(); ++kind) {
      if (spoken(kind)) {
        add_index_map(kind);
        add_single_map(kind);
      }
    }
    std::string functions;
    std::string maps;
    for (const auto& [statement, made] : functions_) {
      for (const Function& function : made) {
        functions += function_text(function.name, function.body);
        maps += fmt::format("{} {} {};\n", statement, fmt::join(function.tasks, ", "), function.name);
      }
    }
    return text_ + spaces_text(functions) + functions + maps;
  }

private:
  struct Function {
    std::string name;
    std::string body;
    std::vector<std::string> tasks; ///< that it maps
  };

  [[nodiscard]] const std::string& name_of(std::uint32_t kind) const { return parts_.scene.program.kinds[kind].name; }
  [[nodiscard]] bool spoken(std::uint32_t kind) const {
    return parts_.kinds[kind].launched && parts_.kinds[kind].spoken;
  }

  void add_tasks() {
    for (const ProcessorKind processor : kinds_in_text) {
      std::vector<std::string> names;
      for (std::uint32_t kind = 0; kind < parts_.kinds.size(); ++kind) {
        if (spoken(kind) && parts_.processor(assignment_, kind) == processor) {
          names.push_back(name_of(kind));
        }
      }
      if (!names.empty()) {
        text_ += fmt::format("Task {} {};\n", fmt::join(names, ", "), to_string(processor));
      }
    }
  }

  void add_data() {
    std::string memories;
    std::string layouts;
    std::string collections;
    for (std::uint32_t kind = 0; kind < parts_.kinds.size(); ++kind) {
      for (const ParameterChoices& parameter : parts_.kinds[kind].parameters) {
        if (!spoken(kind) || !parameter.touched) {
          continue;
        }
        const ProcessorKind processor = parts_.processor(assignment_, kind);
        const std::string key = fmt::format("{} {}", name_of(kind), parameter.word);
        const MemoryKind memory = parameter.memories[SpaceParts::option(assignment_, parameter.memory)];
        if (memory != (processor == ProcessorKind::gpu ? MemoryKind::fbmem : MemoryKind::sysmem)) {
          memories += fmt::format("Region {} {} {};\n", key, to_string(processor), to_string(memory));
        }
        if (parameter.layout != none) {
          const DataLayout& layout = parameter.layouts[assignment_[parameter.layout]];
          if (layout != unsaid_layout(need_of(parameter, processor))) {
            layouts += fmt::format("Layout {} * {};\n", key, to_string(layout));
          }
        }
        if (SpaceParts::option(assignment_, parameter.collect) == 1) {
          collections += fmt::format("CollectMemory {};\n", key);
        }
      }
    }
    text_ += memories + layouts + collections;
  }

  void add_limits() {
    for (std::uint32_t kind = 0; kind < parts_.kinds.size(); ++kind) {
      if (const std::uint32_t limit = limit_choices[SpaceParts::option(assignment_, parts_.kinds[kind].limit)]) {
        text_ += fmt::format("InstanceLimit {} {};\n", name_of(kind), limit);
      }
    }
  }

  /// Maps the tasks by this function; one that is there already maps them too.
  void add_map(const std::string& statement, const std::string& task, std::string name, std::string body) {
    std::vector<Function>& made = functions_[statement];
    for (Function& each : made) {
      if (each.body == body) {
        each.tasks.push_back(task);
        return;
      }
    }
    const std::string base = name;
    for (std::size_t number = 2; std::find(names_.begin(), names_.end(), name) != names_.end(); ++number) {
      name = fmt::format("{}_v{}", base, number);
    }
    names_.push_back(name);
    made.push_back({std::move(name), std::move(body), {task}});
  }

  void add_index_map(std::uint32_t kind) {
    const KindChoices& choices = parts_.kinds[kind];
    if (choices.index_launches.empty()) {
      return;
    }
    const PlacementOption& option = choices.index_options[SpaceParts::option(assignment_, choices.index_placement)];
    if (option.rule == PlacementOption::Rule::formula || option.rule == PlacementOption::Rule::any_of_node) {
      const std::size_t axes = parts_.scene.program.launches[choices.index_launches.front()].domain.axes;
      add_map("IndexTaskMap", name_of(kind), option.formula.name, option.formula.body(own_words(axes, choices.low)));
    } else if (option.rule == PlacementOption::Rule::user) {
      const std::uint32_t other = parts_.scene.program.launches[option.user.launch].kind;
      const KindChoices& leader = parts_.kinds[other];
      const PlacementFormula& formula = leader.index_options[assignment_[leader.index_placement]].formula;
      add_map("IndexTaskMap", name_of(kind),
              fmt::format("with_{}{}{}", name_of(other), option.user.told, option.user.diagonal ? "_diagonal" : ""),
              formula.body(option.user.words));
    }
  }

  void add_single_map(std::uint32_t kind) {
    const KindChoices& choices = parts_.kinds[kind];
    if (choices.single_options.empty()) {
      return;
    }
    const PlacementOption& option = choices.single_options[SpaceParts::option(assignment_, choices.single_placement)];
    const std::string space = space_word(option.processor);
    if (option.rule == PlacementOption::Rule::with_parent) {
      add_map("SingleTaskMap", name_of(kind), space + "_of_parent",
              fmt::format("  return {0}[*t.parent.processor({0})];\n", space));
    } else if (option.rule == PlacementOption::Rule::any_of_node) {
      add_map("SingleTaskMap", name_of(kind), space + "_of_node",
              fmt::format("  return {0}[t.processor({0})[0], *];\n", space));
    }
  }

  const SpaceParts& parts_;
  const Assignment& assignment_;
  std::string text_;
  std::map<std::string, std::vector<Function>> functions_; ///< of each statement that maps
  std::vector<std::string> names_;
};

} // namespace

std::string text_of(const SpaceParts& parts, const Assignment& assignment) {
  return MapperWriter(parts, assignment).run();
}

} // namespace mapwright::mapper
