// What was measured before, in a T4 file that grows with every evaluation: a search that was ended goes on where it
// was.
#pragma once

#include "kernel/judge/runner.hpp"
#include "kernel/tune/t4.hpp"

namespace mapwright::kernel {

/// What of a measurement decides whether it may be used again; the metadata of a record.
struct TuneOrigin {
  std::string task;
  std::string kernel;  ///< the SHA-256 of its source
  std::string backend; ///< as typed
  std::string device;  ///< as typed; may be empty
  std::string threads; ///< "all" or a number
  std::string shapes;  ///< the benchmark shapes, as text
  std::string machine; ///< in one line
};

/// For a kernel of a task on this machine, run as the settings say.
TuneOrigin origin_of(const Task& task, const KernelCandidate& candidate, const RunnerSettings& settings);

/// As metadata, with the date: "2026-01-31", UTC.
std::map<std::string, std::string> metadata_of(const TuneOrigin& origin);

/// Reads the results of a cache. Input error when they come from another task, kernel, device or machine, or have other
/// benchmark shapes.
Result<T4Record> read_cache(const std::filesystem::path& file, const TuneOrigin& origin);

/// The results that have all these measurements, or are invalid: what need not be measured again.
std::vector<T4Result> usable(std::span<const T4Result> results, std::span<const std::string> objectives);

} // namespace mapwright::kernel
