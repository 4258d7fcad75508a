// JSON as every command prints it: keys in a stable order, integers without loss.
#pragma once

#include "core/error.hpp"
#include "expr/expr.hpp"

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::report {

/// Keys keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// A number when |value| <= 2^53, so that readers with floating-point numbers lose nothing; otherwise its decimal text.
Json integer(expr::Int value);

/// An array of `integer`s.
Json integers(std::span<const expr::Int> values);

/// {"n": 10, "m": 3}: one entry per name, by `integer`.
Json by_name(const std::vector<expr::Symbol>& names, std::span<const expr::Int> values);

/// The names in order.
Json names(const std::vector<expr::Symbol>& symbols);

/// {"schema_version": 1, "error": {kind, message, hint, where, exit_code}}; `where` is null or {file, line, column}.
Json error_document(const Error& error);

/// 0 done, 1 the answer is no, 2 input, 3 machine, 4 internal.
int exit_code(ErrorKind kind);

/// The text of a document, indented, with a newline at the end. Bytes that are not UTF-8 become U+FFFD.
std::string document_text(const Json& json);

} // namespace mapwright::report
