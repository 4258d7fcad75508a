// Machines from TOML files (docs/machines.md), and those that come with the program.
#pragma once

#include "mapper/machine/machine.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// Values for the parameters of a machine file; what is absent has the file's default.
using MachineParameters = std::map<std::string, std::int64_t>;

/// Reads a machine file; `file` is what errors call it. Input error at its place: unknown key or kind, a number without
/// a source, an impossible count; without a place: a parameter that is unknown or out of range.
Result<Machine> read_machine(std::string_view text, const std::string& file, const MachineParameters& parameters = {});

/// The names of the machines that come with the program, sorted.
std::vector<std::string> shipped_machines();

/// A machine by "NAME" or "NAME,parameter=value,...": a shipped one, or one from the file of that name. Input error
/// with a suggestion.
Result<Machine> open_machine(std::string_view specification);

} // namespace mapwright::mapper
