#include "mapper/machine/read_parts.hpp"

#include "core/suggest.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::int64_t most_of_a_class = 1024;

constexpr std::array<ProcessorKind, 5> machine_processors{ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp,
                                                          ProcessorKind::io, ProcessorKind::py};
constexpr std::array<MemoryKind, 5> machine_memories{MemoryKind::sysmem, MemoryKind::fbmem, MemoryKind::zcmem,
                                                     MemoryKind::rdmem, MemoryKind::sockmem};

template <class Kinds> std::vector<std::string> names_of_kinds(const Kinds& kinds) {
  std::vector<std::string> names;
  for (const auto kind : kinds) {
    names.emplace_back(to_string(kind));
  }
  return names;
}

/// The one of `kinds` with this name.
template <class Kinds>
std::optional<typename Kinds::value_type> named_among(const Kinds& kinds, const std::string& name) {
  for (const auto kind : kinds) {
    if (to_string(kind) == name) {
      return kind;
    }
  }
  return std::nullopt;
}

std::string expected_kinds(const std::string& name, const std::vector<std::string>& names) {
  return suggest(name, names, fmt::format("expected one of: {}", fmt::join(names, ", ")));
}

} // namespace

void read_required_text(Section& section, std::string_view key, std::string& target) {
  section.text(key, target);
  if (!section.has(key)) {
    section.refuse(key, fmt::format("'{}' is missing", key));
  }
}

std::string require_source(Section& section) {
  std::string source;
  section.text("source", source);
  if (source.empty()) {
    section.refuse("source", "'source' is missing: where do these numbers come from?",
                   "e.g. source = \"data sheet of the processor\"");
  }
  return source;
}

void read_range(Section& section, const std::string& key, double value, std::optional<Interval>& target) {
  std::optional<double> least;
  std::optional<double> most;
  section.real(key + "_least", least);
  section.real(key + "_most", most);
  if (!least && !most) {
    return;
  }
  const std::string at = key + (least ? "_least" : "_most");
  if (!least || !most) {
    section.refuse(at, fmt::format("'{0}_least' and '{0}_most' go together", key));
  } else if (!std::isfinite(*most) || *least > value || *most < value ||
             (*least == 0 && key != "latency" && key != "overhead")) {
    section.refuse(at, fmt::format("'{0}_least' and '{0}_most' must have '{0}' between them", key));
  } else {
    target = Interval{*least, *most};
  }
}

void read_positive(Section& section, std::string_view key, double& target) {
  section.real(key, target);
  if (!section.has(key)) {
    section.refuse(key, fmt::format("'{}' is missing", key));
  } else if (!std::isfinite(target) || target <= 0) {
    section.refuse(key, fmt::format("'{}' must be a finite number above 0", key));
  }
}

std::uint32_t read_count(Section& section, std::string_view key, const MachineParameters& parameters) {
  std::string text = "1";
  section.number_text(key, text);
  std::int64_t count = 0;
  if (const auto parameter = parameters.find(text); parameter != parameters.end()) {
    count = parameter->second;
  } else {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size()) {
      std::vector<std::string> names;
      for (const auto& [name, value] : parameters) {
        names.push_back(name);
      }
      section.refuse(key, fmt::format("'{}' is an integer or a parameter; '{}' is neither", key, text),
                     suggest(text, names, fmt::format("parameters: {}", fmt::join(names, ", "))));
      return 1;
    }
  }
  if (count < 1 || count > most_of_a_class) {
    section.refuse(key, fmt::format("'{}' must be 1 to {}, not {}", key, most_of_a_class, count));
    return 1;
  }
  return static_cast<std::uint32_t>(count);
}

std::optional<ProcessorKind> read_processor_kind(Section& section, std::string_view key) {
  std::string name;
  read_required_text(section, key, name);
  const auto kind = named_among(machine_processors, name);
  if (!kind) {
    section.refuse(key, fmt::format("there is no kind of processor '{}'", name),
                   expected_kinds(name, names_of_kinds(machine_processors)));
  }
  return kind;
}

std::optional<MemoryKind> read_memory_kind(Section& section, std::string_view key) {
  std::string name;
  read_required_text(section, key, name);
  return memory_kind_at(section, key, 0, name);
}

std::optional<MemoryKind> memory_kind_at(Section& section, std::string_view key, std::size_t item,
                                         const std::string& name) {
  const auto kind = named_among(machine_memories, name);
  if (!kind) {
    section.refuse_within(key, item, 0, fmt::format("there is no kind of memory '{}'", name),
                          expected_kinds(name, names_of_kinds(machine_memories)));
  }
  return kind;
}

} // namespace mapwright::mapper
