// What can be decided about kinds of tasks and their parameters, but for placements.
#include "mapper/elaborate/elaborating.hpp"
#include "mapper/language/lexer.hpp"
#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The memory where nothing is said, as far as it is the same on all machines.
MemoryKind nearest_memory(ProcessorKind processor) {
  return processor == ProcessorKind::gpu ? MemoryKind::fbmem : MemoryKind::sysmem;
}

/// Finds the options of kinds and parameters.
class OptionFinder {
public:
  explicit OptionFinder(SpaceParts& parts)
      : parts_(parts), program_(parts.scene.program), machine_(parts.scene.machine) {}

  Result<void> run() {
    for (std::uint32_t kind = 0; kind < program_.kinds.size(); ++kind) {
      if (!parts_.kinds[kind].launched) {
        continue;
      }
      find_parameters(kind);
      if (auto found = find_processors(kind); !found) {
        return found;
      }
      for (std::size_t i = 0; i < parts_.kinds[kind].parameters.size(); ++i) {
        find_memories(kind, i);
        find_layouts(kind, i);
      }
    }
    return {};
  }

private:
  KindChoices& kind_of(std::uint32_t kind) { return parts_.kinds[kind]; }

  [[nodiscard]] bool sees_any(ProcessorKind processor) const {
    const auto& memories = machine_.description().memories;
    return std::any_of(memories.begin(), memories.end(),
                       [&](const MemoryClass& each) { return sees_memory(machine_, processor, each.kind); });
  }

  void find_parameters(std::uint32_t kind) {
    KindChoices& choices = kind_of(kind);
    const std::size_t count = program_.kinds[kind].parameters.size();
    choices.parameters.resize(count);
    std::vector<std::set<std::string>> names(count);
    for (std::uint32_t launch = 0; launch < program_.launches.size(); ++launch) {
      const Launch& made = program_.launches[launch];
      for (std::size_t i = 0; made.kind == kind && i < made.arguments.size(); ++i) {
        const RegionArgument& argument = made.arguments[i];
        const std::string& region = program_.regions[argument.region].name;
        ParameterChoices& parameter = choices.parameters[i];
        const std::string& name = argument.partition == none ? region : program_.partitions[argument.partition].name;
        parameter.name = parameter.name.empty() ? name : parameter.name;
        parameter.touched = parameter.touched || !parts_.launches[launch].inner;
        names[i].insert(region);
        names[i].insert(name);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      choices.parameters[i].word = word_for(kind, i, names);
    }
  }

  /// The name of the data where it is that of this argument alone, and in every launch; otherwise the index.
  std::string word_for(std::uint32_t kind, std::size_t index, const std::vector<std::set<std::string>>& names) {
    const std::string& name = kind_of(kind).parameters[index].name;
    const bool others = std::any_of(names.begin(), names.end(), [&](const std::set<std::string>& each) {
      return &each != &names[index] && each.contains(name);
    });
    const bool always = std::all_of(program_.launches.begin(), program_.launches.end(), [&](const Launch& launch) {
      if (launch.kind != kind || index >= launch.arguments.size()) {
        return true;
      }
      const RegionArgument& argument = launch.arguments[index];
      return name == program_.regions[argument.region].name ||
             (argument.partition != none && name == program_.partitions[argument.partition].name);
    });
    return others || !always || name.empty() || language::is_reserved(name) ? std::to_string(index) : name;
  }

  Result<void> find_processors(std::uint32_t kind) {
    KindChoices& choices = kind_of(kind);
    const TaskKind& task = program_.kinds[kind];
    const bool touches = std::any_of(choices.parameters.begin(), choices.parameters.end(),
                                     [](const ParameterChoices& each) { return each.touched; });
    for (const ProcessorKind processor : usual_processors()) {
      const bool variant = std::any_of(task.variants.begin(), task.variants.end(),
                                       [&](const TaskVariant& each) { return each.processor == processor; });
      if (variant && machine_.processors_of(processor) > 0) {
        choices.processors.push_back(processor);
      }
    }
    choices.spoken = !language::is_reserved(task.name);
    if (!choices.spoken && choices.processors.size() > 1) {
      choices.processors.resize(1); // no statement can choose another
    }
    if (touches) {
      std::erase_if(choices.processors, [&](ProcessorKind each) { return !sees_any(each); });
    }
    if (choices.processors.empty()) {
      return fail(ErrorKind::input,
                  fmt::format("nothing on the machine '{}' runs the task '{}' of '{}'", machine_.description().name,
                              task.name, program_.name),
                  "give the task a variant for a kind of processor that the machine has and that sees a memory");
    }
    return {};
  }

  void find_memories(std::uint32_t kind, std::size_t index) {
    KindChoices& choices = kind_of(kind);
    ParameterChoices& parameter = choices.parameters[index];
    if (!parameter.touched) {
      return;
    }
    std::vector<MemoryKind> nearest;
    std::vector<MemoryKind> others;
    for (const ProcessorKind processor : choices.processors) {
      for (const MemoryClass& memory : machine_.description().memories) {
        if (sees_memory(machine_, processor, memory.kind)) {
          auto& list = memory.kind == nearest_memory(processor) ? nearest : others;
          list.push_back(memory.kind);
        }
      }
    }
    nearest.insert(nearest.end(), others.begin(), others.end());
    for (const MemoryKind memory : nearest) {
      if (std::find(parameter.memories.begin(), parameter.memories.end(), memory) == parameter.memories.end()) {
        parameter.memories.push_back(memory);
      }
    }
  }

  /// Whether a variant of any kind asks for this of data of the region; what nobody asks for changes nothing where
  /// there is but one dimension or field.
  template <class Asks> [[nodiscard]] bool asked_for(std::uint32_t region, const Asks& asks) const {
    return std::any_of(program_.launches.begin(), program_.launches.end(), [&](const Launch& launch) {
      const std::vector<TaskVariant>& variants = program_.kinds[launch.kind].variants;
      return std::any_of(variants.begin(), variants.end(), [&](const TaskVariant& variant) {
        for (std::size_t i = 0; i < launch.arguments.size() && i < variant.layouts.size(); ++i) {
          if (launch.arguments[i].region == region && asks(variant.layouts[i])) {
            return true;
          }
        }
        return false;
      });
    });
  }

  [[nodiscard]] bool worth_offering(std::uint32_t region, const DataLayout& layout) const {
    const Region& data = program_.regions[region];
    const bool fields = layout.fields == FieldOrder::soa || data.fields.size() > 1 ||
                        asked_for(region, [](const LayoutNeed& need) { return need.fields == FieldOrder::aos; });
    const bool order =
        layout.dimensions == DimensionOrder::f_order || data.extents.axes > 1 ||
        asked_for(region, [](const LayoutNeed& need) { return need.dimensions == DimensionOrder::c_order; });
    return fields && order;
  }

  void find_layouts(std::uint32_t kind, std::size_t index) {
    KindChoices& choices = kind_of(kind);
    ParameterChoices& parameter = choices.parameters[index];
    if (!parameter.touched) {
      return;
    }
    std::set<std::uint32_t> regions;
    for (const Launch& launch : program_.launches) {
      if (launch.kind == kind && index < launch.arguments.size()) {
        regions.insert(launch.arguments[index].region);
      }
    }
    std::set<std::uint32_t> alignments;
    for (const TaskVariant& variant : program_.kinds[kind].variants) {
      const LayoutNeed need = variant.layouts.empty() ? LayoutNeed{} : variant.layouts[index];
      parameter.needs.emplace_back(variant.processor, need);
      alignments.insert(need.alignment);
    }
    for (const FieldOrder fields : {FieldOrder::soa, FieldOrder::aos}) {
      for (const DimensionOrder order : {DimensionOrder::f_order, DimensionOrder::c_order}) {
        for (const std::uint32_t alignment : alignments) {
          const DataLayout layout{order, fields, alignment, false, false};
          const bool offered =
              std::any_of(regions.begin(), regions.end(), [&](auto region) { return worth_offering(region, layout); });
          const bool usable = std::any_of(choices.processors.begin(), choices.processors.end(), [&](auto processor) {
            return satisfies(layout, need_of(parameter, processor));
          });
          if (offered && usable) {
            parameter.layouts.push_back(layout);
          }
        }
      }
    }
  }

  SpaceParts& parts_;
  const Program& program_;
  const Machine& machine_;
};

} // namespace

bool sees_memory(const Machine& machine, ProcessorKind processor, MemoryKind memory) {
  const std::vector<Sight>& sights = machine.description().sights;
  return machine.memories_of(memory) > 0 && std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
           return sight.processor == processor && sight.memory == memory;
         });
}

LayoutNeed need_of(const ParameterChoices& parameter, ProcessorKind processor) {
  const auto found = std::find_if(parameter.needs.begin(), parameter.needs.end(),
                                  [&](const auto& each) { return each.first == processor; });
  return found == parameter.needs.end() ? LayoutNeed{} : found->second;
}

Result<void> find_options(SpaceParts& parts) {
  return OptionFinder(parts).run();
}

} // namespace mapwright::mapper
