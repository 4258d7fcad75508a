#include "cli/points_domain.hpp"

#include "report/map_at.hpp"

#include <algorithm>
#include <functional>
#include <variant>

#include <fmt/format.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr std::string_view prefix = "points:";
constexpr std::size_t example_text_limit = std::size_t{1} << 26;
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

template <typename T> bool same_answer(const Result<T>& a, const Result<T>& b) {
  return a && b && *a == *b;
}

/// A number of steps so far beyond `steps` that what is the same at both stays the same: twice the size. Sizes of
/// fractals and of tables, which cost more the larger they are, only append points: for them the next one will do.
Int beyond(const Question& question, std::size_t open, Int steps) {
  const auto& inferred = question.inferred->hypothesis.sizes[open];
  const bool appends =
      domain::has_level(question.domain) || std::holds_alternative<domain::PredicateShape>(question.domain.shape);
  return appends ? steps + 1 : 2 * steps + std::max<Int>(1, inferred.value / inferred.step);
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
  const auto text = file == "-" ? read_all(terminal.in, example_text_limit, "standard input")
                                : read_file(file, example_text_limit, "points");
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
  const auto make = [&](Int tried) {
    return report::MapAt::make(derived, sizes_at(question, *open, tried), question.tables);
  };
  const Int steps = least_steps([&](Int tried) {
    const auto at = make(tried);
    if (!at || at->count() < count) {
      return !at;
    }
    const auto larger = make(beyond(question, *open, tried));
    return count <= 0 || !larger || larger->count() < count ||
           same_answer(at->unrank(count - 1), larger->unrank(count - 1));
  });
  return sizes_at(question, *open, steps);
}

Result<std::vector<Int>> sizes_around(const Question& question, const index_map::Derived& derived,
                                      std::span<const domain::Point> points, const std::string& command) {
  const auto open = open_size(question);
  if (!open) {
    return all_sizes(question, command);
  }
  // Members stay members in larger sizes, and keep an index that they have in two of them, so doubling finds it; what
  // no size below 2^62 contains is outside.
  std::vector<domain::Point> left(points.begin(), points.end());
  Int steps = 0;
  for (Int tried = 0; tried < most_steps && !left.empty(); tried = tried == 0 ? 1 : 2 * tried) {
    const auto at = report::MapAt::make(derived, sizes_at(question, *open, tried), question.tables);
    if (!at) {
      break;
    }
    const auto larger =
        report::MapAt::make(derived, sizes_at(question, *open, beyond(question, *open, tried)), question.tables);
    const auto settled = [&](const domain::Point& point) {
      const auto index = at->rank(point);
      return index && index->has_value() && (!larger || same_answer(index, larger->rank(point)));
    };
    if (std::erase_if(left, settled) > 0) {
      steps = tried;
    }
  }
  return sizes_at(question, *open, steps);
}

} // namespace mapwright::cli
