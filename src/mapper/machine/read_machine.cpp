#include "mapper/machine/read_machine.hpp"

#include "core/settings.hpp"
#include "core/suggest.hpp"
#include "mapper/machine/read_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// [parameters]: name = [default, least, most].
Result<MachineParameters> read_parameters(Section& root, const MachineParameters& given, const std::string& file) {
  MachineParameters values;
  auto section = root.section("parameters");
  for (const std::string& name : section ? section->keys() : std::vector<std::string>{}) {
    std::vector<std::int64_t> range;
    section->integers(name, range);
    if (range.size() != 3 || range[1] < 1 || range[0] < range[1] || range[0] > range[2]) {
      section->refuse(name, fmt::format("'{}' must be [default, least, most], the least at least 1", name),
                      fmt::format("e.g. {} = [1, 1, 64]", name));
      continue;
    }
    values[name] = range[0];
    if (const auto chosen = given.find(name); chosen != given.end()) {
      if (chosen->second < range[1] || chosen->second > range[2]) {
        return fail(ErrorKind::input,
                    fmt::format("'{}' of {} is {} to {}, not {}", name, file, range[1], range[2], chosen->second));
      }
      values[name] = chosen->second;
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    names.push_back(name);
  }
  for (const auto& [name, value] : given) {
    if (!values.contains(name)) {
      return fail(ErrorKind::input, fmt::format("{} has no parameter '{}'", file, name),
                  suggest(name, names,
                          names.empty() ? std::string("it has none")
                                        : fmt::format("expected one of: {}", fmt::join(names, ", "))));
    }
  }
  return values;
}

/// Each kind has one class.
template <class Kind, class Class> void refuse_second(Section& section, Kind kind, const std::vector<Class>& classes) {
  if (std::any_of(classes.begin(), classes.end(), [kind](const Class& other) { return other.kind == kind; })) {
    section.refuse("kind", fmt::format("there are two sections for {}", to_string(kind)));
  }
}

/// The members of a kind; 0 when it has no class.
template <class Kind, class Class> std::uint32_t count_of_kind(Kind kind, const std::vector<Class>& classes) {
  const auto found =
      std::find_if(classes.begin(), classes.end(), [kind](const Class& item) { return item.kind == kind; });
  return found == classes.end() ? 0 : found->count;
}

void read_processor_class(Section& section, const MachineParameters& parameters, MachineDescription& machine) {
  ProcessorClass item;
  if (const auto kind = read_processor_kind(section, "kind")) {
    item.kind = *kind;
  }
  refuse_second(section, item.kind, machine.processors);
  item.count = read_count(section, "count", parameters);
  read_positive(section, "flops", item.flops);
  section.real("overhead", item.overhead);
  read_range(section, "flops", item.flops, item.flops_range);
  read_range(section, "overhead", item.overhead, item.overhead_range);
  item.source = require_source(section);
  machine.processors.push_back(std::move(item));
}

void read_memory_class(Section& section, const MachineParameters& parameters, MachineDescription& machine) {
  MemoryClass item;
  if (const auto kind = read_memory_kind(section, "kind")) {
    item.kind = *kind;
  }
  refuse_second(section, item.kind, machine.memories);
  item.count = read_count(section, "count", parameters);
  double capacity = 0;
  read_positive(section, "capacity", capacity);
  if (capacity > 1e18) {
    section.refuse("capacity", "'capacity' must be at most 1e18 bytes");
  } else {
    item.capacity = static_cast<std::uint64_t>(std::llround(capacity));
  }
  read_positive(section, "bandwidth", item.bandwidth);
  read_range(section, "bandwidth", item.bandwidth, item.bandwidth_range);
  item.source = require_source(section);
  machine.memories.push_back(std::move(item));
}

void read_sight(Section& section, MachineDescription& machine) {
  Sight sight;
  if (const auto kind = read_processor_kind(section, "processor")) {
    sight.processor = *kind;
  }
  if (const auto kind = read_memory_kind(section, "memory")) {
    sight.memory = *kind;
  }
  const auto same = [&sight](const Sight& other) {
    return other.processor == sight.processor && other.memory == sight.memory;
  };
  if (std::any_of(machine.sights.begin(), machine.sights.end(), same)) {
    section.refuse("processor", fmt::format("there are two sections for {} and {}", to_string(sight.processor),
                                            to_string(sight.memory)));
  }
  read_positive(section, "bandwidth", sight.bandwidth);
  section.flag("own", sight.own);
  section.real("peer", sight.peer);
  if (sight.peer && (!sight.own || !std::isfinite(*sight.peer) || *sight.peer == 0)) {
    section.refuse("peer", sight.own ? "'peer' must be a finite number above 0" : "'peer' goes with own = true only");
  }
  const std::uint32_t processors = count_of_kind(sight.processor, machine.processors);
  const std::uint32_t memories = count_of_kind(sight.memory, machine.memories);
  if (sight.own && processors != memories) {
    section.refuse("own", fmt::format("each {} is to have a {} of its own, but there are {} and {}",
                                      to_string(sight.processor), to_string(sight.memory), processors, memories));
  }
  read_range(section, "bandwidth", sight.bandwidth, sight.bandwidth_range);
  sight.source = require_source(section);
  machine.sights.push_back(std::move(sight));
}

} // namespace

Result<Machine> read_machine(std::string_view text, const std::string& file, const MachineParameters& parameters) {
  auto settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  Section& root = settings->root();
  MachineDescription machine;
  read_required_text(root, "name", machine.name);
  read_required_text(root, "summary", machine.summary);
  const auto values = read_parameters(root, parameters, file);
  if (!values) {
    return forward(values);
  }
  machine.nodes = read_count(root, "nodes", *values);
  for (Section& section : root.sections("processor")) {
    read_processor_class(section, *values, machine);
  }
  for (Section& section : root.sections("memory")) {
    read_memory_class(section, *values, machine);
  }
  for (Section& section : root.sections("sees")) {
    read_sight(section, machine);
  }
  read_links(root, machine);
  read_habits(root, machine);
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  auto built = Machine::build(std::move(machine));
  if (!built) {
    Error error = built.error();
    error.message = fmt::format("{}: {}", file, error.message);
    return tl::unexpected<Error>(std::move(error));
  }
  return built;
}

} // namespace mapwright::mapper
