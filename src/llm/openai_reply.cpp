#include "llm/openai_reply.hpp"

#include "llm/member.hpp"

#include <algorithm>

namespace mapwright::llm {
namespace {

using nlohmann::json;

/// Text of a content: a string, or parts of which some are thought ("thinking", "reasoning").
void append_content(const json& content, std::string& text, std::string& reasoning) {
  if (content.is_string()) {
    text += content.get<std::string>();
  }
  if (!content.is_array()) {
    return;
  }
  for (const json& part : content) {
    const std::string type = text_member(part, "type");
    const bool thought = type == "thinking" || type == "reasoning";
    std::string& target = thought ? reasoning : text;
    target += text_member(part, "text");
    if (const json* const inner = member(part, type.c_str()); thought && inner != nullptr) {
      append_content(*inner, target, target);
    }
  }
}

Usage usage_of(const json& told) {
  Usage usage;
  usage.input = count_member(told, "prompt_tokens");
  usage.output = count_member(told, "completion_tokens");
  // Some count the reasoning beside the completion; the total tells.
  if (const std::uint64_t total = count_member(told, "total_tokens"); total > usage.input) {
    usage.output = std::max(usage.output, total - usage.input);
  }
  usage.cached_input = count_member(told, "prompt_cache_hit_tokens"); // DeepSeek
  if (const json* const details = member(told, "prompt_tokens_details")) {
    usage.cached_input = std::max(usage.cached_input, count_member(*details, "cached_tokens"));
  }
  if (const json* const details = member(told, "completion_tokens_details")) {
    usage.reasoning = count_member(*details, "reasoning_tokens");
  }
  usage.cached_input = std::min(usage.cached_input, usage.input);
  usage.reasoning = std::min(usage.reasoning, usage.output);
  return usage;
}

Finish finish_of(const std::string& reason) {
  if (reason == "length" || reason == "max_tokens") {
    return Finish::length;
  }
  return reason == "content_filter" ? Finish::filtered : Finish::stop;
}

} // namespace

void OpenAiReader::read(const json& reply, const char* part) {
  if (const std::string model = text_member(reply, "model"); !model.empty()) {
    draft.model = model;
  }
  if (const json* const usage = member(reply, "usage"); usage != nullptr && usage->is_object()) {
    draft.usage = usage_of(*usage);
  }
  const json* const choices = member(reply, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    return;
  }
  const json& choice = choices->front();
  if (const json* const said = member(choice, part)) {
    if (const json* const content = member(*said, "content")) {
      append_content(*content, draft.text, draft.reasoning);
    }
    const std::string reasoning = text_member(*said, "reasoning_content");
    draft.reasoning += reasoning.empty() ? text_member(*said, "reasoning") : reasoning; // some send both alike
    draft.refusal += text_member(*said, "refusal");
  }
  if (const std::string reason = text_member(choice, "finish_reason"); !reason.empty()) {
    draft.finish = finish_of(reason);
  }
}

bool OpenAiReader::event(const json& data) {
  if (const json* const told = member(data, "error")) {
    error = *told;
    return false;
  }
  read(data, "delta");
  return true;
}

void OpenAiReader::whole(const json& reply) {
  const json* const choices = member(reply, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    fault = "sent a reply without choices";
    return;
  }
  read(reply, "message");
  draft.complete = true;
}

} // namespace mapwright::llm
