// Machines as text, in the format that read_machine reads.
#pragma once

#include "mapper/machine/machine.hpp"

#include <string>

namespace mapwright::mapper {

/// The machine file of a description: reading it gives the description again, and its text is this one. Parameters are
/// gone; counts are numbers.
std::string machine_text(const MachineDescription& machine);

} // namespace mapwright::mapper
