#include "llm/anthropic_reply.hpp"

#include "llm/member.hpp"

#include <algorithm>

namespace mapwright::llm {
namespace {

using nlohmann::json;

Finish finish_of(const std::string& reason) {
  if (reason == "max_tokens" || reason == "model_context_window_exceeded" || reason == "pause_turn") {
    return Finish::length;
  }
  return reason == "refusal" ? Finish::refused : Finish::stop;
}

} // namespace

/// A content block, or a delta of one.
void AnthropicReader::read_block(const json& block) {
  draft.text += text_member(block, "text");
  draft.reasoning += text_member(block, "thinking");
}

void AnthropicReader::read_stop(const json& holder) {
  if (const std::string reason = text_member(holder, "stop_reason"); !reason.empty()) {
    draft.finish = finish_of(reason);
  }
}

/// Counts are cumulative: the last ones count. Input is told apart by what the cache did.
void AnthropicReader::read_usage(const json& holder) {
  const json* const told = member(holder, "usage");
  if (told == nullptr || !told->is_object()) {
    return;
  }
  Usage usage = draft.usage.value_or(Usage{});
  const std::uint64_t read = count_member(*told, "cache_read_input_tokens");
  const std::uint64_t input =
      count_member(*told, "input_tokens") + read + count_member(*told, "cache_creation_input_tokens");
  if (input > 0) {
    usage.input = input;
    usage.cached_input = read;
  }
  usage.output = std::max(usage.output, count_member(*told, "output_tokens"));
  draft.usage = usage;
}

bool AnthropicReader::event(const json& data) {
  const std::string type = text_member(data, "type");
  if (type == "error") {
    const json* const told = member(data, "error");
    error = told != nullptr ? *told : data;
    return false;
  }
  if (type == "message_start") {
    if (const json* const message = member(data, "message")) {
      draft.model = text_member(*message, "model");
      read_usage(*message);
    }
  } else if (type == "content_block_start") {
    if (const json* const block = member(data, "content_block")) {
      read_block(*block);
    }
  } else if (type == "content_block_delta") {
    if (const json* const delta = member(data, "delta")) {
      read_block(*delta);
    }
  } else if (type == "message_delta") {
    if (const json* const delta = member(data, "delta")) {
      read_stop(*delta);
    }
    read_usage(data);
  }
  draft.complete = type == "message_stop";
  return !draft.complete;
}

void AnthropicReader::whole(const json& reply) {
  const json* const content = member(reply, "content");
  if (content == nullptr || !content->is_array()) {
    fault = "sent a reply without content";
    return;
  }
  for (const json& block : *content) {
    read_block(block);
  }
  draft.model = text_member(reply, "model");
  read_stop(reply);
  read_usage(reply);
  draft.complete = true;
}

} // namespace mapwright::llm
