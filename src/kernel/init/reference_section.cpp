#include "kernel/init/reference_section.hpp"

#include <algorithm>
#include <sstream>

namespace mapwright::kernel {

namespace {

/// "ifdef MAPWRIGHT_REFERENCE" of "  # ifdef  MAPWRIGHT_REFERENCE // ...": the first two words of a directive.
std::string directive(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') {
    return {};
  }
  std::istringstream words{std::string(line.substr(hash + 1))};
  std::string first;
  std::string second;
  words >> first >> second;
  return first + " " + second;
}

} // namespace

Result<std::optional<ReferenceSection>> find_reference_section(std::string_view source, const std::string& file) {
  std::optional<ReferenceSection> section;
  std::size_t text_begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string words = directive(source.substr(at, end - at));
    if (!section && words == "ifdef MAPWRIGHT_REFERENCE") {
      section.emplace();
      section->begin = at;
      text_begin = std::min(end + 1, source.size());
      depth = 1;
    } else if (section && words.starts_with("if")) {
      ++depth;
    } else if (section && words.starts_with("endif") && --depth == 0) {
      section->end = std::min(end + 1, source.size());
      section->text = std::string(source.substr(0, at));
      std::transform(section->text.begin(), section->text.begin() + static_cast<std::ptrdiff_t>(text_begin),
                     section->text.begin(), [](char c) { return c == '\n' ? '\n' : ' '; });
      return section;
    }
    at = end + 1;
  }
  if (section) {
    return tl::unexpected<Error>(Error{ErrorKind::input, "#ifdef MAPWRIGHT_REFERENCE is not closed",
                                       locate(source, section->begin, file), "an #endif is missing"});
  }
  return section;
}

} // namespace mapwright::kernel
