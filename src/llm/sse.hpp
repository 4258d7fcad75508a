// Server-sent events, read piece by piece (WHATWG HTML, "Server-sent events", section 9.2.6).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

struct SseEvent {
  std::string name{}; ///< "message" unless the server says otherwise
  std::string data{}; ///< its data lines joined by newlines
  friend bool operator==(const SseEvent&, const SseEvent&) = default;
};

/// Takes a stream in any pieces and gives the events they complete. Comments, ids, retry times, unknown fields and
/// events without data are dropped. Lines end in LF, CR LF or CR.
class SseParser {
public:
  /// The events that `bytes` completes, in order.
  std::vector<SseEvent> feed(std::string_view bytes);

  /// The event that the end of the stream leaves without its empty line, if its data is there: some servers forget
  /// the last empty line. The standard drops it; whether it is whole, its contents must show.
  std::vector<SseEvent> finish();

private:
  void end_line(std::vector<SseEvent>& events);
  void dispatch(std::vector<SseEvent>& events);

  std::string line_{};
  SseEvent event_{};
  bool has_data_ = false;
  bool after_return_ = false; ///< the last byte was CR: an LF now belongs to it
  bool first_line_ = true;    ///< may begin with a byte order mark
};

} // namespace mapwright::llm
