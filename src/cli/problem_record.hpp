// A problem as an archive keeps it, and opened again from there: run, resume and replay all open it this way.
#pragma once

#include "archive/records.hpp"
#include "cli/problem_file.hpp"
#include "cli/terminal.hpp"
#include "loop/problem.hpp"
#include "sandbox/scratch.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// What the command line says besides the problem file; kept in the archive.
struct RunFlags {
  std::vector<std::string> models{}; ///< --model, as typed
  std::string budget{};              ///< --budget, as typed
  std::optional<std::uint64_t> seed{};
  std::optional<std::uint64_t> parallel{};
  bool fallback = false;
};

/// Reads a problem file and the files it names into a record: everything the run needs to be made again. Errors: input,
/// also for whatever is wrong with flags.
Result<archive::Run> record_problem(const std::string& file, const RunFlags& flags);

/// The same for the text of a problem file that would be called `file` in `directory`.
Result<archive::Run> record_problem_text(const std::string& text, const std::string& file,
                                         const std::filesystem::path& directory, const RunFlags& flags);

enum class Purpose : std::uint8_t {
  first,  ///< the files are where the problem says
  again,  ///< the files are taken from the record
  replay, ///< and models only have names: nobody is asked
};

/// A problem that can be run.
struct OpenProblem {
  ProblemFile file;                ///< with flags applied, and file names that can be read now
  std::filesystem::path directory; ///< of the problem file, for what is written
  std::unique_ptr<loop::Problem> problem{};
  std::optional<sandbox::ScratchDirectory> inputs{}; ///< holds files taken from the record
};

/// Opens what was recorded. `budget`: changes of the budget since. Errors: input; machine, for a model without a key
/// (the problem is opened without it where the run may fall back).
Result<OpenProblem> open_problem(const archive::Run& run, const std::string& budget, Purpose purpose,
                                 Terminal& terminal);

} // namespace mapwright::cli
