// Questions and answers as files in a directory: a person, an agent or a script answers.
//
// The question is NNNN.prompt.md, the answer is awaited as NNNN.reply.md beside it. A question appears whole (written
// elsewhere, then renamed). An answer is taken when it is not empty and its size and modification time were the same
// at two looks one poll apart: write it elsewhere and rename it, or write it in one go. Nothing is ever deleted.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"
#include "llm/provider_settings.hpp"
#include "llm/retry.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace mapwright::llm {

/// Told, once per question, where its answer is awaited: one line. May be called from several threads.
using Notice = std::function<void(std::string_view)>;

/// The text of the question is plain_text(request). Without settings.timeout it waits for ever. Tokens are estimated.
/// `poll` is the time between two looks. Machine error: the directory cannot be made or written.
Result<std::unique_ptr<Provider>> make_files(const ProviderSettings& settings, Notice notice, Seconds poll = Seconds(1),
                                             RetryClock& clock = real_clock());

} // namespace mapwright::llm
