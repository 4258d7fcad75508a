// From settings to a provider: the one door to this layer.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"
#include "llm/files.hpp"
#include "llm/provider_settings.hpp"

#include <memory>

namespace mapwright::llm {

/// The provider of settings.kind, with settings.record_to wrapped in a recorder. `notice` hears where answers are
/// awaited that a person has to give (kind "files").
/// Input error: an unknown kind, or what the kind needs is missing. Machine error: no key, no program, no directory.
Result<std::unique_ptr<Provider>> make_provider(const ProviderSettings& settings, Notice notice = {});

} // namespace mapwright::llm
