#include "kernel/scientist/hunks.hpp"

#include <algorithm>
#include <cctype>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::size_t lines_around = 3; ///< of context in a unified difference

bool says_nothing(const std::string& line) {
  return std::none_of(line.begin(), line.end(),
                      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '#'; });
}

std::size_t end_of(const Hunk& hunk) {
  return hunk.before + hunk.removed.size();
}

/// "12,5": the first line and how many, as `diff -u` writes them.
std::string range_text(std::size_t before, std::size_t count) {
  const std::size_t first = count == 0 ? before : before + 1;
  return count == 1 ? std::to_string(first) : fmt::format("{},{}", first, count);
}

void print(std::string& text, char mark, const std::string& line) {
  text += mark + line;
  if (!line.ends_with('\n')) {
    text += "\n\\ No newline at end of file\n";
  }
}

/// One section: hunks whose surroundings meet.
void print_section(std::string& text, const std::vector<std::string>& lines, std::span<const Hunk> hunks) {
  const std::size_t begin = hunks.front().before - std::min(hunks.front().before, lines_around);
  const std::size_t end = std::min(end_of(hunks.back()) + lines_around, lines.size());
  const std::size_t shift = hunks.front().before - begin;
  std::size_t new_lines = end - begin;
  for (const Hunk& hunk : hunks) {
    new_lines += hunk.added.size();
    new_lines -= hunk.removed.size();
  }
  text += fmt::format("@@ -{} +{} @@\n", range_text(begin, end - begin),
                      range_text(hunks.front().after - shift, new_lines));
  std::size_t at = begin;
  for (const Hunk& hunk : hunks) {
    for (; at < hunk.before; ++at) {
      print(text, ' ', lines[at]);
    }
    for (const std::string& line : hunk.removed) {
      print(text, '-', line);
    }
    for (const std::string& line : hunk.added) {
      print(text, '+', line);
    }
    at = end_of(hunk);
  }
  for (; at < end; ++at) {
    print(text, ' ', lines[at]);
  }
}

/// Whether two changes can be made one beside the other: some line lies between them.
bool apart(const Hunk& a, const Hunk& b) {
  return end_of(a) < b.before || end_of(b) < a.before;
}

bool same_change(const Hunk& a, const Hunk& b) {
  return a.before == b.before && a.removed == b.removed && a.added == b.added;
}

} // namespace

std::vector<Hunk> changes(std::string_view before, std::string_view after) {
  const std::vector<std::string> lines = lines_of(before);
  std::vector<Hunk> joined;
  for (Hunk& hunk : difference(before, after)) {
    if (!joined.empty()) {
      Hunk& last = joined.back();
      const auto between = std::span(lines).subspan(end_of(last), hunk.before - end_of(last));
      if (std::all_of(between.begin(), between.end(), says_nothing)) {
        for (auto* side : {&last.removed, &last.added}) {
          side->insert(side->end(), between.begin(), between.end());
        }
        last.removed.insert(last.removed.end(), hunk.removed.begin(), hunk.removed.end());
        last.added.insert(last.added.end(), hunk.added.begin(), hunk.added.end());
        continue;
      }
    }
    joined.push_back(std::move(hunk));
  }
  return joined;
}

std::string apply(std::string_view before, const std::vector<Hunk>& hunks, const std::vector<bool>& keep) {
  if (hunks.size() != keep.size()) {
    throw std::logic_error("apply: one flag for each hunk");
  }
  const std::vector<std::string> lines = lines_of(before);
  std::string text;
  std::size_t at = 0;
  const auto copy_to = [&](std::size_t end) {
    for (; at < end; ++at) {
      text += lines.at(at);
    }
  };
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    if (!keep[i]) {
      continue;
    }
    copy_to(hunks[i].before);
    for (const std::string& line : hunks[i].added) {
      text += line;
    }
    at = end_of(hunks[i]);
  }
  copy_to(lines.size());
  return text;
}

std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_name,
                         std::string_view after_name) {
  const std::vector<Hunk> hunks = difference(before, after);
  if (hunks.empty()) {
    return "";
  }
  const std::vector<std::string> lines = lines_of(before);
  std::string text = fmt::format("--- {}\n+++ {}\n", before_name, after_name);
  for (std::size_t first = 0; first < hunks.size();) {
    std::size_t next = first + 1;
    while (next < hunks.size() && hunks[next].before <= end_of(hunks[next - 1]) + 2 * lines_around) {
      ++next;
    }
    print_section(text, lines, std::span(hunks).subspan(first, next - first));
    first = next;
  }
  return text;
}

std::optional<std::string> merge(std::string_view ancestor, std::string_view a, std::string_view b) {
  std::vector<Hunk> all = difference(ancestor, a);
  for (Hunk& hunk : difference(ancestor, b)) {
    const auto clash = std::find_if(all.begin(), all.end(), [&](const Hunk& other) { return !apart(hunk, other); });
    if (clash == all.end()) {
      all.push_back(std::move(hunk));
    } else if (!same_change(hunk, *clash)) {
      return std::nullopt;
    }
  }
  std::sort(all.begin(), all.end(), [](const Hunk& x, const Hunk& y) { return x.before < y.before; });
  return apply(ancestor, all, std::vector<bool>(all.size(), true));
}

} // namespace mapwright::kernel::scientist
