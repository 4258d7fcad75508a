#include "llm/line_match.hpp"

#include "llm/excerpt.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

/// The line with runs of blanks as one and none at the end; with `keep_indentation` those at the beginning stay.
std::string collapsed(std::string_view line, bool keep_indentation) {
  const std::string_view begin = indentation(line);
  std::string out(keep_indentation ? begin : std::string_view());
  bool blank = false;
  for (const char c : line.substr(begin.size())) {
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = true;
      continue;
    }
    if (blank) {
      out += ' ';
    }
    blank = false;
    out += c;
  }
  return trimmed(out).empty() ? std::string() : out;
}

std::vector<std::string> normalised(const Lines& lines, MatchKind kind) {
  std::vector<std::string> out;
  out.reserve(lines.size());
  for (const std::string_view line : lines) {
    out.push_back(kind == MatchKind::exact ? std::string(line) : collapsed(line, kind == MatchKind::whitespace));
  }
  return out;
}

/// How alike two lines are: the characters they share at both ends, of the longer one's. In [0, 1].
double likeness(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < shorter && a[front] == b[front]) {
    ++front;
  }
  std::size_t back = 0;
  while (back < shorter - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) {
    ++back;
  }
  return shorter == 0 ? 0 : static_cast<double>(front + back) / static_cast<double>(std::max(a.size(), b.size()));
}

/// The shift at which most lines agree, and how many do.
struct Alignment {
  std::size_t shift = 0;
  std::size_t agreeing = 0;
};

Alignment best_alignment(const std::vector<std::string>& searched, const std::vector<std::string>& text) {
  Alignment best;
  for (std::size_t shift = 0; shift < text.size(); ++shift) {
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < searched.size() && shift + i < text.size(); ++i) {
      agreeing += !searched[i].empty() && searched[i] == text[shift + i] ? 1U : 0U;
    }
    if (agreeing > best.agreeing) {
      best = {shift, agreeing};
    }
  }
  return best;
}

} // namespace

Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Lines without_blank_ends(Lines lines) {
  const auto filled = [](std::string_view line) { return !trimmed(line).empty(); };
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), filled));
  lines.erase(std::find_if(lines.rbegin(), lines.rend(), filled).base(), lines.end());
  return lines;
}

std::vector<std::size_t> places_of(const Lines& searched, const Lines& text, MatchKind kind) {
  const std::vector<std::string> wanted = normalised(searched, kind);
  const std::vector<std::string> lines = normalised(text, kind);
  std::vector<std::size_t> places;
  for (auto at = lines.begin();; ++at) {
    at = std::search(at, lines.end(), wanted.begin(), wanted.end());
    if (at == lines.end()) {
      return places;
    }
    places.push_back(static_cast<std::size_t>(at - lines.begin()));
  }
}

std::string_view indentation(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string reindented(std::string_view line, std::string_view from, std::string_view to) {
  if (trimmed(line).empty()) {
    return std::string(line);
  }
  if (line.starts_with(from)) {
    return std::string(to) + std::string(line.substr(from.size()));
  }
  // Less indented than the first line of SEARCH: as many blanks fewer than the first line of the text, or none.
  const std::size_t missing = from.size() - std::min(from.size(), indentation(line).size());
  const std::string_view kept = to.substr(0, to.size() - std::min(to.size(), missing));
  return std::string(kept) + std::string(line.substr(indentation(line).size()));
}

std::string nearest_place(const Lines& searched, const Lines& text) {
  const std::vector<std::string> wanted = normalised(searched, MatchKind::indentation);
  const std::vector<std::string> lines = normalised(text, MatchKind::indentation);
  if (lines.empty()) {
    return "the text is empty";
  }
  const Alignment best = best_alignment(wanted, lines);
  std::size_t missing = 0;
  while (best.agreeing > 0 && missing + 1 < wanted.size() && best.shift + missing < lines.size() &&
         wanted[missing] == lines[best.shift + missing]) {
    ++missing;
  }
  std::size_t nearest = std::min(best.shift + missing, lines.size() - 1);
  if (best.agreeing == 0) {
    double most = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (const double alike = likeness(wanted[0], lines[i]); alike > most) {
        most = alike;
        nearest = i;
      }
    }
  }
  return fmt::format("line {} of SEARCH is\n  {}\nand the nearest line of the text, {}, is\n  {}", missing + 1,
                     excerpt(searched[missing]), nearest + 1, excerpt(text[nearest]));
}

} // namespace mapwright::llm
