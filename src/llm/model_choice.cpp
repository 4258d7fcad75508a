#include "llm/model_choice.hpp"

#include "core/suggest.hpp"
#include "llm/key_hygiene.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

/// The member that says which model of its kind a provider is.
std::string ProviderSettings::*target_member(std::string_view kind) {
  if (kind == "command") {
    return &ProviderSettings::command_line;
  }
  if (kind == "files") {
    return &ProviderSettings::directory;
  }
  return kind == "replay" ? &ProviderSettings::recording : &ProviderSettings::model;
}

std::string& target_of(ProviderSettings& provider) {
  return provider.*target_member(provider.kind);
}

const std::string& target_of(const ProviderSettings& provider) {
  return provider.*target_member(provider.kind);
}

bool is_provider(std::string_view kind) {
  const std::vector<std::string>& kinds = provider_kinds();
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// Where "@http://..." begins; the end when there is none.
std::size_t base_url_in(std::string_view text) {
  return std::min({text.rfind("@http://"), text.rfind("@https://"), text.size()});
}

tl::unexpected<Error> no_model(std::string_view flag, const std::vector<std::string>& names) {
  if (looks_like_key(flag)) {
    return fail(ErrorKind::input, "--model: this looks like a key, not like a model",
                "keys are read from environment variables, e.g. OPENAI_API_KEY");
  }
  std::string known = names.empty() ? "" : fmt::format(", or a model of the file: {}", fmt::join(names, ", "));
  return fail(ErrorKind::input, fmt::format("--model {}: there is no such model", flag),
              suggest(std::string(flag), names,
                      fmt::format("write PROVIDER:MODEL[@BASE_URL] with a provider of {}{}",
                                  fmt::join(provider_kinds(), ", "), known)));
}

/// The model that a flag means.
Result<ModelSettings> meant_by(const std::string& flag, const std::vector<ModelSettings>& from_file,
                               const ModelSettings& defaults) {
  std::vector<std::string> names;
  for (const ModelSettings& model : from_file) {
    if (model.name == flag) {
      return model;
    }
    names.push_back(model.name);
  }
  Result<ModelSettings> parsed = parse_model_flag(flag, defaults);
  if (!parsed) {
    return no_model(flag, names);
  }
  const auto same = std::find_if(from_file.begin(), from_file.end(), [&](const ModelSettings& model) {
    return model.provider.kind == parsed->provider.kind && target_of(model.provider) == target_of(parsed->provider);
  });
  if (same == from_file.end()) {
    return parsed;
  }
  ModelSettings model = *same;
  if (base_url_in(flag) < flag.size()) {
    model.provider.base_url = parsed->provider.base_url;
  }
  return model;
}

/// A command does not see the keys of the other models, nor those of the services.
void withhold_keys(std::vector<ModelSettings>& models) {
  std::vector<std::string> keys = {"OPENAI_API_KEY", "ANTHROPIC_API_KEY"};
  for (const ModelSettings& model : models) {
    if (!model.provider.key_variable.empty()) {
      keys.push_back(model.provider.key_variable);
    }
  }
  for (ModelSettings& model : models) {
    if (model.provider.kind == "command") {
      model.provider.withhold = keys;
      if (!model.provider.key_variable.empty()) {
        model.provider.pass.push_back(model.provider.key_variable);
      }
    }
  }
}

} // namespace

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

Result<ModelSettings> model_defaults(const Environment& environment) {
  ModelSettings model;
  ProviderSettings& provider = model.provider;
  provider.kind = environment("MAPWRIGHT_PROVIDER").value_or("");
  provider.kind = provider.kind.empty() ? "openai" : provider.kind;
  if (!is_provider(provider.kind)) {
    return fail(ErrorKind::input, fmt::format("MAPWRIGHT_PROVIDER: there is no provider '{}'", provider.kind),
                suggest(provider.kind, provider_kinds(),
                        fmt::format("the providers are {}", fmt::join(provider_kinds(), ", "))));
  }
  target_of(provider) = environment("MAPWRIGHT_MODEL").value_or("");
  provider.base_url = environment("MAPWRIGHT_BASE_URL").value_or("");
  model.name = target_of(provider);
  return model;
}

Result<ModelSettings> parse_model_flag(std::string_view flag, const ModelSettings& defaults) {
  const std::size_t colon = std::min(flag.find(':'), flag.size());
  const std::string kind(flag.substr(0, colon));
  if (colon + 1 >= flag.size() || !is_provider(kind)) {
    return no_model(flag, {});
  }
  ModelSettings model = defaults;
  if (kind != defaults.provider.kind) {
    model.provider = ProviderSettings{};
    model.provider.kind = kind;
  }
  std::string_view target = flag.substr(colon + 1);
  if (kind == "openai" || kind == "anthropic") {
    const std::size_t at = base_url_in(target);
    if (at < target.size()) {
      model.provider.base_url = target.substr(at + 1);
      target = target.substr(0, at);
    }
  }
  if (target.empty()) {
    return fail(ErrorKind::input, fmt::format("--model {}: the model's name is missing", flag),
                fmt::format("write {}:MODEL@BASE_URL", kind));
  }
  target_of(model.provider) = target;
  model.name = target;
  return model;
}

Result<std::vector<ModelSettings>> choose_models(const std::vector<std::string>& flags,
                                                 const std::vector<ModelSettings>& from_file,
                                                 const ModelSettings& defaults) {
  std::vector<ModelSettings> models;
  for (const std::string& flag : flags) {
    Result<ModelSettings> model = meant_by(flag, from_file, defaults);
    if (!model) {
      return forward(model);
    }
    const bool taken = std::any_of(models.begin(), models.end(),
                                   [&](const ModelSettings& other) { return other.name == model->name; });
    if (taken) {
      return fail(ErrorKind::input, fmt::format("--model {}: there are two models named '{}'", flag, model->name),
                  "give them names in [[model]] sections of the problem file");
    }
    models.push_back(*std::move(model));
  }
  if (flags.empty()) {
    models = from_file;
  }
  if (models.empty() && !target_of(defaults.provider).empty()) {
    models.push_back(defaults);
  }
  withhold_keys(models);
  return models;
}

} // namespace mapwright::llm
