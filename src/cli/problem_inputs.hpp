// The files and folders that a problem reads: found, recorded in the archive, and put back from there.
#pragma once

#include "cli/problem_file.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::cli {

enum class InputKind : std::uint8_t {
  file,
  folder,
  task, ///< a folder with task.toml, or the name of a shipped task
};

/// The name of what a problem reads: the end of one of its texts ("points:FILE").
class InputName {
public:
  InputName(std::string& text, std::size_t at, InputKind kind) : text_(&text), at_(at), kind_(kind) {}
  [[nodiscard]] std::string name() const { return text_->substr(at_); }
  [[nodiscard]] InputKind kind() const { return kind_; }
  void rename(const std::string& name) { text_->replace(at_, std::string::npos, name); }
  /// Where it is when names start in `directory`. Input error for a task that is not there.
  [[nodiscard]] Result<std::filesystem::path> path(const std::filesystem::path& directory) const;

private:
  std::string* text_;
  std::size_t at_;
  InputKind kind_;
};

/// What a problem reads, as it names it. Valid while `problem` stays where it is.
std::vector<InputName> input_names(ProblemFile& problem);

/// The texts of all that a problem reads, by name; those of a folder by "NAME/FILE". What is no text in
/// a task's folder is passed over: nothing reads it. Input error: what cannot be read, is no text or too large.
Result<nlohmann::json> record_inputs(ProblemFile& problem, const std::filesystem::path& directory);

/// Makes the problem name its inputs where they are now, seen from the working directory.
Result<void> place_inputs(ProblemFile& problem, const std::filesystem::path& directory);

/// Writes recorded inputs below `scratch` and makes the problem name them there. Input error when one was not recorded.
Result<void> restore_inputs(const nlohmann::json& inputs, const std::filesystem::path& scratch, ProblemFile& problem);

} // namespace mapwright::cli
