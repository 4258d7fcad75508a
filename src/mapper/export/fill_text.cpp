#include "mapper/export/fill_text.hpp"

#include <stdexcept>
#include <vector>

namespace mapwright::mapper {

namespace {

constexpr std::string_view part_begins = "//?if ";
constexpr std::string_view part_ends = "//?end";

/// The name between the braces at the begin of the text; empty where there is none.
std::string_view hole_at(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
  const std::size_t end = text.starts_with("{{") ? text.find_first_not_of(letters, 2) : std::string_view::npos;
  return end != std::string_view::npos && text.substr(end).starts_with("}}") ? text.substr(2, end - 2)
                                                                             : std::string_view();
}

void fill_line(std::string_view line, const TextParts& parts, std::string& out) {
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view name = hole_at(line.substr(at));
    if (name.empty()) {
      out += line[at++];
      continue;
    }
    const auto value = parts.values.find(name);
    if (value == parts.values.end()) {
      throw std::logic_error("fill_text: no value for " + std::string(name));
    }
    out += value->second;
    at += name.size() + 4;
  }
}

} // namespace

std::string fill_text(std::string_view text, const TextParts& parts) {
  std::string out;
  std::vector<bool> open{true}; // of each part around the line: wanted
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with(part_begins)) {
      open.push_back(open.back() && parts.wanted.contains(line.substr(part_begins.size())));
    } else if (line == part_ends) {
      open.pop_back();
    } else if (open.back()) {
      fill_line(line, parts, out);
      out += '\n';
    }
    if (open.empty()) {
      break;
    }
  }
  if (open.size() != 1) {
    throw std::logic_error("fill_text: parts that do not end");
  }
  return out;
}

} // namespace mapwright::mapper
