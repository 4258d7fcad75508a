// The models of a study: from --model flags, a file of [[model]] sections and the environment.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "loop/problem.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mapwright::cli {

/// One of them, with what an archive needs to ask it again.
struct StudyModel {
  loop::Model model;
  std::string flag;     ///< as --model takes it; empty: the environment's
  std::string identity; ///< provider, name and server
};

struct StudyModels {
  std::vector<StudyModel> models;
  std::string sections{};            ///< text of the file
  std::filesystem::path directory{}; ///< where names in it start
};

/// `file`: empty for none. Errors: input; machine, for a model without a key.
Result<StudyModels> read_study_models(const std::vector<std::string>& flags, const std::string& file,
                                      Terminal& terminal);

} // namespace mapwright::cli
