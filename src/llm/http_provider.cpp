#include "llm/http_provider.hpp"

#include "core/suggest.hpp"
#include "llm/failures.hpp"
#include "llm/json.hpp"
#include "llm/member.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;

/// Feeds a reader with what a stream brings.
class Stream {
public:
  explicit Stream(ReplyReader& reader) : reader_(reader) {}

  /// False when nothing more is wanted.
  bool feed(std::string_view bytes) { return take(parser_.feed(bytes)); }
  void finish() { take(parser_.finish()); }
  [[nodiscard]] bool has_events() const { return has_events_; }

private:
  bool take(const std::vector<SseEvent>& events) {
    for (const SseEvent& event : events) {
      if (ended_) {
        break;
      }
      has_events_ = true;
      if (event.data == "[DONE]") {
        reader_.draft.complete = true;
        ended_ = true;
        break;
      }
      const json data = parse_stranger(event.data);
      if (data.is_object() && event.name == "error") {
        const json* const inner = member(data, "error");
        reader_.error = inner != nullptr ? *inner : data;
      } else if (!data.is_object()) {
        reader_.fault = "sent an event that is no JSON object";
      }
      ended_ = !data.is_object() || reader_.error || !reader_.event(data) || reader_.error || !reader_.fault.empty();
    }
    return !ended_;
  }

  ReplyReader& reader_;
  SseParser parser_{};
  bool has_events_ = false;
  bool ended_ = false;
};

void redact(const Secret& key, Answer& answer) {
  if (answer) {
    for (std::string* text : {&answer->text, &answer->reasoning, &answer->model}) {
      *text = key.redact(std::move(*text));
    }
  } else {
    for (std::string* text : {&answer.error().message, &answer.error().hint}) {
      *text = key.redact(std::move(*text));
    }
  }
}

} // namespace

HttpProvider::HttpProvider(const ProviderSettings& settings, Endpoint endpoint, RetryClock& clock)
    : settings_(settings), endpoint_(std::move(endpoint)), clock_(clock) {}

Answer HttpProvider::ask(const Request& request, std::stop_token stop) {
  const Seconds begun = clock_.now();
  unsigned repeats = 0;
  Answer answer = converse(request, stop, repeats);
  const Seconds time = clock_.now() - begun;
  if (answer) {
    answer->time = time;
    answer->retries = repeats;
    answer->fixture = settings_.fixture;
    if (answer->model.empty()) {
      answer->model = settings_.model;
    }
  } else {
    answer.error().time = time;
    answer.error().retries = repeats;
    if (repeats > 0) {
      answer.error().message += fmt::format(" (after {} {})", repeats, repeats == 1 ? "retry" : "retries");
    }
  }
  redact(endpoint_.key(), answer);
  return answer;
}

Answer HttpProvider::converse(const Request& request, const std::stop_token& stop, unsigned& repeats) {
  Request asked = request;
  if (!asked.temperature) {
    asked.temperature = settings_.temperature;
  }
  HttpRequest http = endpoint_.request(path());
  const Seconds deadline = clock_.now() + http.timeout;
  const std::vector<std::string> headers = http.headers;
  RetryPolicy policy;
  policy.max_retries = settings_.max_retries;
  for (Quirks quirks = quirks_.get();; ++repeats) {
    json question = body(asked, quirks);
    question.merge_patch(settings_.extra_body);
    const std::unique_ptr<ReplyReader> reader = this->reader();
    Stream stream(*reader);
    http.body = one_line(question);
    http.headers = headers;
    http.headers.push_back(idempotency_header());
    http.on_bytes = [&stream](std::string_view bytes) { return stream.feed(bytes); };
    const Attempts attempts = send_patiently(http, policy, clock_, deadline, stop);
    repeats += attempts.retries;
    if (const std::optional<Quirks> next = adapted(quirks, question, attempts.last)) {
      quirks = *next;
      quirks_.learn(quirks);
      continue;
    }
    if (attempts.last.succeeded()) {
      stream.finish();
      if (!stream.has_events()) {
        const json reply = parse_stranger(attempts.last.body);
        if (!reply.is_object()) {
          return tl::unexpected(no_json_failure({endpoint_, path(), settings_.model}, attempts.last));
        }
        if (const json* const error = member(reply, "error")) {
          reader->error = *error;
        } else {
          reader->whole(reply);
        }
      }
    }
    return interpret(attempts.last, *reader, asked, stop);
  }
}

Answer HttpProvider::interpret(const HttpResponse& response, ReplyReader& reader, const Request& request,
                               const std::stop_token& stop) const {
  const RequestTarget asked{endpoint_, path(), settings_.model};
  std::optional<Failure> failure;
  if (reader.error) {
    failure = told_failure(asked, *reader.error);
  } else if (!reader.fault.empty()) {
    failure = broken_failure(asked, reader.fault);
  } else if (response.error) {
    failure = transfer_failure(asked, response);
  } else if (!response.succeeded()) {
    failure = status_failure(asked, response);
  } else if (!reader.draft.complete && !reader.draft.finish) { // some servers say why they stop, but not that they do
    failure = broken_failure(asked, "ended its reply before it was complete");
  }
  if (!failure) {
    return conclude(std::move(reader.draft), request, fmt::format("{} at {}", settings_.model, endpoint_.host()));
  }
  const Draft& draft = reader.draft;
  if (draft.usage || !draft.text.empty() || !draft.reasoning.empty()) {
    failure->usage = spent(draft, request);
  }
  if (failure->kind == FailureKind::unknown_model) {
    if (const std::string models = known_models(stop); !models.empty()) {
      failure->hint = models;
    }
  }
  return tl::unexpected(*std::move(failure));
}

std::string HttpProvider::known_models(const std::stop_token& stop) const {
  constexpr std::size_t most = 12;
  HttpRequest http = endpoint_.request("/v1/models");
  http.timeout = std::min(http.timeout, Seconds(5));
  const json reply = parse_stranger(send(http, stop).body);
  std::vector<std::string> names;
  if (const json* const data = member(reply, "data"); data != nullptr && data->is_array()) {
    for (const json& model : *data) {
      if (const std::string name = text_member(model, "id"); !name.empty()) {
        names.push_back(name.substr(0, 80));
      }
    }
  }
  if (names.empty()) {
    return {};
  }
  const std::string near = suggest(settings_.model, names, "");
  const std::string more = names.size() > most ? ", ..." : "";
  names.resize(std::min(names.size(), most));
  return fmt::format("{}{}it has {}{}", near, near.empty() ? "" : "; ", fmt::join(names, ", "), more);
}

} // namespace mapwright::llm
