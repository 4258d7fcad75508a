// A reply while it arrives, whatever the interface; and the rules by which it becomes an answer.
#pragma once

#include "llm/chat.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mapwright::llm {

/// What has arrived of a reply.
struct Draft {
  std::string text{};
  std::string reasoning{};
  std::string refusal{}; ///< the words of a refusal, where they come apart from the text
  std::string model{};
  std::optional<Finish> finish{};
  std::optional<Usage> usage{};
  bool complete = false; ///< the interface's own sign of the end was seen
};

/// Moves what models put between <think> and </think> before their answer from text to reasoning, also when the
/// opening tag is left out (some chat templates write it into the prompt). Tags later in the text, in code for one,
/// stay.
void split_thinking(std::string& text, std::string& reasoning);

/// The answer to `request` that a complete draft is. Missing usage is estimated. A refusal without text becomes the
/// text. Without text it is a Failure empty, unless the model refused or was filtered. `who` begins the sentences of
/// failures.
Answer conclude(Draft draft, const Request& request, std::string_view who);

/// What a draft that broke off has cost: as the server said so far, else estimated.
Usage spent(const Draft& draft, const Request& request);

} // namespace mapwright::llm
