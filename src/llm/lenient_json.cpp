#include "llm/lenient_json.hpp"

#include "llm/excerpt.hpp"
#include "llm/lenient_string.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

using Json = nlohmann::json;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Recursive descent, at most most_json_depth deep. After a failure `error` is set and every result is to be dropped.
class Parser {
public:
  Parser(std::string_view text, bool close_cut) : text_(text), close_cut_(close_cut) {}

  tl::expected<LenientJson, LenientError> run() {
    std::optional<Json> value = this->value(0);
    if (error_) {
      return tl::unexpected<LenientError>(*error_);
    }
    if (!value) {
      return tl::unexpected<LenientError>(LenientError{at_, "expected a JSON value"});
    }
    return LenientJson{std::move(*value), at_, std::move(fixes_)};
  }

private:
  /// Nothing on an error, and where the end of the text cut the value.
  std::optional<Json> value(std::size_t depth) {
    skip_blanks();
    if (at_ == text_.size()) {
      return cut("a value");
    }
    if (depth > most_json_depth) {
      return fail("nested too deeply");
    }
    const char c = text_[at_];
    if (c == '{') {
      return object(depth);
    }
    if (c == '[') {
      return array(depth);
    }
    if (quote_at(text_, at_)) {
      return string();
    }
    return word();
  }

  std::optional<Json> object(std::size_t depth) {
    Json members = Json::object();
    ++at_;
    while (separator('}', members.empty())) {
      const std::optional<std::string> key = this->key();
      if (!key) {
        break;
      }
      skip_blanks();
      if (at_ == text_.size()) {
        static_cast<void>(cut("':'"));
        break;
      }
      if (text_[at_] != ':') {
        return fail("expected ':' after a key");
      }
      ++at_;
      std::optional<Json> member = value(depth + 1);
      if (!member) {
        break;
      }
      members[*key] = std::move(*member);
    }
    return error_ ? std::nullopt : std::optional(std::move(members));
  }

  std::optional<Json> array(std::size_t depth) {
    Json items = Json::array();
    ++at_;
    while (separator(']', items.empty())) {
      std::optional<Json> item = value(depth + 1);
      if (!item) {
        break;
      }
      items.push_back(std::move(*item));
    }
    return error_ ? std::nullopt : std::optional(std::move(items));
  }

  /// Goes over what stands between two items, or over `close`. True: another item follows.
  bool separator(char close, bool first) {
    const std::size_t before = at_;
    skip_blanks();
    bool comma = false;
    while (at_ < text_.size() && text_[at_] == ',') {
      if (comma || first) {
        fix("surplus comma");
      }
      comma = true;
      ++at_;
      skip_blanks();
    }
    if (at_ == text_.size()) {
      static_cast<void>(cut(fmt::format("'{}'", close)));
      return false;
    }
    if (text_[at_] == close) {
      if (comma && !first) {
        fix("trailing comma");
      }
      ++at_;
      return false;
    }
    if (!first && !comma) {
      if (text_.substr(before, at_ - before).find('\n') == std::string_view::npos) {
        static_cast<void>(fail(fmt::format("expected ',' or '{}'", close)));
        return false;
      }
      fix("missing comma");
    }
    return true;
  }

  std::optional<std::string> key() {
    if (quote_at(text_, at_)) {
      std::optional<Json> key = string();
      return key && !key_cut_ ? std::optional(key->get<std::string>()) : std::nullopt;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) {
      ++at_;
    }
    if (at_ == begin) {
      static_cast<void>(fail("expected a key in double quotes"));
      return std::nullopt;
    }
    fix("unquoted key");
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::optional<Json> string() {
    LenientString read = read_string(text_, at_);
    key_cut_ = !read.closed;
    if (!read.closed) {
      if (!close_cut_) {
        return fail("the string has no end");
      }
      fix("closed at the end");
    }
    at_ = read.end;
    for (const char* name : read.fixes) {
      fix(name);
    }
    return Json(valid_utf8(read.text));
  }

  /// A number or a literal.
  std::optional<Json> word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.' || text_[at_] == '+')) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (at_ == text_.size() && close_cut_) {
      return cut("the end of a value");
    }
    if (word == "True" || word == "False" || word == "None") {
      fix("Python literal");
      return word == "None" ? Json() : Json(word == "True");
    }
    Json value = Json::parse(word, nullptr, false);
    if (value.is_discarded()) {
      at_ = begin;
      return fail(word.empty() ? "expected a value" : "expected a value; texts stand in double quotes");
    }
    return value;
  }

  void skip_blanks() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//") || rest.starts_with('#')) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
      fix("comment");
    }
  }

  /// The text ended where `wanted` was due.
  std::nullopt_t cut(std::string_view wanted) {
    if (close_cut_) {
      fix("closed at the end");
      return std::nullopt;
    }
    return fail(fmt::format("the text ends where {} is due", wanted));
  }

  std::nullopt_t fail(std::string message) {
    if (!error_) {
      error_ = LenientError{at_, std::move(message)};
    }
    return std::nullopt;
  }

  void fix(const char* name) {
    if (std::find(fixes_.begin(), fixes_.end(), name) == fixes_.end()) {
      fixes_.emplace_back(name);
    }
  }

  std::string_view text_;
  bool close_cut_;
  std::size_t at_ = 0;
  bool key_cut_ = false; ///< the last string had no end
  std::vector<std::string> fixes_;
  std::optional<LenientError> error_;
};

} // namespace

tl::expected<LenientJson, LenientError> parse_lenient(std::string_view text, bool close_cut) {
  return Parser(text, close_cut).run();
}

} // namespace mapwright::llm
