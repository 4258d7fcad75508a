// Telling keys from the names of variables that hold them.
#pragma once

#include <string_view>

namespace mapwright::llm {

/// Whether a text may be the name of an environment variable: letters, digits and '_', no digit first.
bool is_variable_name(std::string_view text);

/// Whether a text looks like a secret: it begins as keys of known services do ("sk-", "AIza", "Bearer "), or is a long
/// run of small letters and digits.
bool looks_like_key(std::string_view text);

/// Whether a setting of this name would hold a key: "api_key", "token", "password" and the like.
bool names_a_key(std::string_view setting);

} // namespace mapwright::llm
