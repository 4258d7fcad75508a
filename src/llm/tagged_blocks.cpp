#include "core/words.hpp"
#include "llm/code_blocks.hpp"
#include "llm/excerpt.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

/// A place that only moves forward, so that the whole scan takes linear time.
class Cursor {
public:
  Cursor(std::string_view text, std::string_view closing)
      : text_(text), closing_(closing), next_closing_(text.find(closing)) {}

  void move_to(std::size_t at) {
    for (; at_ < at; ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      }
    }
    if (next_closing_ != std::string_view::npos && next_closing_ < at_) {
      next_closing_ = text_.find(closing_, at_);
    }
  }

  [[nodiscard]] std::size_t line() const { return line_; }
  /// Where the next closing tag begins.
  [[nodiscard]] std::size_t next_closing() const { return next_closing_; }

  /// Whether an opening tag here opens a block rather than being a part of code or prose.
  [[nodiscard]] bool opens() const {
    const std::size_t first = text_.find_first_not_of(" \t", line_begin_);
    if (first == at_) {
      return true;
    }
    if (text_[first] == '#' || is_word_character(text_[at_ - 1]) || next_closing_ == std::string_view::npos) {
      return false;
    }
    return std::find(text_.begin() + at_, text_.begin() + next_closing_, '\n') == text_.begin() + next_closing_;
  }

private:
  std::string_view text_;
  std::string_view closing_;
  std::size_t next_closing_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

/// Without blank lines at the ends, and with a newline at the end.
std::string as_lines(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) {
    return {};
  }
  text = text.substr(0, text.find_last_not_of(" \t\n") + 1);
  text.remove_prefix(first == 0 ? 0 : text.rfind('\n', first - 1) + 1); // npos + 1 is 0: the first line
  return std::string(text) + "\n";
}

std::string_view without_cdata(std::string_view text) {
  constexpr std::string_view begin = "<![CDATA[";
  constexpr std::string_view end = "]]>";
  const std::string_view core = trimmed(text);
  return core.starts_with(begin) && core.ends_with(end) && core.size() >= begin.size() + end.size()
             ? core.substr(begin.size(), core.size() - begin.size() - end.size())
             : text;
}

/// The one fenced block that `text` consists of, if it does.
std::optional<Block> only_fence(std::string_view text) {
  const std::string_view core = trimmed(text);
  if (!core.starts_with("```") && !core.starts_with("~~~")) {
    return std::nullopt;
  }
  const std::vector<Block> blocks = fenced_blocks(core);
  const auto outer = std::find_if(blocks.begin(), blocks.end(), [](const Block& block) { return block.line == 1; });
  if (outer == blocks.end()) {
    return std::nullopt;
  }
  const auto lines = static_cast<std::size_t>(std::count(outer->text.begin(), outer->text.end(), '\n'));
  const auto all = static_cast<std::size_t>(std::count(core.begin(), core.end(), '\n')) + 1;
  return lines + (outer->complete ? 2 : 1) == all ? std::optional(*outer) : std::nullopt;
}

} // namespace

std::vector<Block> tagged_blocks(std::string_view reply, std::string_view tag) {
  const std::string text = with_newlines(reply);
  const std::string opening = fmt::format("<{}>", tag);
  const std::string closing = fmt::format("</{}>", tag);
  Cursor cursor(text, closing);
  std::vector<Block> blocks;
  for (std::size_t at = text.find(opening); at != std::string::npos;) {
    const std::size_t content = at + opening.size();
    cursor.move_to(at);
    if (!cursor.opens()) {
      at = text.find(opening, content);
      continue;
    }
    const std::size_t end = cursor.next_closing();
    const std::string_view inside = without_cdata(std::string_view(text).substr(content, end - content));
    Block block{as_lines(inside), BlockForm::tag, std::string(tag), end != std::string::npos, false, cursor.line()};
    if (const std::optional<Block> fence = only_fence(inside)) {
      block.text = fence->text;
      block.holds_block = fence->holds_block;
    }
    blocks.push_back(std::move(block));
    at = end == std::string::npos ? end : text.find(opening, end);
  }
  return blocks;
}

} // namespace mapwright::llm
