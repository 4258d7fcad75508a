// The source code in a reply.
#pragma once

#include "llm/code_blocks.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::llm {

/// What the caller takes for the wanted code.
struct CodeWish {
  /// Tags whose contents are code ("code", "map"): preferred to fences when the reply has any.
  std::vector<std::string> tags{};
  /// What a text lacks, as "has no function 'unrank'"; nothing when it will do. Absent: everything will do.
  std::function<std::optional<std::string>(std::string_view)> lacks{};
  /// Whether a block may count that the reply ends in: true for replies that were cut, and never before a whole one.
  bool cut = false;
};

struct ExtractedCode {
  Block block;
  std::string reason; ///< why this one: "the last of 3 blocks; the block at line 40 has no function 'f'"
};

/// The last complete block that lacks nothing; without one a cut block where that is allowed; without any block at all
/// the whole reply when it looks like bare code. Blocks that hold other blocks come after those inside them.
/// Unexpected: why there is none, in words that the model can be shown.
tl::expected<ExtractedCode, std::string> extract_code(std::string_view reply, const CodeWish& wish);

/// Whether most lines read as source text: they end in ; { } , ( ) [ ] : \ or begin as comments, directives and
/// statements do.
bool looks_like_code(std::string_view text);

} // namespace mapwright::llm
