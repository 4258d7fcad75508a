#include "llm/code_blocks.hpp"
#include "llm/excerpt.hpp"

#include <algorithm>
#include <optional>

namespace mapwright::llm {
namespace {

/// A line that may open or close a fence.
struct FenceLine {
  char mark = '`';
  std::size_t length = 0; ///< how many marks
  std::size_t indent = 0; ///< blanks before
  std::string_view info;  ///< trimmed
};

std::optional<FenceLine> fence_line(std::string_view line) {
  FenceLine fence;
  fence.indent = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(fence.indent);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) {
    return std::nullopt;
  }
  fence.mark = line[0];
  fence.length = std::min(line.find_first_not_of(fence.mark), line.size());
  fence.info = trimmed(line.substr(fence.length));
  if (fence.length < 3 || fence.info.find(fence.mark) != std::string_view::npos) {
    return std::nullopt;
  }
  return fence;
}

/// A block whose end has not been seen.
struct Open {
  FenceLine fence;
  Block block;
};

/// `line` without up to `indent` blanks.
std::string_view without_indent(std::string_view line, std::size_t indent) {
  const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(std::min(blanks, indent));
}

class FenceScan {
public:
  void line(std::string_view line) {
    ++number_;
    const std::optional<FenceLine> fence = fence_line(line);
    const std::optional<std::size_t> closed = fence ? closes(*fence) : std::nullopt;
    if (closed) {
      close(*closed, line);
    } else if (fence && open_.size() < most_nested) {
      add(line);
      open_.push_back({*fence, Block{"", BlockForm::fence, std::string(fence->info), true, false, number_}});
    } else {
      add(line);
    }
  }

  std::vector<Block> end() {
    for (std::size_t i = 0; i < open_.size(); ++i) {
      open_[i].block.complete = false;
      open_[i].block.holds_block = open_[i].block.holds_block || i + 1 < open_.size();
      blocks_.push_back(std::move(open_[i].block));
    }
    return std::move(blocks_);
  }

private:
  static constexpr std::size_t most_nested = 8;

  /// Which open block this line closes: the innermost of equal length, else the innermost of smaller length.
  [[nodiscard]] std::optional<std::size_t> closes(const FenceLine& fence) const {
    if (!fence.info.empty()) {
      return std::nullopt;
    }
    std::optional<std::size_t> shorter;
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (open_[i].fence.mark == fence.mark && open_[i].fence.length == fence.length) {
        return i;
      }
      if (!shorter && open_[i].fence.mark == fence.mark && open_[i].fence.length < fence.length) {
        shorter = i;
      }
    }
    return shorter;
  }

  /// What was opened inside block `index` and never closed was content.
  void close(std::size_t index, std::string_view line) {
    open_.resize(index + 1);
    Block block = std::move(open_[index].block);
    open_.pop_back();
    add(line);
    for (Open& outer : open_) {
      outer.block.holds_block = true;
    }
    blocks_.push_back(std::move(block));
  }

  void add(std::string_view line) {
    for (Open& open : open_) {
      open.block.text += without_indent(line, open.fence.indent);
      open.block.text += '\n';
    }
  }

  std::size_t number_ = 0;
  std::vector<Open> open_;
  std::vector<Block> blocks_;
};

} // namespace

std::vector<Block> fenced_blocks(std::string_view reply) {
  const std::string text = with_newlines(reply);
  FenceScan scan;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    scan.line(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return scan.end();
}

} // namespace mapwright::llm
