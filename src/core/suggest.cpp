#include "core/suggest.hpp"

#include <algorithm>
#include <numeric>

namespace mapwright {

namespace {

/// Levenshtein distance: insertions, deletions and replacements of one byte.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

} // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = 0;
  if (name.size() > 64) {
    return best;
  }
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    const std::size_t allowed = (std::max(name.size(), candidate.size()) + 1) / 3;
    if (distance <= allowed && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggest(std::string_view name, const std::vector<std::string>& known, std::string otherwise) {
  const std::string near = nearest_name(name, known);
  return near.empty() ? std::move(otherwise) : "did you mean '" + near + "'?";
}

} // namespace mapwright
