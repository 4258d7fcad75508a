#include "index_map/audit/overflow.hpp"

#include "index_map/audit/landmarks.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::audit {

namespace {

constexpr std::int64_t parts = 64; ///< into which a stretch is divided at each step

/// What the sanitizer said, without the name of the file; nothing when it stopped for another reason.
std::optional<std::string> sanitizer_text(const std::string& said) {
  constexpr std::string_view mark = ": runtime error: ";
  const std::size_t at = said.find(mark);
  if (at == std::string::npos) {
    return std::nullopt;
  }
  // "FILE:LINE:COLUMN: runtime error: ..."
  const std::string place = said.substr(0, at);
  const std::string what = said.substr(at + mark.size());
  const std::size_t column = place.rfind(':');
  const std::size_t line = column == std::string::npos ? column : place.rfind(':', column - 1);
  return line == std::string::npos ? what : fmt::format("line {}: {}", place.substr(line + 1, column - line - 1), what);
}

/// The first of these indices that stops, and the one before it.
struct Stop {
  std::int64_t index = 0;
  std::int64_t before = -1;
  std::string what;
};

Result<std::optional<Stop>> first_stop(candidate::Subject& subject, const Oracle& oracle,
                                       const std::vector<std::int64_t>& indices) {
  std::vector<candidate::Request> requests;
  for (const std::int64_t index : indices) {
    requests.push_back({oracle.sized().size, index, 1});
  }
  const auto answer = subject.run(requests);
  if (!answer) {
    return forward(answer);
  }
  const auto what = answer->stopped ? sanitizer_text(answer->said) : std::nullopt;
  if (!what || answer->points >= indices.size()) {
    return std::optional<Stop>();
  }
  return std::optional(Stop{indices[answer->points], answer->points == 0 ? -1 : indices[answer->points - 1], *what});
}

} // namespace

Result<std::optional<Overflow>> first_overflow(candidate::NativeTask task, const Oracle& oracle, std::int64_t last) {
  task.flags.insert(task.flags.end(), {"-fsanitize=signed-integer-overflow,shift,float-cast-overflow,"
                                       "integer-divide-by-zero",
                                       "-fno-sanitize-recover=all"});
  auto subject = candidate::native_subject(task);
  if (!subject) { // the plain build was possible, so it is the sanitizer that this machine lacks
    return std::optional<Overflow>();
  }
  auto indices = landmarks(oracle);
  std::erase_if(indices, [&](std::int64_t index) { return index > last; });
  indices.push_back(last);
  auto stop = first_stop(**subject, oracle, indices);
  if (!stop || !*stop) {
    return stop ? Result<std::optional<Overflow>>(std::nullopt) : forward(stop);
  }
  Stop found = std::move(**stop);
  while (found.index - found.before > 1) {
    indices.clear();
    const std::int64_t span = found.index - found.before;
    for (std::int64_t k = 1; k <= parts; ++k) {
      const auto index = static_cast<std::int64_t>(found.before + Int{span} * k / parts);
      if (index > found.before && (indices.empty() || index > indices.back())) {
        indices.push_back(index);
      }
    }
    const std::int64_t low = found.before;
    stop = first_stop(**subject, oracle, indices);
    if (!stop) {
      return forward(stop);
    }
    if (!*stop) {
      break; // out of time
    }
    found = std::move(**stop);
    found.before = std::max(found.before, low);
  }
  return std::optional(Overflow{found.index, found.what});
}

} // namespace mapwright::index_map::audit
