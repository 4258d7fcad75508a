// The parts of a machine file; only for the files that implement read_machine. Each refuses what is wrong at its place.
#pragma once

#include "core/settings.hpp"
#include "mapper/machine/read_machine.hpp"

namespace mapwright::mapper {

/// [[link]], [[route]], [network] and [conversion].
void read_links(Section& root, MachineDescription& machine);

/// A text that must be there.
void read_required_text(Section& section, std::string_view key, std::string& target);

/// The key `source`, which every section with numbers must have.
std::string require_source(Section& section);

/// `key`_least and `key`_most, which go together and have `value` between them.
void read_range(Section& section, const std::string& key, double value, std::optional<Interval>& target);

/// [runtime] and [[work]].
void read_habits(Section& root, MachineDescription& machine);

/// A finite number above 0 that must be there.
void read_positive(Section& section, std::string_view key, double& target);

/// A count from 1 to 1024: an integer or the name of a parameter; 1 when it is not there.
std::uint32_t read_count(Section& section, std::string_view key, const MachineParameters& parameters);

std::optional<ProcessorKind> read_processor_kind(Section& section, std::string_view key);
/// Any kind but VIRTUAL.
std::optional<MemoryKind> read_memory_kind(Section& section, std::string_view key);

/// The kind of memory of this name, refused at item `item` of the list `key` otherwise.
std::optional<MemoryKind> memory_kind_at(Section& section, std::string_view key, std::size_t item,
                                         const std::string& name);

} // namespace mapwright::mapper
