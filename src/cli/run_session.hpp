// One session of a run: the loop with its progress, its end and its result; what run and resume share.
#pragma once

#include "archive/archive.hpp"
#include "cli/problem_record.hpp"
#include "cli/terminal.hpp"

#include <string>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// The archive a command uses when none is named: MAPWRIGHT_ARCHIVE, else mapwright.db in the working directory.
std::string default_archive();

/// Declares --archive FILE.
void declare_archive(CLI::App& app, std::string& file);

/// Opens an existing archive. `run` is a number as typed, empty for the latest run.
Result<archive::Archive> open_archive(const std::string& file, archive::Access access,
                                      archive::Durability durability = archive::Durability::process);
Result<archive::Run> find_run(archive::Archive& archive, const std::string& run);

/// A run and the open archive it is in.
struct ArchivedRun {
  archive::Archive archive;
  archive::Run run;
};

/// open_archive, then find_run.
Result<ArchivedRun> open_run(const std::string& file, const std::string& run, archive::Access access);

/// Runs until it stops, writes down why, and prints the result. Exit code 0 when what was sought was found, 1 when not.
/// Errors: machine, when the run cannot go on (it can be resumed).
Result<int> run_session(archive::Archive& archive, archive::Journal& journal, OpenProblem& open,
                        const std::string& archive_file, bool json, Terminal& terminal);

/// Opens a recorded problem, begins its run in the archive (empty: the default one) and runs it.
Result<int> begin_session(archive::Run run, const std::string& archive_file, bool json, Terminal& terminal);

} // namespace mapwright::cli
