// What the commands on mappers read from their command lines.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "mapper/language/launch_map.hpp"
#include "mapper/language/mapper.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::cli {

/// The text of a mapper: of a file, or of standard input for "-", which errors call MAPPER.
Result<mapper::language::SourceText> read_mapper_text(const std::string& file, Terminal& terminal);

/// "nodes=2,gpus=4": nodes (1 unless given) and the processors of each node by kind.
Result<mapper::language::MachineShape> parse_machine_shape(std::string_view text);

/// "4,6": integers of 64 bits. Errors call them `what`.
Result<std::vector<std::int64_t>> parse_integers(std::string_view text, const std::string& what);

/// "4,6", extents from 0, or "1:4,0:5", first and last coordinate of each dimension.
Result<mapper::language::LaunchDomain> parse_launch_domain(std::string_view text);

} // namespace mapwright::cli
