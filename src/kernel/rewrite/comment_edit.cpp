#include "kernel/rewrite/comment_edit.hpp"

#include "core/words.hpp"
#include "kernel/candidate/comment_block.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The comment's contents: from the line feed behind the word "mapwright" to the end mark.
struct CommentPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<CommentPlace> comment_place(const std::string& source) {
  const auto comment = mapwright_comment(source);
  if (!comment) {
    return std::nullopt;
  }
  constexpr std::string_view word = "mapwright";
  const std::size_t end = comment->size();
  const std::size_t open = source.rfind("/*", end);
  return CommentPlace{source.find(word, open) + word.size(), end};
}

/// The source with a comment, and where that is.
CommentPlace make_comment(std::string& source) {
  if (const auto place = comment_place(source)) {
    if (source[place->begin] != '\n') { // all on one line
      source.insert(place->begin, "\n");
    }
    const CommentPlace now = *comment_place(source);
    if (source[now.end - 1] != '\n') {
      source.insert(now.end, "\n");
    }
  } else {
    source = "/*mapwright\n*/\n" + source;
  }
  return *comment_place(source);
}

/// Where the line of a place in the comment begins whose first word this is; npos when there is none.
std::size_t find_line(const std::string& source, std::size_t begin, std::size_t end, std::string_view first) {
  for (std::size_t at = source.find('\n', begin); at < end; at = source.find('\n', at + 1)) {
    const std::size_t word = std::min(source.find_first_not_of(" \t", at + 1), source.size());
    const std::size_t behind = word + first.size();
    const bool same = source.compare(word, first.size(), first) == 0 && behind <= end;
    if (same && (first.back() == ']' || std::string_view(" \t=\n").find(source[behind]) != std::string_view::npos)) {
      return at + 1;
    }
  }
  return std::string::npos;
}

/// Where a value that begins at `at` ends: its line, or the line on which its brackets close.
std::size_t end_of_value(const std::string& source, std::size_t at) {
  const std::size_t value = source.find_first_not_of(" \t", source.find('=', at) + 1);
  const std::size_t last = source[value] == '[' || source[value] == '{' ? closing(source, value) : value;
  return source.find('\n', last);
}

/// Sets a key between `begin` and `end`; a new one stands at `begin`, which is the end of a line.
void set_key(std::string& source, std::size_t begin, std::size_t end, const std::string& key,
             const std::string& value) {
  const std::string line = fmt::format("{} = {}", key, value);
  if (const std::size_t at = find_line(source, begin, end, key); at != std::string::npos) {
    source.replace(at, end_of_value(source, at) - at, line);
  } else {
    source.insert(begin, "\n" + line);
  }
}

/// Where the first table of the comment begins; its end when there is none.
std::size_t first_table(const std::string& source, const CommentPlace& place) {
  for (std::size_t at = source.find('\n', place.begin); at < place.end; at = source.find('\n', at + 1)) {
    const std::size_t word = source.find_first_not_of(" \t", at + 1);
    if (word < place.end && source[word] == '[') {
      return at + 1;
    }
  }
  return place.end;
}

} // namespace

std::string fresh_name(std::string_view source, const std::string& wanted) {
  const auto is_word = [&](std::size_t at) { return at < source.size() && is_word_character(source[at]); };
  const auto is_free = [&](const std::string& name) {
    for (std::size_t at = source.find(name); at != std::string_view::npos; at = source.find(name, at + 1)) {
      if ((at == 0 || !is_word(at - 1)) && !is_word(at + name.size())) {
        return false;
      }
    }
    return true;
  };
  std::string name = wanted;
  for (int number = 2; !is_free(name); ++number) {
    name = fmt::format("{}{}", wanted, number);
  }
  return name;
}

std::string with_tunable(const std::string& source, const std::string& name, const std::vector<std::int64_t>& values,
                         std::int64_t preset) {
  std::string result = source;
  const CommentPlace place = make_comment(result);
  const std::string line = fmt::format("{} = {{values = [{}], default = {}}}\n", name, fmt::join(values, ", "), preset);
  const std::size_t table = find_line(result, place.begin, place.end, "[tunables]");
  if (table == std::string::npos) {
    std::size_t at = place.end;
    if (const std::size_t lists = result.find("\n[[", place.begin); lists < place.end) {
      at = lists + 1;
    }
    result.insert(at, "[tunables]\n" + line);
    return result;
  }
  std::size_t at = result.find('\n', table) + 1; // behind the last tunable there is
  while (at < place.end && result[at] != '[' && result.compare(at, 2, "*/") != 0) {
    at = std::min(result.find('\n', at) + 1, place.end);
  }
  result.insert(at, line);
  return result;
}

std::string with_defaults(const std::string& source, const std::map<std::string, std::int64_t>& defaults) {
  std::string result = source;
  for (const auto& [name, value] : defaults) {
    const auto place = comment_place(result);
    const std::size_t line = place ? find_line(result, place->begin, place->end, name) : std::string::npos;
    if (line == std::string::npos) {
      continue;
    }
    const std::size_t end = end_of_value(result, line);
    const std::size_t list = result.find('[', line);
    if (list < end) {
      const std::string values = result.substr(list, closing(result, list) + 1 - list);
      result.replace(line, end - line, fmt::format("{} = {{values = {}, default = {}}}", name, values, value));
    }
  }
  return result;
}

std::string with_constraint(const std::string& source, const std::string& constraint) {
  std::string result = source;
  const CommentPlace place = make_comment(result);
  const std::size_t line = find_line(result, place.begin, place.end, "constraints");
  if (line == std::string::npos) {
    result.insert(place.begin, fmt::format("\nconstraints = [\"{}\"]", constraint));
    return result;
  }
  const std::size_t close = closing(result, result.find('[', line));
  result.insert(close, fmt::format(", \"{}\"", constraint));
  return result;
}

std::string with_key(const std::string& source, const std::string& key, const std::string& value) {
  std::string result = source;
  const CommentPlace place = make_comment(result);
  set_key(result, place.begin, first_table(result, place), key, value);
  return result;
}

std::string with_launch_key(const std::string& source, std::size_t launch, const std::string& key,
                            const std::string& value) {
  std::string result = source;
  const auto place = comment_place(result);
  if (!place) {
    return result;
  }
  constexpr std::string_view mark = "[[launch]]";
  std::size_t at = find_line(result, place->begin, place->end, mark);
  for (std::size_t i = 0; i < launch && at != std::string::npos; ++i) {
    at = find_line(result, at, place->end, mark);
  }
  if (at == std::string::npos) {
    return result;
  }
  const std::size_t begin = result.find('\n', at);
  const std::size_t next = std::min(result.find("\n[", begin), place->end);
  set_key(result, begin, next, key, value);
  return result;
}

} // namespace mapwright::kernel::rewrite
