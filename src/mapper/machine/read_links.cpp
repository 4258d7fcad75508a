#include "core/suggest.hpp"
#include "mapper/machine/read_parts.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::string_view network_word = "network";

void read_link_class(Section& section, MachineDescription& machine) {
  LinkClass link;
  read_required_text(section, "name", link.name);
  const bool taken = std::any_of(machine.links.begin(), machine.links.end(),
                                 [&](const LinkClass& other) { return other.name == link.name; });
  if (taken) {
    section.refuse("name", fmt::format("there are two links '{}'", link.name));
  }
  std::string per;
  section.text("per", per);
  if (section.has("per")) {
    link.per = memory_kind_at(section, "per", 0, per);
  }
  section.real("latency", link.latency);
  read_positive(section, "bandwidth", link.bandwidth);
  section.flag("shared", link.shared);
  section.flag("duplex", link.duplex);
  read_range(section, "latency", link.latency, link.latency_range);
  read_range(section, "bandwidth", link.bandwidth, link.bandwidth_range);
  link.source = require_source(section);
  machine.links.push_back(std::move(link));
}

void read_via(Section& section, const MachineDescription& machine, RouteClass& route) {
  std::vector<std::string> via;
  section.number_texts("via", via);
  std::vector<std::string> names;
  for (const LinkClass& link : machine.links) {
    names.push_back(link.name);
  }
  for (std::size_t i = 0; i < via.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), via[i]);
    if (found == names.end()) {
      section.refuse_within("via", i, 0, fmt::format("there is no link '{}'", via[i]),
                            suggest(via[i], names, fmt::format("expected one of: {}", fmt::join(names, ", "))));
    } else {
      route.via.push_back(static_cast<std::uint32_t>(found - names.begin()));
    }
  }
}

void read_route_class(Section& section, MachineDescription& machine) {
  RouteClass route;
  std::vector<std::string> between;
  section.texts("between", between);
  if (between.size() != 2 || between[0] == network_word) {
    section.refuse("between", "'between' must name two kinds of memory, or one and \"network\"",
                   "e.g. between = [\"FBMEM\", \"SYSMEM\"]");
    return;
  }
  if (const auto kind = memory_kind_at(section, "between", 0, between[0])) {
    route.from = *kind;
  }
  if (between[1] != network_word) {
    route.to = memory_kind_at(section, "between", 1, between[1]);
  }
  const bool known = std::any_of(machine.routes.begin(), machine.routes.end(), [&](const RouteClass& other) {
    return (other.from == route.from && other.to == route.to) || (other.to == route.from && other.from == route.to);
  });
  if (known) {
    section.refuse("between", fmt::format("there are two routes between {} and {}", between[0], between[1]));
  }
  read_via(section, machine, route);
  if (route.to && route.via.empty()) {
    section.refuse("via", "a route between memories needs at least one link", "e.g. via = [\"pcie\"]");
  }
  machine.routes.push_back(std::move(route));
}

} // namespace

void read_links(Section& root, MachineDescription& machine) {
  for (Section& section : root.sections("link")) {
    read_link_class(section, machine);
  }
  for (Section& section : root.sections("route")) {
    read_route_class(section, machine);
  }
  if (auto section = root.section("network")) {
    Network network;
    section->real("latency", network.latency);
    read_positive(*section, "bandwidth", network.bandwidth);
    network.source = require_source(*section);
    machine.network = std::move(network);
  }
  if (auto section = root.section("conversion")) {
    read_positive(*section, "factor", machine.conversion);
    if (machine.conversion < 1) {
      section->refuse("factor", "'factor' must be at least 1: a copy that changes the layout is no faster");
    }
    read_range(*section, "factor", machine.conversion, machine.conversion_range);
    machine.conversion_source = require_source(*section);
  }
}

} // namespace mapwright::mapper
