// Replies of /v1/messages.
#pragma once

#include "llm/http_provider.hpp"

namespace mapwright::llm {

/// Reads events of a stream and whole replies.
class AnthropicReader final : public ReplyReader {
public:
  bool event(const nlohmann::json& data) override;
  void whole(const nlohmann::json& reply) override;

private:
  void read_block(const nlohmann::json& block);
  void read_stop(const nlohmann::json& holder);
  void read_usage(const nlohmann::json& holder);
};

} // namespace mapwright::llm
