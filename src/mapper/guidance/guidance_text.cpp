#include "mapper/guidance/guidance.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// How many lines each section may have so that all have at most `lines`: those that need less than an even share leave
/// the rest to the others, the later ones first.
std::vector<std::size_t> shares_of_lines(const std::vector<std::size_t>& needs, std::size_t lines) {
  std::vector<std::size_t> shares(needs.size(), 0);
  std::size_t left = lines;
  for (bool given = true; given && left > 0;) {
    given = false;
    for (std::size_t i = needs.size(); i-- > 0 && left > 0;) {
      if (shares[i] < needs[i]) {
        ++shares[i];
        --left;
        given = true;
      }
    }
  }
  return shares;
}

} // namespace

std::string Guidance::text(GuidanceLevel level, std::size_t lines) const {
  std::vector<std::vector<std::string>> sections{raw};
  if (level != GuidanceLevel::raw && !explain.empty()) {
    sections.push_back({"why:"});
    sections.back().insert(sections.back().end(), explain.begin(), explain.end());
  }
  if (level == GuidanceLevel::suggest && !suggest.empty()) {
    sections.push_back({"what to do:"});
    sections.back().insert(sections.back().end(), suggest.begin(), suggest.end());
  }
  std::vector<std::size_t> needs;
  std::size_t all = 0;
  for (const std::vector<std::string>& section : sections) {
    needs.push_back(section.size());
    all += section.size();
  }
  const std::vector<std::size_t> shares = lines == 0 || lines >= all ? needs : shares_of_lines(needs, lines);
  std::string out;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const bool cut = shares[i] < needs[i];
    const std::size_t shown = cut && shares[i] > 0 ? shares[i] - 1 : shares[i];
    for (std::size_t line = 0; line < shown; ++line) {
      out += sections[i][line] + "\n";
    }
    if (cut && shares[i] > 0) {
      out += fmt::format("... {} more lines\n", needs[i] - shown);
    }
  }
  return out;
}

} // namespace mapwright::mapper
