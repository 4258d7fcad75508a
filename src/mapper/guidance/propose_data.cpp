#include "mapper/guidance/proposing.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

using Decides = std::function<bool(const ArgumentDecision&)>;
using StatementWriter = std::function<std::string(const NamedArgument&)>;

/// A change of the data of these arguments: by `common`, one statement for all of them, or by one for each.
ProposedChange change_of(const Proposing& work, ChangeSort sort, const std::string& name,
                         const std::vector<NamedArgument>& arguments, const std::optional<std::string>& common,
                         const StatementWriter& statement, const Decides& decides) {
  ProposedChange proposed;
  if (common) {
    proposed.ways.push_back(work.on_top(sort, name, *common));
  }
  std::vector<std::string> each;
  for (const NamedArgument& argument : arguments) {
    each.push_back(statement(argument));
  }
  proposed.ways.push_back(work.on_top(sort, name, fmt::format("{}", fmt::join(each, "\n"))));
  proposed.holds = [&scene = work.scene, arguments, decides](const language::SourceText& /*text*/,
                                                             const Elaborated& made) {
    return std::all_of(arguments.begin(), arguments.end(),
                       [&](const NamedArgument& argument) { return holds_for(scene, made, argument, decides); });
  };
  return proposed;
}

/// One statement for each of these names.
std::string statement_lines(const std::vector<std::string>& names,
                            const std::function<std::string(const std::string&)>& statement) {
  std::vector<std::string> lines;
  std::transform(names.begin(), names.end(), std::back_inserter(lines), statement);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void propose_memory(const Proposing& work, ProcessorKind processor, const std::string& name,
                    const std::vector<NamedArgument>& arguments, const std::vector<std::string>& common,
                    std::vector<ProposedChange>& out) {
  for (const MemoryKind memory : work.memories_seen(processor)) {
    const Decides decides = [memory](const ArgumentDecision& made) { return made.memory.kind == memory; };
    if (std::all_of(arguments.begin(), arguments.end(), [&](const NamedArgument& argument) {
          return holds_for(work.scene, work.made, argument, decides);
        })) {
      continue;
    }
    const auto statement = [&](const NamedArgument& argument) {
      return fmt::format("Region {} {} {} {};", work.name_of(argument.kind), argument.name, to_string(processor),
                         to_string(memory));
    };
    const std::string for_all = statement_lines(common, [&](const std::string& data) {
      return fmt::format("Region * {} {} {};", data, to_string(processor), to_string(memory));
    });
    out.push_back(change_of(work, ChangeSort::memory, fmt::format("{} to {}", name, to_string(memory)), arguments,
                            common.empty() ? std::nullopt : std::optional(for_all), statement, decides));
  }
}

/// Arguments with one of these names.
std::vector<NamedArgument> arguments_named(const Proposing& work, const std::vector<std::string>& names) {
  std::vector<NamedArgument> arguments;
  std::copy_if(
      work.arguments.begin(), work.arguments.end(), std::back_inserter(arguments),
      [&](const NamedArgument& each) { return std::find(names.begin(), names.end(), each.name) != names.end(); });
  return arguments;
}

/// Arguments by the kind of processor that uses them.
std::map<ProcessorKind, std::vector<NamedArgument>> by_processor(const Proposing& work,
                                                                 const std::vector<NamedArgument>& arguments) {
  std::map<ProcessorKind, std::vector<NamedArgument>> groups;
  for (const NamedArgument& argument : arguments) {
    groups[*work.processor_of(argument.kind)].push_back(argument);
  }
  return groups;
}

/// Whether layouts of the data differ in the order of their dimensions, or of their fields.
std::pair<bool, bool> layout_freedom(const Proposing& work, const std::vector<NamedArgument>& arguments) {
  bool dimensions = false;
  bool fields = false;
  for (const NamedArgument& argument : arguments) {
    const auto& [launch, number] = argument.places.front();
    const Region& region = work.scene.program.regions[work.scene.program.launches[launch].arguments[number].region];
    dimensions = dimensions || region.extents.axes > 1;
    fields = fields || region.fields.size() > 1;
  }
  return {dimensions, fields};
}

void propose_layout(const Proposing& work, const std::string& name, const std::vector<NamedArgument>& arguments,
                    const std::vector<std::string>& common, std::vector<ProposedChange>& out) {
  const auto [dimensions, fields] = layout_freedom(work, arguments);
  const DataLayout now = work.decision_of(arguments.front()).layout;
  for (const FieldOrder of_fields : {FieldOrder::soa, FieldOrder::aos}) {
    for (const DimensionOrder order : {DimensionOrder::f_order, DimensionOrder::c_order}) {
      if ((!fields && of_fields != now.fields) || (!dimensions && order != now.dimensions)) {
        continue;
      }
      const Decides decides = [of_fields, order](const ArgumentDecision& made) {
        return made.layout.fields == of_fields && made.layout.dimensions == order;
      };
      if (std::all_of(arguments.begin(), arguments.end(), [&](const NamedArgument& argument) {
            return holds_for(work.scene, work.made, argument, decides);
          })) {
        continue;
      }
      const std::string words = fmt::format("{} {}", of_fields == FieldOrder::soa ? "SOA" : "AOS",
                                            order == DimensionOrder::c_order ? "C_order" : "F_order");
      const auto statement = [&](const NamedArgument& argument) {
        return fmt::format("Layout {} {} {} {};", work.name_of(argument.kind), argument.name,
                           to_string(work.decision_of(argument).memory.kind), words);
      };
      const std::string for_all = statement_lines(
          common, [&](const std::string& data) { return fmt::format("Layout * {} * {};", data, words); });
      out.push_back(change_of(work, ChangeSort::layout, fmt::format("{} as {}", name, words), arguments, for_all,
                              statement, decides));
    }
  }
}

} // namespace

bool holds_for(const SearchScene& scene, const Elaborated& made, const NamedArgument& argument,
               const std::function<bool(const ArgumentDecision&)>& decides) {
  for (const auto& [launch, number] : argument.places) {
    for (std::uint32_t slot = scene.graph.first_slot[launch];
         slot < scene.graph.slots.size() && scene.graph.slots[slot].launch == launch; ++slot) {
      if (!decides(made.plan.arguments[scene.graph.slots[slot].first_argument + number])) {
        return false;
      }
    }
  }
  return true;
}

std::vector<ProposedChange> propose_memories(const Proposing& work) {
  std::vector<ProposedChange> out;
  std::vector<ProposedChange> single;
  const auto propose = [&](const std::vector<std::string>& names) {
    const auto groups = by_processor(work, arguments_named(work, names));
    for (const auto& [processor, arguments] : groups) {
      const std::string where = groups.size() > 1 ? fmt::format(" on {}", to_string(processor)) : "";
      propose_memory(work, processor, fmt::format("{}{}", fmt::join(names, ", "), where), arguments, names, out);
    }
    return groups;
  };
  for (const std::string& name : work.names) {
    for (const auto& [processor, arguments] : propose({name})) {
      for (std::size_t i = 0; arguments.size() > 1 && i < arguments.size(); ++i) {
        propose_memory(work, processor, fmt::format("{} of {}", name, work.name_of(arguments[i].kind)), {arguments[i]},
                       {}, single);
      }
    }
  }
  for (const std::vector<std::string>& names : work.overlapping) {
    propose(names);
  }
  for (const auto& [processor, arguments] : by_processor(work, work.arguments)) {
    propose_memory(work, processor, fmt::format("all data of tasks on {}", to_string(processor)), arguments, {"*"},
                   out);
  }
  out.insert(out.end(), single.begin(), single.end());
  return out;
}

std::vector<ProposedChange> propose_layouts(const Proposing& work) {
  std::vector<ProposedChange> out;
  if (!work.arguments.empty()) {
    propose_layout(work, "all data", work.arguments, {"*"}, out);
  }
  for (const std::string& name : work.names) {
    propose_layout(work, name, arguments_named(work, {name}), {name}, out);
  }
  for (const std::vector<std::string>& names : work.overlapping) {
    propose_layout(work, fmt::format("{}", fmt::join(names, ", ")), arguments_named(work, names), names, out);
  }
  return out;
}

std::vector<ProposedChange> propose_collection(const Proposing& work) {
  std::vector<ProposedChange> out;
  for (const NamedArgument& argument : work.arguments) {
    const auto& [launch, number] = argument.places.front();
    if (work.scene.program.launches[launch].arguments[number].privilege != Privilege::read ||
        work.decision_of(argument).collect) {
      continue;
    }
    out.push_back(change_of(
        work, ChangeSort::collect, fmt::format("collect {} of {}", argument.name, work.name_of(argument.kind)),
        {argument}, std::nullopt,
        [&](const NamedArgument& each) {
          return fmt::format("CollectMemory {} {};", work.name_of(each.kind), each.name);
        },
        [](const ArgumentDecision& made) { return made.collect; }));
  }
  return out;
}

} // namespace mapwright::mapper
