#include "llm/extract_json.hpp"

#include "core/error.hpp"
#include "llm/code_blocks.hpp"
#include "llm/excerpt.hpp"
#include "llm/lenient_json.hpp"
#include "llm/schema.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

using Json = nlohmann::json;

// Hostile replies hold thousands of either.
constexpr std::size_t most_candidates = 24; ///< tried, of one kind
constexpr std::size_t most_open = 256;      ///< brackets without an end that are remembered, the latest

/// The strict reading; nothing when the text is no JSON or nests too deeply.
std::optional<Json> parse_strict(std::string_view text) {
  bool shallow = true;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    shallow = shallow && depth <= static_cast<int>(most_json_depth);
    return shallow;
  };
  Json value = Json::parse(text, watch, false);
  return value.is_discarded() || !shallow ? std::nullopt : std::optional(std::move(value));
}

/// The maximal balanced {...} and [...] of a text, and where an unclosed '{' leaves it open.
struct Spans {
  std::vector<std::string_view> closed;
  std::optional<std::string_view> open;
};

struct Bracket {
  char mark = '{';
  std::size_t begin = 0;
};

/// Drops the closed spans that began at or after `begin`: they lie inside what is being added.
void drop_inner(std::vector<std::string_view>& closed, const char* begin) {
  while (!closed.empty() && closed.back().data() >= begin) {
    closed.pop_back();
  }
}

Spans balanced_spans(std::string_view text) {
  Spans spans;
  std::vector<Bracket> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && !open.empty()) {
      for (++at; at < text.size() && text[at] != '"'; ++at) {
        at += text[at] == '\\' ? 1U : 0U;
      }
    } else if (c == '{' || c == '[') {
      if (open.size() == most_open) {
        open.erase(open.begin());
      }
      open.push_back({c, at});
    } else if (c == '}' || c == ']') {
      // Brackets of prose that nobody closed are passed over.
      const auto match = std::find_if(open.rbegin(), open.rend(),
                                      [&](const Bracket& bracket) { return bracket.mark == (c == '}' ? '{' : '['); });
      if (match != open.rend()) {
        const std::size_t begin = match->begin;
        open.erase(std::prev(match.base()), open.end());
        drop_inner(spans.closed, text.data() + begin);
        spans.closed.push_back(text.substr(begin, at + 1 - begin));
      }
    }
  }
  const auto brace = std::find_if(open.begin(), open.end(), [](const Bracket& b) { return b.mark == '{'; });
  if (brace != open.end()) {
    spans.open = text.substr(brace->begin);
    drop_inner(spans.closed, spans.open->data());
  }
  return spans;
}

/// Tries candidates in turn and remembers what was wrong with the first that was JSON, or else nearest to it.
class Search {
public:
  Search(const Json& schema, bool close_cut) : schema_(schema), close_cut_(close_cut) {}

  std::optional<ExtractedJson> attempt(std::string_view text, bool whole) {
    if (std::optional<Json> value = parse_strict(text)) {
      return accept(std::move(*value), {});
    }
    auto lenient = parse_lenient(text, close_cut_);
    if (!lenient) {
      remember(place(text, lenient.error()), 1);
      return std::nullopt;
    }
    if (whole && !trimmed(text.substr(lenient->end)).empty()) {
      remember(place(text, {lenient->end, "the JSON value ends here, but the text goes on"}), 1);
      return std::nullopt;
    }
    return accept(std::move(lenient->value), std::move(lenient->fixes));
  }

  [[nodiscard]] std::string problem() const {
    return problem_.empty() ? "the answer holds no JSON value: it must be one JSON value and nothing else" : problem_;
  }

private:
  std::optional<ExtractedJson> accept(Json value, std::vector<std::string> fixes) {
    const std::vector<std::string> wrong = violations(value, schema_);
    if (wrong.empty()) {
      return ExtractedJson{std::move(value), std::move(fixes)};
    }
    // A cut value lacks what was cut: saying what is missing would send the model after the wrong fault.
    const bool cut = std::find(fixes.begin(), fixes.end(), "closed at the end") != fixes.end();
    remember(fmt::format("{}{}", cut ? "the JSON value is cut off; " : "", fmt::join(wrong, "; ")), 2);
    return std::nullopt;
  }

  static std::string place(std::string_view text, const LenientError& error) {
    const SourceLocation where = locate(text, error.offset, "");
    return fmt::format("not JSON at line {}, column {}: {}\n  {}", where.line, where.column, error.message,
                       excerpt(trimmed(where.source_line)));
  }

  void remember(std::string problem, int nearness) {
    if (nearness > nearness_) {
      problem_ = std::move(problem);
      nearness_ = nearness;
    }
  }

  const Json& schema_;
  bool close_cut_;
  std::string problem_;
  int nearness_ = 0;
};

bool begins_value(std::string_view text) {
  return text.starts_with('{') || text.starts_with('[');
}

} // namespace

tl::expected<ExtractedJson, std::string> extract_json(std::string_view reply, const nlohmann::json& schema,
                                                      bool close_cut) {
  const std::string_view whole = trimmed(reply);
  if (whole.empty()) {
    return tl::unexpected<std::string>("the answer is empty");
  }
  Search search(schema, close_cut);
  if (begins_value(whole) || parse_strict(whole)) {
    if (auto found = search.attempt(whole, true)) {
      return std::move(*found);
    }
  }
  std::vector<Block> blocks = fenced_blocks(reply);
  std::size_t tried = 0;
  for (std::size_t i = blocks.size(); i-- > 0 && tried < most_candidates;) {
    const std::string_view text = trimmed(blocks[i].text);
    if ((blocks[i].complete || close_cut) && begins_value(text)) {
      ++tried;
      if (auto found = search.attempt(text, true)) {
        return std::move(*found);
      }
    }
  }
  Spans spans = balanced_spans(whole);
  if (spans.open) {
    spans.closed.push_back(*spans.open); // last in the text, and cut: without close_cut its fault is told
  }
  tried = 0;
  for (std::size_t i = spans.closed.size(); i-- > 0 && tried < most_candidates; ++tried) {
    if (auto found = search.attempt(spans.closed[i], false)) {
      return std::move(*found);
    }
  }
  return tl::unexpected<std::string>(search.problem());
}

} // namespace mapwright::llm
