#include "mapper/simulate/data_mover.hpp"

#include <algorithm>
#include <span>

namespace mapwright::mapper {

bool DataMover::reserve(std::uint32_t access, std::uint32_t site, std::uint64_t bytes) {
  const std::uint32_t memory = sites_.memory(site);
  MemoryState& held = state_.memories[memory];
  if (bytes > machine_.class_of_memory(memory).capacity - held.used) {
    state_.failure = Failure{access, memory, bytes};
    return false;
  }
  held.used += bytes;
  held.peak = std::max(held.peak, held.used);
  return true;
}

void DataMover::release(std::uint32_t site, std::uint64_t bytes) {
  state_.memories[sites_.memory(site)].used -= bytes;
}

std::uint32_t DataMover::find(const std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t site,
                              Reduction reduction) const {
  std::uint32_t copy = lists[atom];
  while (copy != none && (state_.pool[copy].site != site || state_.pool[copy].reduction != reduction)) {
    copy = state_.pool[copy].next;
  }
  return copy;
}

std::uint32_t DataMover::add(std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t site,
                             Reduction reduction) {
  std::uint32_t copy = state_.free_copy;
  if (copy == none) {
    copy = static_cast<std::uint32_t>(state_.pool.size());
    state_.pool.emplace_back();
  } else {
    state_.free_copy = state_.pool[copy].next;
  }
  state_.pool[copy] = SiteCopy{site, reduction, lists[atom], state_.now, no_cause, 0, false};
  lists[atom] = copy;
  return copy;
}

void DataMover::drop_others(std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t spared) {
  std::uint32_t copy = lists[atom];
  lists[atom] = none;
  while (copy != none) {
    SiteCopy& entry = state_.pool[copy];
    const std::uint32_t next = entry.next;
    if (copy == spared) {
      entry.next = none;
      lists[atom] = copy;
    } else {
      release(entry.site, graph_.atoms[atom].bytes);
      entry.next = state_.free_copy;
      state_.free_copy = copy;
    }
    copy = next;
  }
}

Arrival DataMover::fetch(std::uint32_t access, const ResolvedArgument& argument) {
  switch (graph_.accesses[access].privilege) {
  case Privilege::write:
    return fetch_writing(access, argument.site);
  case Privilege::reduce:
    return fetch_reducing(access, argument.site);
  case Privilege::read_write:
    return fetch_reading(access, argument, true);
  default:
    return fetch_reading(access, argument, false);
  }
}

Arrival DataMover::fetch_writing(std::uint32_t access, std::uint32_t site) {
  std::uint64_t missing = 0;
  for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
    const std::uint32_t own = find(state_.valid, atom, site);
    drop_others(state_.valid, atom, own);
    drop_others(state_.pending, atom, none);
    if (own == none) {
      missing += graph_.atoms[atom].bytes;
    } else {
      state_.pool[own].kept = true;
    }
  }
  if (reserve(access, site, missing)) {
    for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
      if (state_.valid[atom] == none) {
        state_.pool[add(state_.valid, atom, site)].kept = true;
      }
    }
  }
  return {state_.now, state_.current};
}

Arrival DataMover::fetch_reducing(std::uint32_t access, std::uint32_t site) {
  const Reduction reduction = graph_.accesses[access].reduction;
  std::uint64_t missing = 0;
  for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
    if (find(state_.pending, atom, site, reduction) == none) {
      missing += graph_.atoms[atom].bytes;
    }
  }
  if (reserve(access, site, missing)) {
    for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
      if (find(state_.pending, atom, site, reduction) == none) {
        add(state_.pending, atom, site, reduction);
      }
    }
  }
  return {state_.now, state_.current};
}

Arrival DataMover::fetch_reading(std::uint32_t access, const ResolvedArgument& argument, bool writes) {
  const std::span<const std::uint32_t> atoms = graph_.atoms_of(graph_.accesses[access].view);
  std::uint64_t missing = 0;
  for (const std::uint32_t atom : atoms) {
    if (find(state_.valid, atom, argument.site) == none) {
      missing += graph_.atoms[atom].bytes;
    }
  }
  Arrival arrival{state_.now, state_.current};
  if (!reserve(access, argument.site, missing)) {
    return arrival;
  }
  const auto later = [&arrival](double time, Cause cause) {
    if (time > arrival.time) {
      arrival = {time, cause};
    }
  };
  groups_.clear();
  parts_.clear();
  for (const std::uint32_t atom : atoms) {
    const std::uint32_t copy = bring(atom, argument.site);
    SiteCopy& entry = state_.pool[copy];
    if (argument.collect && !writes) {
      ++entry.readers;
    } else {
      entry.kept = true;
    }
    later(entry.ready, entry.maker);
    if (state_.pending[atom] != none) {
      fold_pending(atom, copy);
    }
    if (writes) {
      drop_others(state_.valid, atom, copy);
    }
  }
  for (Group& group : groups_) {
    transfer(group, argument.site, access);
    later(group.arrival.time, group.arrival.cause);
  }
  for (const Part& part : parts_) {
    SiteCopy& entry = state_.pool[part.copy];
    const Arrival& came = groups_[part.group].arrival;
    if (came.time > entry.ready) {
      entry.ready = came.time;
      entry.maker = came.cause;
    }
  }
  return arrival;
}

std::uint32_t DataMover::bring(std::uint32_t atom, std::uint32_t site) {
  const std::uint32_t there = find(state_.valid, atom, site);
  if (there != none) {
    return there;
  }
  const std::uint32_t source = nearest(atom, site);
  const std::uint32_t copy = add(state_.valid, atom, site);
  if (source != none) {
    join(group_for(state_.pool[source], false), copy, state_.pool[source], graph_.atoms[atom].bytes);
  }
  return copy;
}

void DataMover::fold_pending(std::uint32_t atom, std::uint32_t copy) {
  for (std::uint32_t entry = state_.pending[atom]; entry != none; entry = state_.pool[entry].next) {
    join(group_for(state_.pool[entry], true), copy, state_.pool[entry], graph_.atoms[atom].bytes);
  }
  drop_others(state_.pending, atom, none);
  drop_others(state_.valid, atom, copy);
}

std::uint32_t DataMover::nearest(std::uint32_t atom, std::uint32_t site) const {
  std::uint32_t best = none;
  double best_time = 0;
  std::uint32_t best_memory = 0;
  for (std::uint32_t copy = state_.valid[atom]; copy != none; copy = state_.pool[copy].next) {
    const SiteCopy& entry = state_.pool[copy];
    if (best == none && entry.next == none) {
      return copy;
    }
    const std::uint32_t memory = sites_.memory(entry.site);
    const CopyPath path = machine_.path(memory, sites_.memory(site));
    double begin = std::max(entry.ready, state_.now);
    for (std::uint32_t i = 0; i < path.count && sources_ == SourceChoice::queued_links; ++i) {
      begin = std::max(begin, state_.resources[path.resources[i]].free);
    }
    const double time = begin + path.latency +
                        static_cast<double>(graph_.atoms[atom].bytes) * slowdown(entry.site, site) / path.bandwidth;
    if (best == none || time < best_time || (time == best_time && memory < best_memory)) {
      best = copy;
      best_time = time;
      best_memory = memory;
    }
  }
  return best;
}

std::uint32_t DataMover::group_for(const SiteCopy& source, bool fold) {
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].from == source.site && groups_[i].fold == fold && groups_[i].reduction == source.reduction) {
      return i;
    }
  }
  groups_.push_back({source.site, fold, source.reduction, 0, {state_.now, state_.current}, {}});
  return static_cast<std::uint32_t>(groups_.size()) - 1;
}

void DataMover::join(std::uint32_t group, std::uint32_t copy, const SiteCopy& source, std::uint64_t bytes) {
  Group& joined = groups_[group];
  joined.bytes += bytes;
  if (source.ready > joined.source.time) {
    joined.source = {source.ready, source.maker};
  }
  parts_.push_back({copy, group});
}

double DataMover::slowdown(std::uint32_t from, std::uint32_t to) const {
  return sites_.layout(from) == sites_.layout(to) ? 1 : machine_.description().conversion;
}

void DataMover::transfer(Group& group, std::uint32_t to, std::uint32_t access) {
  const CopyPath path = machine_.path(sites_.memory(group.from), sites_.memory(to));
  const double load = static_cast<double>(group.bytes) * slowdown(group.from, to);
  Arrival start = group.source;
  for (std::uint32_t i = 0; i < path.count; ++i) {
    const ResourceState& link = state_.resources[path.resources[i]];
    if (link.free > start.time) {
      start = {link.free, link.last};
    }
  }
  const Cause self = copy_bit | static_cast<std::uint32_t>(state_.copies.size());
  for (std::uint32_t i = 0; i < path.count; ++i) {
    ResourceState& link = state_.resources[path.resources[i]];
    const double held = load / machine_.resource_bandwidth(path.resources[i]);
    link.free = start.time + held;
    link.busy += held;
    link.last = self;
  }
  group.arrival = {start.time + path.latency + load / path.bandwidth, self};
  state_.copies.push_back(
      {sites_.memory(group.from), sites_.memory(to), access, group.fold, group.bytes, start.time, group.arrival.time});
  state_.copy_causes.push_back(start.cause);
}

void DataMover::collect(std::uint32_t access, const ResolvedArgument& argument) {
  for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
    const std::uint32_t copy = find(state_.valid, atom, argument.site);
    if (copy == none) {
      continue;
    }
    SiteCopy& entry = state_.pool[copy];
    entry.readers -= entry.readers > 0 ? 1 : 0;
    const bool only = state_.valid[atom] == copy && entry.next == none;
    if (entry.readers > 0 || entry.kept || only) {
      continue;
    }
    std::uint32_t* before = &state_.valid[atom];
    while (*before != copy) {
      before = &state_.pool[*before].next;
    }
    *before = entry.next;
    release(entry.site, graph_.atoms[atom].bytes);
    entry.next = state_.free_copy;
    state_.free_copy = copy;
  }
}

} // namespace mapwright::mapper
