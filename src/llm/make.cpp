#include "llm/make.hpp"

#include "core/suggest.hpp"
#include "llm/anthropic.hpp"
#include "llm/command.hpp"
#include "llm/openai.hpp"
#include "llm/record.hpp"
#include "llm/replay.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

Result<std::unique_ptr<Provider>> lacking(const ProviderSettings& settings, const char* what, const char* hint) {
  return fail(ErrorKind::input, fmt::format("a model of kind \"{}\" needs {}", settings.kind, what), hint);
}

Result<std::unique_ptr<Provider>> make_bare(const ProviderSettings& settings, Notice notice) {
  if (settings.kind == "openai" || settings.kind == "anthropic") {
    if (settings.model.empty()) {
      return lacking(settings, "the name of a model", "set model to a name that the server knows");
    }
    if (!settings.extra_body.is_object()) {
      return lacking(settings, "an object as extra_body", "write extra_body = { name = value }");
    }
    return settings.kind == "openai" ? make_openai(settings) : make_anthropic(settings);
  }
  if (settings.kind == "command") {
    return make_command(settings);
  }
  if (settings.kind == "files") {
    if (settings.directory.empty()) {
      return lacking(settings, "a directory", "set directory to where questions and answers are to lie");
    }
    return make_files(settings, std::move(notice));
  }
  if (settings.kind == "replay") {
    if (settings.recording.empty()) {
      return lacking(settings, "a recording", "set recording to a file that record_to wrote");
    }
    return make_replay(settings.recording, settings.fixture);
  }
  return fail(ErrorKind::input, fmt::format("there is no kind of model \"{}\"", settings.kind),
              suggest(settings.kind, {"openai", "anthropic", "command", "files", "replay"},
                      "the kinds are openai, anthropic, command, files and replay"));
}

} // namespace

Result<std::unique_ptr<Provider>> make_provider(const ProviderSettings& settings, Notice notice) {
  Result<std::unique_ptr<Provider>> provider = make_bare(settings, std::move(notice));
  if (!provider || settings.record_to.empty()) {
    return provider;
  }
  return make_recorder(*std::move(provider), settings.record_to);
}

} // namespace mapwright::llm
