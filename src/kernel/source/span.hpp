// Comments and literals in C, C++, OpenCL C and CUDA source, found without parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mapwright::kernel {

enum class SpanKind : std::uint8_t {
  code,          ///< a single character of anything else
  line_comment,  ///< with its newline; a backslash before that continues it
  block_comment, ///< with its marks
  literal,       ///< of characters, raw or not; it ends with its line when it is not closed
};

struct SourceSpan {
  SpanKind kind = SpanKind::code;
  std::size_t end = 0; ///< one past it
};

/// What begins at byte `at`, which is not inside a comment or a literal. The quote in 1'000 is code.
/// REQUIRES: at < source.size().
SourceSpan span_at(std::string_view source, std::size_t at);

/// Whether the first word of the block comment that begins at `at` is `word` ("mapwright-task" is another word than
/// "mapwright"). Then where that word ends, else 0.
std::size_t past_first_word(std::string_view source, std::size_t at, std::string_view word);

/// The same for the word "mapwright": the comment is for us.
std::size_t past_mapwright(std::string_view source, std::size_t at);

} // namespace mapwright::kernel
