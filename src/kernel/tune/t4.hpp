// Results of tuning in the format T4 of the auto-tuning community, schema version 1.0.0 (results-schema.json of
// github.com/odgaard/TuningSchema), so that other tools read our records and we theirs.
#pragma once

#include "kernel/tune/front.hpp"

#include <filesystem>

namespace mapwright::kernel {

/// What became of a configuration.
enum class Outcome : std::uint8_t { correct, compile, runtime, timeout, correctness, constraints };

/// As "invalidity" spells it.
std::string_view to_string(Outcome outcome);

/// Something that was measured.
struct T4Measurement {
  std::string name;
  double value = 0;
  std::string unit{}; ///< "s", "ms"; may be empty

  friend bool operator==(const T4Measurement&, const T4Measurement&) = default;
};

/// How long the parts of one evaluation took. The schema leaves the unit open; ours are milliseconds.
struct T4Times {
  double compilation_time = 0;
  std::vector<double> runtimes{}; ///< of the kernel, one per sample
  double framework = 0;
  double search_algorithm = 0;
  double validation = 0;

  friend bool operator==(const T4Times&, const T4Times&) = default;
};

/// One configuration that was evaluated.
struct T4Result {
  std::string timestamp{}; ///< as in the file; may be empty
  Tuning configuration{};
  std::vector<std::string> objectives{}; ///< names of the measurements that were minimised, the first counts most
  T4Times times{};
  Outcome invalidity = Outcome::correct;
  double correctness = 1; ///< 1: correct; 0: not
  std::vector<T4Measurement> measurements{};

  friend bool operator==(const T4Result&, const T4Result&) = default;
};

/// A file of results.
struct T4Record {
  std::map<std::string, std::string> metadata{}; ///< what was tuned, where and when; names are ours
  std::vector<T4Result> results{};

  friend bool operator==(const T4Record&, const T4Record&) = default;
};

/// The file: JSON with one result on each line and six digits of each measured number.
std::string t4_text(const T4Record& record);

/// Reads it back. `file` is what errors call it. Input error at its place: no JSON, another major version, a member
/// that lacks or has the wrong type, a value of a configuration that is no integer. Unknown members are passed over,
/// and so are measurements whose value is no number, and metadata that is no text.
Result<T4Record> parse_t4(std::string_view text, const std::string& file);

/// The same from a file of at most 256 MiB.
Result<T4Record> read_t4(const std::filesystem::path& file);

/// The scores by configuration of `space`: the measurements of these names, times in seconds. Invalid: every outcome
/// but correct. The last result of a configuration counts. Input error for a configuration that is none of the space,
/// and for a correct result without a measurement.
Result<KnownScores> scores_of(const TuningSpace& space, std::span<const T4Result> results,
                              std::span<const std::string> objectives);

} // namespace mapwright::kernel
