// What features of decisions need to know of the program: gathered once.
#include "mapper/search/decision_features.hpp"
#include "mapper/search/mean_costs.hpp"
#include "mapper/search/moves.hpp"

#include <algorithm>
#include <set>

namespace mapwright::mapper {

namespace {

/// GPUs wherever a kind of task has a variant for them.
Assignment on_devices(const DecisionSpace& space) {
  Assignment wish = space.usual();
  for (std::size_t d = 0; d < wish.size(); ++d) {
    if (space.decisions()[d].sort == DecisionSort::processor) {
      wish[d] = option_named(space.decisions()[d], to_string(ProcessorKind::gpu)).value_or(wish[d]);
    }
  }
  return space.legal(std::move(wish));
}

} // namespace

DecisionFeatures::DecisionFeatures(const SearchScene& scene, const DecisionSpace& space)
    : scene_(scene), space_(space), kinds_(scene.program.kinds.size()), regions_(regions_of_parameters(scene.program)),
      users_(scene.program.regions.size(), 0.0), usual_effects_(scene, space, space.usual()),
      device_effects_(scene, space, on_devices(space)) {
  gather_tasks();
  gather_sharing();
  gather_edges();
}

void DecisionFeatures::gather_tasks() {
  const TaskGraph& graph = scene_.graph;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const std::size_t parameters = scene_.program.kinds[kind].parameters.size();
    kinds_[kind].parameter_bytes.resize(parameters);
    kinds_[kind].parameter_shared.resize(parameters);
    kinds_[kind].privileges.resize(parameters);
    const std::set<std::uint32_t> regions(regions_[kind].begin(), regions_[kind].end());
    for (const std::uint32_t region : regions) {
      if (region != none) {
        users_[region] += 1 / static_cast<double>(kinds_.size());
      }
    }
  }
  std::vector<double> depths(graph.tasks.size(), 0.0);
  double deepest = 1;
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    const PointTask& made = graph.tasks[task];
    const Launch& launch = scene_.program.launches[graph.slots[made.slot].launch];
    KindFacts& facts = kinds_[launch.kind];
    depths[task] = made.parent == none ? 0 : depths[made.parent] + 1;
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const Access& access = graph.accesses[made.first_access + i];
      for (const std::uint32_t earlier : graph.predecessors_of(made.first_access + i)) {
        depths[task] = std::max(depths[task], depths[earlier] + 1);
      }
      facts.bytes += access.bytes;
      facts.parameter_bytes[i] += static_cast<double>(graph.views[access.view].bytes);
      facts.privileges[i][static_cast<std::size_t>(access.privilege)] += 1;
    }
    facts.depth = facts.tasks == 0 ? depths[task] : facts.depth;
    facts.tasks += 1;
    facts.flops += made.flops;
    facts.launches = facts.launches || made.children > 0;
    facts.index = facts.index || launch.index;
    deepest = std::max(deepest, depths[task]);
  }
  for (KindFacts& facts : kinds_) {
    all_flops_ += facts.flops;
    all_bytes_ += facts.bytes;
    const double tasks = std::max(facts.tasks, 1.0);
    facts.flops /= tasks;
    facts.bytes /= tasks;
    facts.depth /= deepest;
    for (std::size_t i = 0; i < facts.parameter_bytes.size(); ++i) {
      facts.parameter_bytes[i] /= tasks;
      for (double& part : facts.privileges[i]) {
        part /= tasks;
      }
    }
  }
}

void DecisionFeatures::gather_sharing() {
  const TaskGraph& graph = scene_.graph;
  constexpr std::uint32_t several = none - 1;
  std::vector<std::uint32_t> point_of_atom(graph.atoms.size(), none);
  for (const Access& access : graph.accesses) {
    const std::uint32_t point = graph.slots[graph.tasks[access.task].slot].point;
    for (const std::uint32_t atom : graph.atoms_of(access.view)) {
      std::uint32_t& known = point_of_atom[atom];
      known = known == none || known == point ? point : several;
    }
  }
  std::vector<std::vector<double>> bytes(kinds_.size());
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    bytes[kind].resize(kinds_[kind].parameter_shared.size());
  }
  for (std::uint32_t number = 0; number < graph.accesses.size(); ++number) {
    const Access& access = graph.accesses[number];
    const PointTask& task = graph.tasks[access.task];
    const std::uint32_t kind = scene_.program.launches[graph.slots[task.slot].launch].kind;
    const std::uint32_t parameter = number - task.first_access;
    for (const std::uint32_t atom : graph.atoms_of(access.view)) {
      const auto size = static_cast<double>(graph.atoms[atom].bytes);
      bytes[kind][parameter] += size;
      kinds_[kind].parameter_shared[parameter] += point_of_atom[atom] == several ? size : 0;
    }
  }
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (std::size_t i = 0; i < bytes[kind].size(); ++i) {
      kinds_[kind].parameter_shared[i] /= std::max(bytes[kind][i], 1.0);
    }
  }
}

void DecisionFeatures::gather_edges() {
  const TaskGraph& graph = scene_.graph;
  std::vector<std::uint32_t> number(graph.slots.size(), 0); // among the slots of its kind
  for (const std::vector<std::uint32_t>& slots : slots_of_kinds(scene_)) {
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      number[slots[i]] = i;
    }
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> bytes; // of two slots
  for (std::uint32_t access = 0; access < graph.accesses.size(); ++access) {
    const std::uint32_t to = graph.tasks[graph.accesses[access].task].slot;
    const std::span<const std::uint32_t> earlier = graph.predecessors_of(access);
    for (const std::uint32_t task : earlier) {
      bytes[{graph.tasks[task].slot, to}] +=
          static_cast<double>(graph.views[graph.accesses[access].view].bytes) / static_cast<double>(earlier.size());
    }
  }
  const auto kind_of = [&](std::uint32_t slot) { return scene_.program.launches[graph.slots[slot].launch].kind; };
  for (const auto& [slots, moved] : bytes) {
    const auto [from, to] = slots;
    if (kind_of(from) <= kind_of(to)) {
      edges_[{kind_of(from), kind_of(to)}].push_back({number[from], number[to], moved});
    } else {
      edges_[{kind_of(to), kind_of(from)}].push_back({number[to], number[from], moved});
    }
  }
}

} // namespace mapwright::mapper
