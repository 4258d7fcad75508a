// Comments and literals in C, C++ and OpenCL source, found without parsing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mapwright::kernel {

enum class SpanKind : std::uint8_t {
  code,          ///< a single character of anything else
  line_comment,  ///< with its newline
  block_comment, ///< with its marks
  literal,       ///< of characters, raw or not; it ends with its line when it is not closed
};

struct SourceSpan {
  SpanKind kind = SpanKind::code;
  std::size_t end = 0; ///< one past it
};

/// What begins at byte `at`, which is not inside a comment or a literal. REQUIRES: at < source.size().
SourceSpan span_at(std::string_view source, std::size_t at);

/// Whether the block comment that begins at `at` is for us: its first word is "mapwright". Then where that word ends,
/// else 0.
std::size_t past_mapwright(std::string_view source, std::size_t at);

} // namespace mapwright::kernel
