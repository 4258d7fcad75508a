// Errors of evaluation, made where they occur.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/value.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace mapwright::mapper::language {

inline tl::unexpected<Diagnostic> objection(Span where, std::string message, std::string hint = {}) {
  return tl::unexpected<Diagnostic>(Diagnostic{Severity::error, where, std::move(message), std::move(hint), {}});
}

/// "WHAT is WANTED, not ..."
inline tl::unexpected<Diagnostic> mismatch(Span where, std::string_view what, std::string_view wanted,
                                           const Value& found) {
  return objection(where, fmt::format("{} is {}, not {}", what, wanted, describe(found)));
}

} // namespace mapwright::mapper::language
