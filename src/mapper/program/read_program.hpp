// Programs from TOML files (docs/programs.md).
#pragma once

#include "core/error.hpp"
#include "mapper/program/program.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mapwright::mapper {

/// Values for sizes of a program; what is absent has the file's value.
using ProgramSizes = std::map<std::string, std::int64_t>;

/// Reads a program; `file` is what errors call it. Input error at its place: whatever ProgramBuilder objects to,
/// unknown keys; without a place: a size that the file does not have.
Result<Program> read_program(std::string_view text, const std::string& file, const ProgramSizes& sizes = {});

} // namespace mapwright::mapper
