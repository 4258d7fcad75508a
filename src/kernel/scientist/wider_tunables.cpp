// Tuning as an experiment: more values for the tunables of a source.
#include "core/words.hpp"
#include "kernel/scientist/code_text.hpp"
#include "kernel/scientist/options.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

/// Where the value of a tunable stands in a source.
struct ValuePlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The list or table that is given to `name` in [tunables]. Nothing when it is written in another way.
std::optional<ValuePlace> place_of_value(const CodeText& code, const std::string& name) {
  const std::size_t section = code.text.find("[tunables]", code.block_begin);
  if (section == std::string::npos || section >= code.block_end) {
    return std::nullopt;
  }
  for (std::size_t at = code.text.find(name, section); at < code.block_end; at = code.text.find(name, at + 1)) {
    std::size_t begin = at + name.size();
    while (begin < code.block_end && std::isspace(static_cast<unsigned char>(code.text[begin])) != 0) {
      ++begin;
    }
    if (is_word_character(code.text[at - 1]) || code.text[begin] != '=') {
      continue;
    }
    begin = code.text.find_first_of("[{", begin);
    int depth = 0;
    for (std::size_t end = begin; end < code.block_end; ++end) {
      const char c = code.text[end];
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      if (depth == 0) {
        return ValuePlace{begin, end + 1};
      }
    }
  }
  return std::nullopt;
}

/// The values with a neighbour beyond `best` where that is the least or the greatest.
std::vector<std::int64_t> widened(std::vector<std::int64_t> values, std::int64_t best) {
  std::sort(values.begin(), values.end());
  if (best > 0 && best == values.back() && best <= INT64_MAX / 2) {
    values.push_back(2 * best);
  }
  if (best > 1 && best == values.front()) {
    values.insert(values.begin(), best / 2);
  }
  return values;
}

} // namespace

std::optional<std::string> with_wider_tunables(const Task& task, Backend backend, const std::string& source,
                                               const Tuning& best) {
  const auto candidate = parse_candidate(task, backend, source, "the base", LaunchList::optional);
  if (!candidate) {
    return std::nullopt;
  }
  std::string changed = source;
  for (const Tunable& tunable : candidate->tunables) {
    const auto found = best.find(tunable.name);
    const std::int64_t value = found == best.end() ? tunable.preset : found->second;
    const std::vector<std::int64_t> values = widened(tunable.values, value);
    const auto place = place_of_value(code_of(changed), tunable.name);
    if (!place || (values.size() == tunable.values.size() && value == tunable.preset)) {
      continue;
    }
    changed.replace(place->begin, place->end - place->begin,
                    fmt::format("{{values = [{}], default = {}}}", fmt::join(values, ", "), value));
  }
  const bool reads = parse_candidate(task, backend, changed, "the base", LaunchList::optional).has_value();
  return changed == source || !reads ? std::nullopt : std::optional(changed);
}

} // namespace mapwright::kernel::scientist
