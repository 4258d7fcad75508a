#include "kernel/candidate/comment_block.hpp"

#include "kernel/source/span.hpp"

#include <algorithm>

namespace mapwright::kernel {

std::optional<MarkedComment> marked_comment(std::string_view source, std::string_view word) {
  for (std::size_t at = 0; at < source.size();) {
    const SourceSpan span = span_at(source, at);
    const std::size_t begin = span.kind == SpanKind::block_comment ? past_first_word(source, at, word) : 0;
    if (begin > 0) {
      const bool closed = source.substr(span.end - 2, 2) == "*/";
      std::string text(source.substr(0, closed ? span.end - 2 : span.end));
      std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin(),
                     [](char c) { return c == '\n' ? '\n' : ' '; });
      return MarkedComment{std::move(text), at, span.end};
    }
    at = span.end;
  }
  return std::nullopt;
}

std::optional<std::string> mapwright_comment(std::string_view source) {
  auto comment = marked_comment(source, "mapwright");
  return comment ? std::optional(std::move(comment->text)) : std::nullopt;
}

} // namespace mapwright::kernel
