#include "kernel/candidate/comment_block.hpp"

#include "kernel/candidate/source_span.hpp"

#include <algorithm>

namespace mapwright::kernel {

std::optional<std::string> mapwright_comment(std::string_view source) {
  for (std::size_t at = 0; at < source.size();) {
    const SourceSpan span = span_at(source, at);
    const std::size_t begin = span.kind == SpanKind::block_comment ? past_mapwright(source, at) : 0;
    if (begin > 0) {
      const bool closed = source.substr(span.end - 2, 2) == "*/";
      std::string text(source.substr(0, closed ? span.end - 2 : span.end));
      std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin(),
                     [](char c) { return c == '\n' ? '\n' : ' '; });
      return text;
    }
    at = span.end;
  }
  return std::nullopt;
}

} // namespace mapwright::kernel
