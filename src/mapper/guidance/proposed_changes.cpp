#include "mapper/explain/decision_source.hpp"
#include "mapper/guidance/proposing.hpp"
#include "mapper/language/parse.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The name that statements call data by.
const std::string& name_of_data(const Program& program, std::uint32_t region, std::uint32_t partition) {
  return partition == none ? program.regions[region].name : program.partitions[partition].name;
}

/// Names in groups of two or more that pieces of data connect, in the order of `names`.
std::vector<std::vector<std::string>> groups_that_overlap(const SearchScene& scene,
                                                          const std::vector<std::string>& names) {
  std::vector<std::size_t> group(names.size()); // that a name belongs to: the number of its first name
  std::iota(group.begin(), group.end(), std::size_t{0});
  std::vector<std::size_t> holder(scene.graph.atoms.size(), names.size()); // a name that has the piece
  for (std::uint32_t view = 0; view < scene.graph.views.size(); ++view) {
    const DataView& data = scene.graph.views[view];
    const auto found = std::find(names.begin(), names.end(), name_of_data(scene.program, data.region, data.partition));
    if (found == names.end()) {
      continue;
    }
    const auto name = static_cast<std::size_t>(found - names.begin());
    for (const std::uint32_t atom : scene.graph.atoms_of(view)) {
      const std::size_t other = std::exchange(holder[atom], name);
      if (other < names.size() && group[other] != group[name]) {
        const auto [kept, joined] = std::minmax({group[other], group[name]});
        std::replace(group.begin(), group.end(), joined, kept);
      }
    }
  }
  std::vector<std::vector<std::string>> groups;
  for (std::size_t first = 0; first < names.size(); ++first) {
    std::vector<std::string> members;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (group[i] == first) {
        members.push_back(names[i]);
      }
    }
    if (members.size() > 1) {
      groups.push_back(std::move(members));
    }
  }
  return groups;
}

} // namespace

Proposing::Proposing(const language::SourceText& text, const Elaborated& elaborated, const SearchScene& about)
    : source(text), made(elaborated), scene(about) {
  const Program& program = scene.program;
  for (std::uint32_t kind = 0; kind < program.kinds.size(); ++kind) {
    for (const std::uint32_t launch : launches_of(kind)) {
      const std::vector<RegionArgument>& all = program.launches[launch].arguments;
      for (std::uint32_t i = 0; i < all.size() && !program.only_launches(launch); ++i) {
        const std::string& name = name_of_data(program, all[i].region, all[i].partition);
        auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const NamedArgument& other) { return other.kind == kind && other.name == name; });
        if (found == arguments.end()) {
          found = arguments.insert(arguments.end(), NamedArgument{kind, name});
        }
        found->places.emplace_back(launch, i);
        if (std::find(names.begin(), names.end(), name) == names.end()) {
          names.push_back(name);
        }
      }
    }
  }
  overlapping = groups_that_overlap(scene, names);
}

std::vector<std::uint32_t> Proposing::launches_of(std::uint32_t kind) const {
  std::vector<std::uint32_t> launches;
  for (std::uint32_t launch = 0; launch < scene.program.launches.size(); ++launch) {
    const std::uint32_t slot = scene.graph.first_slot[launch];
    const bool has_tasks = slot < scene.graph.slots.size() && scene.graph.slots[slot].launch == launch;
    if (scene.program.launches[launch].kind == kind && has_tasks) {
      launches.push_back(launch);
    }
  }
  return launches;
}

std::optional<ProcessorKind> Proposing::processor_of(std::uint32_t kind) const {
  const std::vector<std::uint32_t> launches = launches_of(kind);
  return launches.empty() ? std::nullopt
                          : std::optional(made.plan.tasks[scene.graph.first_slot[launches.front()]].processor.kind);
}

const ArgumentDecision& Proposing::decision_of(const NamedArgument& argument) const {
  const auto& [launch, number] = argument.places.front();
  return made.plan.arguments[scene.graph.slots[scene.graph.first_slot[launch]].first_argument + number];
}

std::vector<MemoryKind> Proposing::memories_seen(ProcessorKind processor) const {
  std::vector<MemoryKind> seen;
  for (const Sight& sight : scene.machine.description().sights) {
    if (sight.processor == processor && scene.machine.memories_of(sight.memory) > 0) {
      seen.push_back(sight.memory);
    }
  }
  return seen;
}

MapperChange Proposing::on_top(ChangeSort sort, const std::string& name, const std::string& statements) const {
  auto [text, line] = with_statements_on_top(source, statements);
  return {sort, name, statements, line, false, std::move(text)};
}

std::optional<PlacementShape> Proposing::shape_of(const std::vector<std::uint32_t>& kinds,
                                                  ProcessorKind processor) const {
  std::optional<PlacementShape> shape;
  for (const std::uint32_t kind : kinds) {
    for (const std::uint32_t number : launches_of(kind)) {
      const Launch& launch = scene.program.launches[number];
      if (!launch.index) {
        continue;
      }
      const PlacementShape own{processor, launch.domain.axes, launch.domain.low, scene.machine.description().nodes > 1};
      if (shape && (shape->dimensions != own.dimensions || shape->low != own.low)) {
        return std::nullopt;
      }
      shape = own;
    }
  }
  return shape;
}

std::string Proposing::new_suffix() const {
  std::string suffix;
  for (const char* const name : {"blocks", "cyclic", "over_nodes", "grid_of_blocks", "cyclic_grid"}) {
    while (source.text.find(name + suffix) != std::string::npos) {
      suffix += "_new";
    }
  }
  return suffix;
}

std::vector<ProposedChange> propose_removals(const Proposing& work) {
  language::Diagnostics diagnostics;
  const language::MapperSyntax syntax = language::parse_mapper(work.source, diagnostics);
  std::vector<ProposedChange> out;
  for (const language::Statement& statement : syntax.statements) {
    if (std::holds_alternative<language::FunctionDefinition>(statement.is) ||
        std::holds_alternative<language::Assignment>(statement.is) ||
        std::holds_alternative<language::PrintStatement>(statement.is)) {
      continue;
    }
    const std::string shown = statement_text({work.source.text, "line"}, statement.span);
    const int line = language::place_of(work.source, statement.span).line;
    ProposedChange proposed;
    proposed.ways.push_back({ChangeSort::removal, fmt::format("without line {}", line),
                             shown.substr(shown.find(": ") + 2), line, true,
                             without_statement(work.source, statement.span)});
    proposed.holds = [](const language::SourceText& /*text*/, const Elaborated& /*made*/) { return true; };
    out.push_back(std::move(proposed));
  }
  return out;
}

std::vector<ProposedChange> proposed_changes(const language::SourceText& source, const Elaborated& made,
                                             const SearchScene& scene) {
  const Proposing work(source, made, scene);
  std::array<std::vector<ProposedChange>, 7> sorts{
      propose_memories(work), propose_processors(work), propose_placements(work), propose_layouts(work),
      propose_removals(work), propose_collection(work), propose_limits(work)};
  std::vector<ProposedChange> out;
  for (std::size_t turn = 0, taken = 1; taken > 0; ++turn) {
    taken = 0;
    for (std::vector<ProposedChange>& sort : sorts) {
      if (turn < sort.size()) {
        out.push_back(std::move(sort[turn]));
        ++taken;
      }
    }
  }
  return out;
}

} // namespace mapwright::mapper
