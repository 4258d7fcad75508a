#include "cli/study_models.hpp"

#include "cli/models.hpp"
#include "core/settings.hpp"
#include "llm/model_choice.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t sections_limit = std::size_t{1} << 20;

Result<std::vector<llm::ModelSettings>> read_sections(const std::string& text, const std::string& file) {
  auto settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  auto models = llm::read_models(settings->root());
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  return models;
}

} // namespace

Result<StudyModels> read_study_models(const std::vector<std::string>& flags, const std::string& file,
                                      Terminal& terminal) {
  StudyModels result;
  result.directory = fs::current_path();
  std::vector<llm::ModelSettings> from_file;
  if (!file.empty()) {
    auto text = read_file(file, sections_limit, "models");
    if (!text) {
      return forward(text);
    }
    auto sections = read_sections(*text, file);
    if (!sections) {
      return forward(sections);
    }
    from_file = std::move(*sections);
    result.sections = std::move(*text);
    result.directory = fs::absolute(fs::path(file)).parent_path();
    place_models(from_file, result.directory);
  }
  const auto defaults = llm::model_defaults(llm::process_environment());
  if (!defaults) {
    return forward(defaults);
  }
  const auto chosen = llm::choose_models(flags, from_file, *defaults);
  if (!chosen) {
    return forward(chosen);
  }
  auto models = make_models(*chosen, false, terminal);
  if (!models) {
    return forward(models);
  }
  for (std::size_t i = 0; i < models->size(); ++i) {
    const llm::ModelSettings& settings = chosen->at(i);
    result.models.push_back({std::move(models->at(i)),
                             i < flags.size()     ? flags[i]
                             : !from_file.empty() ? settings.name
                                                  : std::string(),
                             fmt::format("{}:{}{}{}", settings.provider.kind, settings.name,
                                         settings.provider.base_url.empty() ? "" : "@", settings.provider.base_url)});
  }
  return result;
}

} // namespace mapwright::cli
