// Any program as a model: the question on its standard input, the answer on its standard output.
//
// The program is chosen by the user and trusted as such: it is not contained. It runs in a process group of its own
// that is killed as a whole when the time is over, the output is too large or stop is requested. It sees the user's
// environment except the keys that are meant for other providers.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"
#include "llm/provider_settings.hpp"

#include <memory>

namespace mapwright::llm {

/// Its standard input is plain_text(request). Exit code 0 with text is a reply; any other end is a Failure that quotes
/// the end of standard error. Tokens are estimated; temperature, seed and max_output_tokens are not passed on.
/// Input error: no command. Machine error: there is no such program.
Result<std::unique_ptr<Provider>> make_command(const ProviderSettings& settings);

} // namespace mapwright::llm
