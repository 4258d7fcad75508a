#include "llm/prompt.hpp"

#include "llm/json.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

std::uint64_t estimated_tokens(std::uint64_t bytes) {
  return (bytes + 3) / 4;
}

} // namespace

std::vector<Message> messages_with_schema(const Request& request) {
  std::vector<Message> messages = request.messages;
  if (!request.schema) {
    return messages;
  }
  const std::string wish = fmt::format("Answer with one JSON value that fits this JSON schema, and nothing else:\n{}",
                                       one_line(*request.schema));
  const auto last =
      std::find_if(messages.rbegin(), messages.rend(), [](const Message& m) { return m.role == Role::user; });
  if (last == messages.rend()) {
    messages.push_back({Role::user, wish});
  } else {
    last->text += "\n\n" + wish;
  }
  return messages;
}

std::string plain_text(const Request& request) {
  std::string text;
  for (const Message& message : messages_with_schema(request)) {
    text += text.empty() ? "" : "\n";
    text += message.role == Role::assistant ? fmt::format("<previous-answer>\n{}\n</previous-answer>\n", message.text)
                                            : message.text + "\n";
  }
  return text;
}

Usage estimated_usage(const Request& request, std::string_view text, std::string_view reasoning) {
  std::uint64_t asked = 0;
  for (const Message& message : request.messages) {
    asked += message.text.size();
  }
  const std::uint64_t thought = estimated_tokens(reasoning.size());
  return {.input = estimated_tokens(asked),
          .cached_input = 0,
          .output = estimated_tokens(text.size()) + thought,
          .reasoning = thought,
          .estimated = true};
}

} // namespace mapwright::llm
