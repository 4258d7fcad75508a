#include "llm/extract_code.hpp"

#include "llm/excerpt.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

bool reads_as_code(std::string_view line) {
  constexpr std::string_view ends = ";{},()[]:\\";
  constexpr std::array<std::string_view, 8> begins = {"#", "//", "/*", "*", "@", "return ", "import ", "from "};
  if (ends.find(line.back()) != std::string_view::npos || line.find(" = ") != std::string_view::npos) {
    return true;
  }
  return std::any_of(begins.begin(), begins.end(), [&](std::string_view begin) { return line.starts_with(begin); });
}

std::string name(const Block& block) {
  if (block.form == BlockForm::tag) {
    return fmt::format("the block <{}> at line {}", block.label, block.line);
  }
  return block.label.empty() ? fmt::format("the block at line {}", block.line)
                             : fmt::format("the block '{}' at line {}", excerpt(block.label, 40), block.line);
}

std::optional<std::string> lacks(const Block& block, const CodeWish& wish) {
  if (trimmed(block.text).empty()) {
    return "is empty";
  }
  return wish.lacks ? wish.lacks(block.text) : std::nullopt;
}

std::vector<Block> candidates(std::string_view reply, const CodeWish& wish) {
  std::vector<Block> blocks;
  for (const std::string& tag : wish.tags) {
    for (Block& block : tagged_blocks(reply, tag)) {
      blocks.push_back(std::move(block));
    }
  }
  if (blocks.empty()) {
    blocks = fenced_blocks(reply);
  }
  // The best last: whole before cut, leaves before what holds them, later before earlier.
  std::stable_sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    return std::pair(a.complete, !a.holds_block) < std::pair(b.complete, !b.holds_block);
  });
  return blocks;
}

tl::expected<ExtractedCode, std::string> from_whole(std::string_view reply, const CodeWish& wish) {
  Block block{with_newlines(trimmed(reply)) + "\n", BlockForm::whole_text, "", !wish.cut, false, 1};
  if (trimmed(reply).empty()) {
    return tl::unexpected<std::string>("the answer is empty");
  }
  if (!looks_like_code(block.text)) {
    const std::string form =
        wish.tags.empty() ? "between ``` fences" : fmt::format("between <{0}> and </{0}>", wish.tags[0]);
    return tl::unexpected<std::string>("the answer holds no code block: the code must stand " + form);
  }
  if (const auto missing = lacks(block, wish)) {
    return tl::unexpected<std::string>("the answer, taken as code as it stands, " + *missing);
  }
  return ExtractedCode{std::move(block), "the whole answer: it has no code block and reads as code"};
}

} // namespace

bool looks_like_code(std::string_view text) {
  std::size_t lines = 0;
  std::size_t code = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty()) {
      ++lines;
      code += reads_as_code(line) ? 1U : 0U;
    }
  }
  return lines > 0 && 10 * code >= 7 * lines;
}

tl::expected<ExtractedCode, std::string> extract_code(std::string_view reply, const CodeWish& wish) {
  std::vector<Block> blocks = candidates(reply, wish);
  if (blocks.empty()) {
    return from_whole(reply, wish);
  }
  std::vector<std::string> refused;
  for (std::size_t i = blocks.size(); i-- > 0;) {
    Block& block = blocks[i];
    const auto missing = block.complete || wish.cut ? lacks(block, wish) : "is not closed";
    if (missing) {
      if (refused.size() < 5) {
        refused.push_back(fmt::format("{} {}", name(block), *missing));
      }
      continue;
    }
    std::string reason = blocks.size() == 1 ? "the only block" : fmt::format("{} of {}", name(block), blocks.size());
    reason += block.complete ? "" : ", cut at the end of the answer";
    reason += refused.empty() ? "" : fmt::format("; {}", fmt::join(refused, "; "));
    return ExtractedCode{std::move(block), std::move(reason)};
  }
  return tl::unexpected<std::string>(fmt::format("{}", fmt::join(refused, "; ")));
}

} // namespace mapwright::llm
