// A mapper as source text for a runtime system of others: no part of this project is needed to compile or run it.
//
// The functions of the mapper become functions of C++, statement by statement, on grids of processors that have the
// same meaning; they are evaluated where the program runs, for the machine it finds. Everything else becomes tables of
// rules, with the statement each comes from beside it. What the target cannot express is a warning.
#pragma once

#include "core/error.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/program/program.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

struct ExportedFile {
  std::string name; ///< "stencil_mapper.cc"
  std::string text;
};

struct ExportedMapper {
  std::vector<ExportedFile> files;
  language::Diagnostics warnings; ///< what the target does otherwise than the mapper says
};

/// What is exported, and for what.
struct ExportRequest {
  language::SourceText source;
  std::string name;                 ///< of files, namespaces and functions, made an identifier: "stencil"
  const Program* program = nullptr; ///< gives tasks' arguments their names; nothing: only their numbers are known
};

/// The name of a mapper read from this file: "stencil" of "a/stencil.mapper", "mapper" of "-".
std::string export_name(const std::string& file);

/// One file of C++17: a class derived from Legion's DefaultMapper, a sharding functor for each mapping function and a
/// function that registers them. Input error: the first that is wrong with the text, or what has no C++.
Result<ExportedMapper> export_to_legion(const ExportRequest& request);

/// A scheduling policy for StarPU in C++17, and a header in C by which the application tells it the points of tasks.
/// Errors as above.
Result<ExportedMapper> export_to_starpu(const ExportRequest& request);

} // namespace mapwright::mapper
