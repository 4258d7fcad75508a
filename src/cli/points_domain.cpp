#include "cli/points_domain.hpp"

#include <functional>

#include <fmt/format.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr std::string_view prefix = "points:";
constexpr std::size_t points_text_limit = std::size_t{1} << 26;
constexpr Int most_steps = Int{1} << 62;

/// The position of the size that grows and is not given; nothing when there is none.
std::optional<std::size_t> open_size(const Question& question) {
  if (question.inferred == nullptr) {
    return std::nullopt;
  }
  const auto& sizes = question.inferred->hypothesis.sizes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i].grows && !question.sizes[i]) {
      return i;
    }
  }
  return std::nullopt;
}

/// The sizes with the open one `steps` steps beyond its least value.
std::vector<Int> sizes_at(const Question& question, std::size_t open, Int steps) {
  std::vector<Int> sizes;
  for (std::size_t i = 0; i < question.sizes.size(); ++i) {
    const auto& inferred = question.inferred->hypothesis.sizes[i];
    sizes.push_back(i == open ? inferred.value + steps * inferred.step : question.sizes[i].value_or(inferred.value));
  }
  return sizes;
}

/// The least number of steps at which `enough` holds; it holds from there on. Sizes too large to answer count as
/// enough.
Int least_steps(const std::function<bool(Int)>& enough) {
  if (enough(0)) {
    return 0;
  }
  Int low = 0;
  Int high = 1;
  while (high < most_steps && !enough(high)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    const Int middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

} // namespace

bool names_points(std::string_view domain) {
  return domain.starts_with(prefix);
}

Result<index_map::infer::Inference> infer_domain(std::string_view domain, Terminal& terminal) {
  const std::string file(domain.substr(prefix.size()));
  if (file.empty()) {
    return fail(ErrorKind::input, "points: needs the name of a file", "e.g. points:examples.csv");
  }
  const auto text = file == "-" ? read_all(terminal.in, points_text_limit, "standard input")
                                : read_file(file, points_text_limit, "points");
  if (!text) {
    return forward(text);
  }
  const auto examples = index_map::infer::read_examples(*text, file == "-" ? "<stdin>" : file);
  if (!examples) {
    return forward(examples);
  }
  return index_map::infer::infer(*examples);
}

Result<std::vector<Int>> sizes_with(const Question& question, const index_map::Derived& derived, Int count,
                                    const std::string& command) {
  const auto open = open_size(question);
  if (!open) {
    return all_sizes(question, command);
  }
  const Int steps = least_steps([&](Int tried) {
    const auto at = report::MapAt::make(derived, sizes_at(question, *open, tried), question.tables);
    return !at || at->count() >= count;
  });
  return sizes_at(question, *open, steps);
}

Result<std::vector<Int>> sizes_around(const Question& question, const index_map::Derived& derived,
                                      std::span<const domain::Point> points, const std::string& command) {
  const auto open = open_size(question);
  if (!open) {
    return all_sizes(question, command);
  }
  // Members stay members in larger sizes, so doubling finds them; what no size below 2^62 contains is outside.
  for (Int tried = 0; tried < most_steps; tried = tried == 0 ? 1 : 2 * tried) {
    const auto at = report::MapAt::make(derived, sizes_at(question, *open, tried), question.tables);
    if (!at) {
      break;
    }
    bool inside = true;
    for (const domain::Point& point : points) {
      const auto index = at->rank(point);
      inside = inside && index && index->has_value();
    }
    if (inside) {
      return at->sizes();
    }
  }
  return sizes_at(question, *open, 0);
}

} // namespace mapwright::cli
