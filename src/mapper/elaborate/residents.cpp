#include "mapper/elaborate/residents.hpp"

#include <algorithm>
#include <tuple>

namespace mapwright::mapper {

namespace {

constexpr std::uint32_t operators = 4; ///< of Reduction

/// A piece of data at a place.
struct Held {
  std::uint32_t place = 0;
  std::uint32_t atom = 0;
  friend auto operator<=>(const Held&, const Held&) = default;
};

/// Places where one atom is certain to be held.
struct AtomState {
  std::vector<std::uint32_t> valid;   ///< places
  std::vector<std::uint32_t> pending; ///< places of contributions

  static void add(std::vector<std::uint32_t>& places, std::uint32_t place) {
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(place);
    }
  }
};

void apply(AtomState& state, Privilege privilege, bool collected, std::uint32_t place) {
  if (privilege == Privilege::reduce) {
    AtomState::add(state.pending, place);
    return;
  }
  if (privilege != Privilege::read || !state.pending.empty()) {
    state.valid.clear();
  }
  state.pending.clear();
  if (!collected) {
    AtomState::add(state.valid, place);
  }
}

} // namespace

Residents::Residents(const Elaborating& work)
    : work_(work), sites_(work.machine.memory_count()), site_of_(work.graph.argument_count) {
  for (const Slot& slot : work.graph.slots) {
    const LaunchChoice& choice = work.choices[slot.launch];
    for (std::size_t i = 0; choice.complete() && !choice.inner && i < choice.memories.size(); ++i) {
      const ArgumentDecision& decision = work.made.plan.arguments[slot.first_argument + i];
      site_of_[slot.first_argument + i] = sites_.site(*work.machine.find(decision.memory), decision.layout);
    }
  }
}

Resident Residents::of(std::uint32_t access) const {
  const Access& made = work_.graph.accesses[access];
  const PointTask& task = work_.graph.tasks[made.task];
  const std::uint32_t site = site_of_[work_.graph.slots[task.slot].first_argument + access - task.first_access];
  const std::uint32_t held = made.privilege == Privilege::reduce ? 1 + static_cast<std::uint32_t>(made.reduction) : 0;
  return {sites_.memory(site), site * (operators + 1) + held, made.view, access};
}

std::vector<Resident> Residents::all() const {
  std::vector<Resident> all;
  std::vector<std::uint32_t> last_view(work_.graph.argument_count, none); // loops ask for the same again and again
  for (std::uint32_t access = 0; access < work_.graph.accesses.size(); ++access) {
    const Access& made = work_.graph.accesses[access];
    const PointTask& task = work_.graph.tasks[made.task];
    std::uint32_t& last = last_view[work_.graph.slots[task.slot].first_argument + access - task.first_access];
    if (last != made.view) {
      last = made.view;
      all.push_back(of(access));
    }
  }
  const auto key = [](const Resident& each) { return std::tie(each.memory, each.place, each.view); };
  std::stable_sort(all.begin(), all.end(), [&](const Resident& a, const Resident& b) { return key(a) < key(b); });
  const auto end =
      std::unique(all.begin(), all.end(), [&](const Resident& a, const Resident& b) { return key(a) == key(b); });
  all.erase(end, all.end());
  return all;
}

std::uint64_t Residents::bytes_together(const std::vector<Resident>& residents) const {
  std::vector<Held> held;
  for (const Resident& each : residents) {
    for (const std::uint32_t atom : work_.graph.atoms_of(each.view)) {
      held.push_back({each.place, atom});
    }
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  std::uint64_t bytes = 0;
  for (const Held& each : held) {
    bytes += work_.graph.atoms[each.atom].bytes;
  }
  return bytes;
}

std::vector<std::uint64_t> Residents::bytes_at_end() const {
  std::vector<AtomState> states(work_.graph.atoms.size());
  for (std::uint32_t access = 0; access < work_.graph.accesses.size(); ++access) {
    const Access& made = work_.graph.accesses[access];
    const PointTask& task = work_.graph.tasks[made.task];
    const std::uint32_t argument = work_.graph.slots[task.slot].first_argument + access - task.first_access;
    const bool collected = made.privilege == Privilege::read && work_.made.plan.arguments[argument].collect;
    for (const std::uint32_t atom : work_.graph.atoms_of(made.view)) {
      apply(states[atom], made.privilege, collected, of(access).place);
    }
  }
  std::vector<std::uint64_t> bytes(work_.machine.memory_count());
  for (std::size_t atom = 0; atom < states.size(); ++atom) {
    for (const auto* places : {&states[atom].valid, &states[atom].pending}) {
      for (const std::uint32_t place : *places) {
        bytes[sites_.memory(place / (operators + 1))] += work_.graph.atoms[atom].bytes;
      }
    }
  }
  return bytes;
}

} // namespace mapwright::mapper
