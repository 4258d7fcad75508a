// The blocks of a reply that are set apart from its prose: Markdown fences and tags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

enum class BlockForm : std::uint8_t {
  fence,      ///< ``` or ~~~
  tag,        ///< <name> ... </name>
  whole_text, ///< the reply itself
};

struct Block {
  std::string text; ///< lines, each ending in '\n'
  BlockForm form = BlockForm::fence;
  std::string label;        ///< a fence's info string ("cpp"), a tag's name
  bool complete = true;     ///< closed; false: the reply ends inside it
  bool holds_block = false; ///< other blocks lie inside, e.g. a fence around a whole Markdown document
  std::size_t line = 1;     ///< of the opening in the reply, from 1
};

/// All fenced blocks in the order in which they close, those that never close last and the outermost of them first.
/// Fences follow CommonMark (three or more of ` or ~, closed by at least as many), and as models write them also nest:
/// a fence with an info string inside a block opens an inner block.
std::vector<Block> fenced_blocks(std::string_view reply);

/// All blocks <tag> ... </tag> in their order. The opening tag stands first on its line, or its end is on the same
/// line; "#include <map>" and "vector<map>" are no tags. A fence or a CDATA section that fills the tag is taken off.
std::vector<Block> tagged_blocks(std::string_view reply, std::string_view tag);

} // namespace mapwright::llm
