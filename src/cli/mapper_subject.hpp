// What mappers are for: a program on a machine, as the commands on mappers take them.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed: --program or --app, --set, --machine.
struct SubjectOptions {
  std::string program;
  std::string app;
  std::vector<std::string> sizes{};
  std::string machine;
  /// Whether any of them was given.
  [[nodiscard]] bool given() const { return !program.empty() || !app.empty() || !machine.empty() || !sizes.empty(); }
};

/// Declares them on a command.
void declare(CLI::App& app, SubjectOptions& options);

/// A program, its tasks, and a machine.
struct MapperSubject {
  mapper::Program program;
  mapper::TaskGraph graph;
  mapper::Machine machine;
  std::optional<mapper::Application> application; ///< of --app
};

/// Input error: not one program and one machine, or what is wrong with them.
Result<MapperSubject> open_subject(const SubjectOptions& options);

/// The application's mapper of this name, else the text of the file, "-" being standard input.
Result<mapper::language::SourceText> read_mapper_for(const MapperSubject& subject, const std::string& name,
                                                     Terminal& terminal);

} // namespace mapwright::cli
