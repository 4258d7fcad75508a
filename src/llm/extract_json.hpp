// The JSON value in a reply.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace mapwright::llm {

struct ExtractedJson {
  nlohmann::json value;
  std::vector<std::string> fixes; ///< what was read leniently (lenient_json.hpp); empty: the reply holds proper JSON
};

/// The value in `reply` that satisfies `schema` (schema.hpp; {} takes everything): the whole reply; else the fenced
/// blocks, the last first; else the balanced {...} and [...] of the prose, the last first; each as JSON, then
/// leniently. With `close_cut` (for replies that were cut) also what the reply ends in. Unexpected: what is wrong with
/// the nearest thing to it, in words that the model can be shown.
tl::expected<ExtractedJson, std::string> extract_json(std::string_view reply, const nlohmann::json& schema,
                                                      bool close_cut = false);

} // namespace mapwright::llm
