// Which models a run asks: --model flags come before the [[model]] sections of the file, these before the environment
// variables MAPWRIGHT_PROVIDER, MAPWRIGHT_MODEL and MAPWRIGHT_BASE_URL.
#pragma once

#include "core/error.hpp"
#include "llm/model_settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

/// The value of an environment variable; none when it is unset.
using Environment = std::function<std::optional<std::string>(const std::string&)>;

/// The environment of this process.
Environment process_environment();

/// What the environment says of models: MAPWRIGHT_PROVIDER (default "openai"), MAPWRIGHT_MODEL (for a command its line,
/// for files a directory, for replay a file), MAPWRIGHT_BASE_URL. Input error for a provider that there is not.
Result<ModelSettings> model_defaults(const Environment& environment);

/// "PROVIDER:MODEL[@BASE_URL]" for openai and anthropic, "command:LINE", "files:DIRECTORY", "replay:FILE". Base URLs
/// begin with http:// or https://, so that models may have ':' and '@' in their names. What the flag leaves out is as
/// in `defaults`, when both mean the same provider. Input error when it is not of this form.
Result<ModelSettings> parse_model_flag(std::string_view flag, const ModelSettings& defaults = {});

/// The models of the flags when there are any, else those of the file, else that of the environment, else none. A flag
/// that is the name of a model of the file, or has its provider and model, means that one. Commands do not see the keys
/// of other models (ProviderSettings::withhold).
/// Input error: a flag that means nothing, or two models of one name.
Result<std::vector<ModelSettings>> choose_models(const std::vector<std::string>& flags,
                                                 const std::vector<ModelSettings>& from_file,
                                                 const ModelSettings& defaults);

} // namespace mapwright::llm
