// Replies of /v1/chat/completions.
#pragma once

#include "llm/http_provider.hpp"

namespace mapwright::llm {

/// Reads chunks of a stream and whole replies.
class OpenAiReader final : public ReplyReader {
public:
  bool event(const nlohmann::json& data) override;
  void whole(const nlohmann::json& reply) override;

private:
  void read(const nlohmann::json& reply, const char* part);
};

} // namespace mapwright::llm
