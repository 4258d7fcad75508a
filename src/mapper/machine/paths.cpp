// Links of a machine: their numbers as resources, and what a copy passes.
#include "mapper/machine/machine.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Takes a link into the path; its latency adds, its bandwidth bounds.
void extend(CopyPath& path, double latency, double bandwidth) {
  path.latency += latency;
  path.bandwidth = path.bandwidth == 0 ? bandwidth : std::min(path.bandwidth, bandwidth);
}

void hold(CopyPath& path, std::uint32_t resource) {
  if (path.count < longest_path) {
    path.resources[path.count] = resource;
  }
  ++path.count;
}

/// `count` may have gone beyond what a path can hold; then the machine is refused.
bool fits(const CopyPath& path, std::size_t most) {
  return path.count <= most;
}

/// Adds the links of `part`, whose resources are those of node 0 of a node whose first resource is `base`.
void append_path(CopyPath& path, const CopyPath& part, std::uint32_t base) {
  extend(path, part.latency, part.bandwidth);
  for (std::uint32_t i = 0; i < part.count; ++i) {
    hold(path, base + part.resources[i]);
  }
}

} // namespace

void Machine::number_resources() {
  for (const LinkClass& link : description_.links) {
    first_link_resource_.push_back(static_cast<std::uint32_t>(resources_.size()));
    if (!link.shared) {
      continue;
    }
    const std::uint32_t instances = link.per ? memories_of(*link.per) : 1;
    for (std::uint32_t i = 0; i < instances; ++i) {
      const std::string name = link.per ? fmt::format("{} {}", link.name, i) : link.name;
      resources_.push_back({name, link.duplex ? ", out" : "", link.bandwidth});
      if (link.duplex) {
        resources_.push_back({name, ", in", link.bandwidth});
      }
    }
  }
  if (description_.network) {
    port_resource_ = static_cast<std::uint32_t>(resources_.size());
    resources_.push_back({"network", ", out", description_.network->bandwidth});
    resources_.push_back({"network", ", in", description_.network->bandwidth});
  }
  engine_resource_ = static_cast<std::uint32_t>(resources_.size());
  for (std::uint32_t local = 0; local < memories_per_node_; ++local) {
    const MemoryName name = memory_name(local);
    resources_.push_back(
        {fmt::format("copies in {} {}", to_string(name.kind), name.index), "", class_of_memory(local).bandwidth});
  }
  resources_per_node_ = static_cast<std::uint32_t>(resources_.size());
}

std::string Machine::resource_name(std::uint32_t resource) const {
  const Resource& found = resources_[resource % resources_per_node_];
  return fmt::format("{} of node {}{}", found.name, resource / resources_per_node_, found.suffix);
}

void Machine::add_link(CopyPath& path, std::uint32_t link, std::uint32_t instance, bool backward) const {
  const LinkClass& found = description_.links[link];
  if (found.shared) {
    const std::uint32_t directions = found.duplex ? 2 : 1;
    hold(path, first_link_resource_[link] + instance * directions + (backward && found.duplex ? 1 : 0));
  }
}

Result<CopyPath> Machine::local_path(std::uint32_t from, std::uint32_t to) const {
  CopyPath path;
  if (from == to) {
    extend(path, 0, class_of_memory(from).bandwidth);
    hold(path, engine_resource_ + from);
    return path;
  }
  const MemoryName source = memory_name(from);
  const MemoryName target = memory_name(to);
  for (const RouteClass& route : description_.routes) {
    const bool along = route.from == source.kind && route.to == target.kind;
    const bool against = route.from == target.kind && route.to == source.kind;
    if (!along && !against) {
      continue;
    }
    const bool reversed = along && against ? source.index > target.index : against;
    for (const std::uint32_t link : route.via) {
      const LinkClass& found = description_.links[link];
      extend(path, found.latency, found.bandwidth);
      if (!found.per) {
        add_link(path, link, 0, reversed);
        continue;
      }
      if (*found.per == source.kind) {
        add_link(path, link, source.index, false);
      }
      if (*found.per == target.kind) {
        add_link(path, link, target.index, true);
      }
    }
    return path;
  }
  return fail(
      ErrorKind::input,
      fmt::format("there is no route between {} and {}", to_string(source.kind), to_string(target.kind)),
      fmt::format("write [[route]] with between = [\"{}\", \"{}\"]", to_string(source.kind), to_string(target.kind)));
}

Result<CopyPath> Machine::network_path(std::uint32_t memory, bool out) const {
  CopyPath path;
  const MemoryName name = memory_name(memory);
  for (const RouteClass& route : description_.routes) {
    if (route.from != name.kind || route.to) {
      continue;
    }
    for (const std::uint32_t link : route.via) {
      const LinkClass& found = description_.links[link];
      extend(path, found.latency, found.bandwidth);
      if (!found.per || *found.per == name.kind) {
        add_link(path, link, found.per ? name.index : 0, !out);
      }
    }
    extend(path, out ? description_.network->latency : 0, description_.network->bandwidth);
    hold(path, port_resource_ + (out ? 0 : 1));
    return path;
  }
  return fail(ErrorKind::input, fmt::format("there is no route between {} and the network", to_string(name.kind)),
              fmt::format("write [[route]] with between = [\"{}\", \"network\"]", to_string(name.kind)));
}

Result<void> Machine::find_paths() {
  for (std::uint32_t from = 0; from < memories_per_node_; ++from) {
    for (std::uint32_t to = 0; to < memories_per_node_; ++to) {
      auto path = local_path(from, to);
      if (!path) {
        return forward(path);
      }
      if (path->bandwidth == 0 || !fits(*path, longest_path)) {
        return fail(ErrorKind::input,
                    fmt::format("the route between {} and {} has 1 to {} shared links",
                                to_string(memory_name(from).kind), to_string(memory_name(to).kind), longest_path));
      }
      local_paths_.push_back(*path);
    }
    for (const bool out : {true, false}) {
      if (description_.nodes == 1) {
        continue;
      }
      auto path = network_path(from, out);
      if (!path) {
        return forward(path);
      }
      if (!fits(*path, longest_path / 2)) {
        return fail(ErrorKind::input, fmt::format("the route between {} and the network has more than {} shared links",
                                                  to_string(memory_name(from).kind), longest_path / 2 - 1));
      }
      (out ? out_paths_ : in_paths_).push_back(*path);
    }
  }
  return {};
}

CopyPath Machine::path(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t source_node = node_of_memory(from);
  const std::uint32_t target_node = node_of_memory(to);
  const std::uint32_t source = from % memories_per_node_;
  const std::uint32_t target = to % memories_per_node_;
  CopyPath path;
  if (source_node == target_node) {
    append_path(path, local_paths_[source * memories_per_node_ + target], source_node * resources_per_node_);
  } else {
    append_path(path, out_paths_[source], source_node * resources_per_node_);
    append_path(path, in_paths_[target], target_node * resources_per_node_);
  }
  return path;
}

} // namespace mapwright::mapper
