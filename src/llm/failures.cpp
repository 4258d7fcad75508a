#include "llm/failures.hpp"

#include "llm/json.hpp"
#include "llm/member.hpp"
#include "llm/retry.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;

constexpr std::size_t longest_words = 300;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool says(std::string_view text, std::initializer_list<std::string_view> phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [text](std::string_view phrase) { return text.find(phrase) != std::string_view::npos; });
}

/// One line, at most longest_words bytes, cut between characters.
std::string one_short_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  if (text.size() > longest_words) {
    std::size_t end = longest_words;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    text = text.substr(0, end) + "...";
  }
  return text;
}

/// The message of an error object in any of the usual shapes.
std::string message_of(const json& error) {
  if (error.is_string()) {
    return error.get<std::string>();
  }
  if (error.is_object()) {
    for (const char* key : {"error", "message", "detail"}) {
      if (const auto found = error.find(key); found != error.end() && !found->is_null()) {
        if (std::string words = message_of(*found); !words.empty()) {
          return words;
        }
      }
    }
  }
  return error.is_null() ? "" : one_line(error);
}

bool looks_like_html(std::string_view body) {
  const std::string begin = lower(body.substr(0, 200));
  return says(begin, {"<!doctype html", "<html"});
}

/// What the words and names of an error say by themselves; `text` in lower case.
std::optional<FailureKind> kind_of_words(const std::string& text) {
  using enum FailureKind;
  if (says(text, {"insufficient_quota", "billing_error", "credit balance is too low", "insufficient balance"})) {
    return out_of_quota;
  }
  if (says(text, {"model_not_found", "model not exist"}) ||
      (says(text, {"model"}) && says(text, {"does not exist", "not found", "not_found_error"}))) {
    return unknown_model;
  }
  if (says(text, {"invalid_api_key", "authentication_error", "permission_error"})) {
    return unauthorized;
  }
  if (says(text, {"rate_limit"})) {
    return rate_limited;
  }
  if (says(text, {"overloaded", "server_error", "api_error", "timeout_error", "unavailable"})) {
    return overloaded;
  }
  return std::nullopt;
}

FailureKind kind_of_status(int status, const std::string& text) {
  using enum FailureKind;
  const std::optional<FailureKind> told = kind_of_words(text);
  switch (status) {
  case 401:
  case 403:
    return unauthorized;
  case 402:
    return out_of_quota;
  case 400:
  case 404:
  case 422:
    return told == unknown_model || told == out_of_quota ? *told : bad_request;
  case 408:
    return timed_out;
  case 429:
    return told == out_of_quota ? out_of_quota : rate_limited;
  default:
    return status == 409 || status >= 500 ? overloaded : bad_request;
  }
}

std::string who(const RequestTarget& asked) {
  return asked.endpoint.host();
}

/// The hint and the beginning of the sentence for each kind of refusal.
Failure refusal(const RequestTarget& asked, FailureKind kind) {
  const std::string& variable = asked.endpoint.key_variable();
  switch (kind) {
  case FailureKind::unauthorized:
    if (asked.endpoint.key().empty()) {
      return {kind, fmt::format("{} wants a key and was given none", who(asked)),
              "set an environment variable to the key and name it with key_variable"};
    }
    return {kind, fmt::format("{} refuses the key in environment variable {}", who(asked), variable),
            fmt::format("put a key with the right to use {} into {}", asked.model, variable)};
  case FailureKind::unknown_model:
    return {kind, fmt::format("{} has no model \"{}\"", who(asked), asked.model), "set model to one it has"};
  case FailureKind::rate_limited:
    return {kind, fmt::format("{} limits how often it is asked", who(asked)), "ask later or less at once"};
  case FailureKind::out_of_quota:
    return {kind, fmt::format("nothing is left to pay {} with", who(asked)),
            "top up the account, or use another model"};
  case FailureKind::overloaded:
    return {kind, fmt::format("{} is overloaded or failing", who(asked)), "ask later"};
  case FailureKind::timed_out:
    return {kind, fmt::format("{} gave up waiting", who(asked)), "ask later"};
  default:
    return {kind, fmt::format("{} refuses the request", who(asked))};
  }
}

void add_words(Failure& failure, const std::string& words) {
  if (!words.empty()) {
    failure.message += ": " + words;
  }
}

} // namespace

std::string own_words(const Secret& key, const std::string& body) {
  const json parsed = parse_stranger(body);
  if (!parsed.is_discarded()) {
    return one_short_line(key.redact(message_of(parsed)));
  }
  return looks_like_html(body) ? "a web page" : one_short_line(key.redact(body));
}

Failure transfer_failure(const RequestTarget& asked, const HttpResponse& response) {
  const std::string url = asked.endpoint.shown(asked.path);
  const std::string why = one_short_line(asked.endpoint.key().redact(response.why));
  switch (response.error.value()) {
  case TransferError::unreachable:
    return {FailureKind::unreachable, fmt::format("cannot reach {}: {}", url, why),
            "check base_url, and that the server runs"};
  case TransferError::no_reply:
    return {FailureKind::unreachable, fmt::format("{} closed the connection without a reply: {}", url, why),
            "check base_url and the server's log"};
  case TransferError::broken_off:
    return {FailureKind::broken, fmt::format("the reply of {} broke off: {}", who(asked), why), "ask again"};
  case TransferError::idle:
    return {FailureKind::timed_out, fmt::format("{} fell silent: {}", who(asked), why),
            "raise idle_timeout if the model needs longer"};
  case TransferError::timed_out:
    return {FailureKind::timed_out, fmt::format("{} took too long: {}", who(asked), why),
            "raise timeout if the model needs longer"};
  case TransferError::too_large:
    return {FailureKind::broken, fmt::format("the reply of {} is too large: {}", who(asked), why),
            "lower max_output_tokens"};
  case TransferError::cancelled:
    break;
  }
  return {FailureKind::cancelled, fmt::format("the question to {} was cancelled", who(asked))};
}

Failure status_failure(const RequestTarget& asked, const HttpResponse& response) {
  const std::string words = own_words(asked.endpoint.key(), response.body);
  if (response.status >= 300 && response.status < 400) {
    const std::string to = asked.endpoint.key().redact(std::string(response.header("location")));
    return {FailureKind::bad_request,
            fmt::format("{} redirects to \"{}\" (status {}), where the key is not sent",
                        asked.endpoint.shown(asked.path), one_short_line(to), response.status),
            "set base_url to the server that answers itself"};
  }
  const FailureKind kind = kind_of_status(response.status, lower(response.body));
  Failure failure = refusal(asked, kind);
  if (response.status == 404 && kind == FailureKind::bad_request) {
    failure = {kind, fmt::format("there is nothing at {}", asked.endpoint.shown(asked.path)),
               "check base_url: it is the part before /v1"};
  }
  failure.message += fmt::format(" (status {})", response.status);
  add_words(failure, words);
  const std::optional<Seconds> wait = wanted_wait(response, std::chrono::system_clock::now());
  if (kind == FailureKind::rate_limited && wait) {
    failure.hint = fmt::format("it asks to wait {:.0f} s", wait->count());
  }
  return failure;
}

Failure told_failure(const RequestTarget& asked, const json& error) {
  const std::string text = lower(one_line(error));
  const auto code = error.is_object() ? error.find("code") : error.end();
  FailureKind kind = kind_of_words(text).value_or(FailureKind::broken);
  if (kind == FailureKind::broken && error.is_object() && code != error.end() && code->is_number_integer() &&
      *code >= 400 && *code < 600) {
    kind = kind_of_status(code->get<int>(), text);
  }
  Failure failure = kind == FailureKind::broken
                        ? Failure{kind, fmt::format("{} answered with an error", who(asked)), "ask again"}
                        : refusal(asked, kind);
  add_words(failure, own_words(asked.endpoint.key(), one_line(error)));
  return failure;
}

Failure broken_failure(const RequestTarget& asked, const std::string& what) {
  return {FailureKind::broken, fmt::format("{} {}", who(asked), what), "ask again"};
}

Failure no_json_failure(const RequestTarget& asked, const HttpResponse& response) {
  const std::string words = own_words(asked.endpoint.key(), response.body);
  if (words.empty()) {
    return broken_failure(asked, "answered with nothing");
  }
  Failure failure = broken_failure(asked, "answered with something other than JSON: " + words);
  failure.hint = fmt::format("check that base_url is an API: {}", asked.endpoint.shown(asked.path));
  return failure;
}

} // namespace mapwright::llm
