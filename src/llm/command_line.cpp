#include "llm/command_line.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {

Result<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word; // none between words; '' is a word too
  char quote = 0;
  const auto current = [&word]() -> std::string& { return word ? *word : word.emplace(); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == '\'') {
      current() += c;
    } else if (c == '\\') {
      if (++i == text.size()) {
        return fail(ErrorKind::input, fmt::format("the command \"{}\" ends in a backslash", text));
      }
      const bool kept = quote == '"' && std::string_view("\"\\$`\n").find(text[i]) == std::string_view::npos;
      current() += kept ? "\\" : "";
      current() += text[i];
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      current();
    } else if (quote == 0 && std::string_view(" \t\r\n").find(c) != std::string_view::npos) {
      if (word) {
        words.push_back(*std::exchange(word, std::nullopt));
      }
    } else {
      current() += c;
    }
  }
  if (quote != 0) {
    return fail(ErrorKind::input, fmt::format("the command \"{}\" has a {} that is not closed", text, quote));
  }
  if (word) {
    words.push_back(*std::move(word));
  }
  if (words.empty()) {
    return fail(ErrorKind::input, "the command is empty", "write command = [\"program\", \"argument\"]");
  }
  return words;
}

} // namespace mapwright::llm
