#include "llm/quirks.hpp"

#include "core/words.hpp"

#include <string_view>

namespace mapwright::llm {
namespace {

/// Whether `name` stands in `text` as a whole word.
bool names(std::string_view text, std::string_view name) {
  return find_word(text, name) != std::string_view::npos;
}

} // namespace

std::optional<Quirks> adapted(const Quirks& quirks, const nlohmann::json& body, const HttpResponse& response) {
  if (response.error || (response.status != 400 && response.status != 422)) {
    return std::nullopt;
  }
  const std::string_view text = response.body;
  Quirks next = quirks;
  // The text that refuses one limit names the other; a limit that is merely too high is no reason to rename it.
  if (names(text, "max_completion_tokens") != names(text, "max_tokens")) {
    next.other_token_limit = next.other_token_limit || text.find("nsupported") != std::string_view::npos ||
                             text.find("nrecognized") != std::string_view::npos ||
                             text.find("not permitted") != std::string_view::npos;
  } else if (names(text, "max_completion_tokens")) {
    next.other_token_limit = true;
  }
  next.no_temperature = next.no_temperature || (body.contains("temperature") && names(text, "temperature"));
  next.no_seed = next.no_seed || (body.contains("seed") && names(text, "seed"));
  next.no_stream_usage = next.no_stream_usage || (body.contains("stream_options") && names(text, "stream_options"));
  next.no_schema = next.no_schema ||
                   (body.contains("response_format") && (names(text, "response_format") || names(text, "json_schema") ||
                                                         names(text, "schema") || names(text, "grammar")));
  return next == quirks ? std::nullopt : std::optional(next);
}

Quirks KnownQuirks::get() const {
  const std::scoped_lock lock(mutex_);
  return known_;
}

void KnownQuirks::learn(const Quirks& learnt) {
  const std::scoped_lock lock(mutex_);
  known_.other_token_limit |= learnt.other_token_limit;
  known_.no_temperature |= learnt.no_temperature;
  known_.no_seed |= learnt.no_seed;
  known_.no_schema |= learnt.no_schema;
  known_.no_stream_usage |= learnt.no_stream_usage;
}

} // namespace mapwright::llm
