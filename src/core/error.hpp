// The one error type of the project and the result type that carries it.
//
// An Error is made for the person who reads it: what is wrong, where, what was expected, what to do.
// Functions that can fail on outside input return Result<T>; exceptions are for programming errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace mapwright {

/// Whose fault an error is; decides the exit code of the command line (docs/cli.md).
enum class ErrorKind : std::uint8_t {
  input,     ///< malformed or impossible input: exit 2
  answer_no, ///< the question was answered with "no" (refuted, not proved): exit 1
  machine,   ///< this machine lacks something (compiler, device, right): exit 3
  internal,  ///< a broken invariant of ours: exit 4
};

/// A place in a text the user wrote. Lines and columns count from 1; columns count bytes.
struct SourceLocation {
  std::string file; ///< file name, or a name for the text such as "DOMAIN"
  int line = 1;
  int column = 1;
  std::string source_line; ///< the whole line, for the caret display; may be empty
};

/// What went wrong, where, what was expected and what to do about it.
struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string message;                   ///< one sentence, no trailing newline
  std::optional<SourceLocation> where{}; ///< set when the input is text
  std::string hint{};                    ///< what to do; may be empty

  /// "file:line:col: error: message", then the source line with a caret, then "hint: ...".
  [[nodiscard]] std::string format() const;
};

template <class T> using Result = tl::expected<T, Error>;

/// Shorthand for returning an error: `return fail(ErrorKind::input, "...")`.
inline tl::unexpected<Error> fail(ErrorKind kind, std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{kind, std::move(message), std::nullopt, std::move(hint)});
}

/// Passes an error of another Result on: `if (!r) return forward(r);`.
template <class T> tl::unexpected<Error> forward(const Result<T>& result) {
  return tl::unexpected<Error>(result.error());
}

/// The location of byte `offset` in `text`, which is known to the user as `file`.
SourceLocation locate(std::string_view text, std::size_t offset, std::string_view file);

} // namespace mapwright
