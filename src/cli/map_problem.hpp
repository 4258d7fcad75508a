// Problems of the kind "index-map": from the file to the loop, and from the loop to what people get.
#pragma once

#include "archive/archive.hpp"
#include "cli/problem_file.hpp"
#include "cli/terminal.hpp"
#include "loop/problem.hpp"
#include "report/json.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// The name of a file that a problem reads: the end of one of its texts ("points:FILE").
class InputName {
public:
  InputName(std::string& text, std::size_t at) : text_(&text), at_(at) {}
  [[nodiscard]] std::string name() const { return text_->substr(at_); }
  void rename(const std::string& name) { text_->replace(at_, std::string::npos, name); }

private:
  std::string* text_;
  std::size_t at_;
};

/// The files a problem reads, as it names them. Valid while `problem` stays where it is.
std::vector<InputName> input_names(ProblemFile& problem);

/// Everything that can be wrong with the file is found before the work begins. File names must be readable from the
/// working directory.
Result<std::unique_ptr<loop::Problem>> open_map_problem(const ProblemFile& problem,
                                                        const std::vector<loop::Model>& models, Terminal& terminal);

/// What a run gives: the map, compared and emitted.
struct MapResult {
  bool found = false;
  std::string text;
  report::Json json; ///< verdict, derive, verify, emitted, candidate
};

/// Makes the result of the step that reached the goal; `step` is nothing where none did. Files are written below
/// `directory`.
Result<MapResult> map_result(const ProblemFile& problem, const std::filesystem::path& directory,
                             const std::optional<archive::Step>& step, Terminal& terminal);

} // namespace mapwright::cli
