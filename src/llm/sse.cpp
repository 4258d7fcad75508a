#include "llm/sse.hpp"

#include <utility>

namespace mapwright::llm {

std::vector<SseEvent> SseParser::feed(std::string_view bytes) {
  std::vector<SseEvent> events;
  while (!bytes.empty()) {
    if (std::exchange(after_return_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = bytes.find_first_of("\r\n");
    line_.append(bytes, 0, end);
    if (end == std::string_view::npos) {
      break;
    }
    after_return_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    end_line(events);
  }
  return events;
}

std::vector<SseEvent> SseParser::finish() {
  std::vector<SseEvent> events;
  end_line(events);
  dispatch(events);
  return events;
}

void SseParser::end_line(std::vector<SseEvent>& events) {
  const std::string whole = std::exchange(line_, {});
  std::string_view line = whole;
  if (std::exchange(first_line_, false) && line.starts_with("\xef\xbb\xbf")) {
    line.remove_prefix(3);
  }
  if (line.empty()) {
    dispatch(events);
    return;
  }
  const std::size_t colon = line.find(':'); // at 0: a comment, the field without a name
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) {
    value.remove_prefix(1);
  }
  if (field == "data") {
    if (std::exchange(has_data_, true)) {
      event_.data += '\n';
    }
    event_.data += value;
  } else if (field == "event") {
    event_.name = value;
  }
}

void SseParser::dispatch(std::vector<SseEvent>& events) {
  SseEvent event = std::exchange(event_, {});
  if (std::exchange(has_data_, false)) {
    if (event.name.empty()) {
      event.name = "message";
    }
    events.push_back(std::move(event));
  }
}

} // namespace mapwright::llm
