// Models that can be asked, from their settings.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "llm/model_settings.hpp"
#include "loop/problem.hpp"

#include <filesystem>
#include <vector>

namespace mapwright::cli {

/// Names of files and directories start where the file lies that names them.
void place_models(std::vector<llm::ModelSettings>& models, const std::filesystem::path& directory);

/// One model each. `only_names`: nobody is asked, keys and servers are not needed. Errors: see llm::make_provider.
Result<std::vector<loop::Model>> make_models(const std::vector<llm::ModelSettings>& settings, bool only_names,
                                             Terminal& terminal);

} // namespace mapwright::cli
