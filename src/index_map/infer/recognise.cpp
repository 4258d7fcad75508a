#include "index_map/infer/recognise.hpp"

#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "domain/reference.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using domain::Domain;
using domain::Reference;
using Sizes = std::vector<std::int64_t>;

constexpr std::size_t most_guesses = 24; ///< values tried of one size
constexpr std::size_t most_sizes = 24;   ///< sizes of one entry that fit a lesson
constexpr std::int64_t most_level = 20;

/// The first `count` points of a domain at one size; what cannot be scanned has none.
PointList scan(const Reference& reference, const Sizes& sizes, std::size_t axes, std::size_t count) {
  PointList points(axes);
  const std::vector<expr::Int> values(sizes.begin(), sizes.end());
  domain::ScanOptions options;
  options.count_first = false;
  options.budget = 4 * count + 512; // a wrong size may need many steps to its first point
  auto scanner = reference.scan(values, {}, options);
  if (!scanner) {
    return points;
  }
  std::vector<std::vector<std::int64_t>> columns(axes, std::vector<std::int64_t>(count));
  std::vector<std::int64_t*> pointers;
  for (std::vector<std::int64_t>& column : columns) {
    pointers.push_back(column.data());
  }
  const std::size_t filled = scanner->fill(pointers, count);
  std::vector<std::int64_t> point(axes);
  for (std::size_t i = 0; i < filled; ++i) {
    for (std::size_t d = 0; d < axes; ++d) {
      point[d] = columns[d][i];
    }
    points.push(point);
  }
  return points;
}

/// An entry of the catalogue as a domain with sizes to be found.
class Attempt {
public:
  Attempt(std::string name, Domain domain, Reference reference, const Lesson& lesson)
      : name_(std::move(name)), domain_(std::move(domain)),
        reference_(std::make_shared<const Reference>(std::move(reference))), lesson_(lesson) {}

  /// The sizes at which the lesson's points come first, as hypotheses.
  [[nodiscard]] std::vector<Hypothesis> solve(const std::vector<std::int64_t>& guesses, std::int64_t large) const {
    std::vector<Hypothesis> found;
    const bool level = domain_.parameters.size() == 1 && domain_.parameters[0].name() == "level";
    if (level) {
      if (auto h = solve_level()) {
        found.push_back(std::move(*h));
      }
      return found;
    }
    const bool predicate = std::holds_alternative<domain::PredicateShape>(domain_.shape);
    std::vector<std::int64_t> values = guesses;
    if (!predicate) {
      values.insert(values.begin(), large);
    }
    const std::size_t parameters = domain_.parameters.size();
    std::vector<std::size_t> choice(parameters);
    for (;;) {
      Sizes sizes;
      std::size_t growing = 0;
      for (const std::size_t c : choice) {
        sizes.push_back(values[c]);
        growing += static_cast<std::size_t>(!predicate && c == 0);
      }
      if (growing <= 1 && matches(sizes) && (growing == 0 || goes_on(sizes)) && determines(sizes, large)) {
        found.push_back(hypothesis(sizes, large));
      }
      std::size_t p = 0;
      while (p < parameters && choice[p] + 1 == values.size()) {
        choice[p++] = 0;
      }
      if (p == parameters || found.size() == most_sizes) {
        return found;
      }
      ++choice[p];
    }
  }

private:
  /// Most attempts differ in the first points already.
  [[nodiscard]] bool matches(const Sizes& sizes) const {
    const std::size_t axes = domain_.dimensions.size();
    const Lesson start{lesson_.all, lesson_.begin, std::min(lesson_.end, lesson_.begin + 4)};
    return holds(scan(*reference_, sizes, axes, start.end + 1), start) &&
           holds(scan(*reference_, sizes, axes, lesson_.end + 1), lesson_);
  }

  /// Whether there are points beyond those of the list: the growing size does let the domain grow.
  [[nodiscard]] bool goes_on(const Sizes& sizes) const {
    const std::size_t more = lesson_.all.size() + 1;
    return scan(*reference_, sizes, domain_.dimensions.size(), more).size() == more;
  }

  /// Whether no size but the growing one can be one larger: of a size beyond what the points show nothing is known.
  /// All points are looked at where the sizes fit them, otherwise the lesson.
  [[nodiscard]] bool determines(const Sizes& sizes, std::int64_t large) const {
    const std::size_t axes = domain_.dimensions.size();
    const std::size_t count = lesson_.all.size();
    const bool fits_all = scan(*reference_, sizes, axes, count) == lesson_.all;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
      Sizes larger = sizes;
      ++larger[p];
      if (sizes[p] != large && (fits_all ? scan(*reference_, larger, axes, count) == lesson_.all : matches(larger))) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::function<PointList(std::size_t)> points_at(Sizes sizes) const {
    return [reference = reference_, axes = domain_.dimensions.size(), sizes = std::move(sizes)](std::size_t count) {
      return scan(*reference, sizes, axes, count);
    };
  }

  [[nodiscard]] std::optional<Hypothesis> solve_level() const {
    for (std::int64_t level = 1; level <= most_level; ++level) {
      if (scan(*reference_, {level}, domain_.dimensions.size(), lesson_.all.size()).size() < lesson_.all.size() ||
          !matches({level})) {
        continue;
      }
      Hypothesis h = named(name_);
      const std::int64_t step = matches({level + 1}) ? 1 : matches({level + 2}) ? 2 : 0;
      h.sizes = {{"level", level, step > 0, std::max<std::int64_t>(step, 1)}};
      h.points = [reference = reference_, axes = domain_.dimensions.size(), level, step](std::size_t count) {
        std::int64_t at = level;
        PointList points = scan(*reference, {at}, axes, count);
        while (step > 0 && points.size() < count && at < 2 * most_level) {
          at += step;
          points = scan(*reference, {at}, axes, count);
        }
        return points;
      };
      return h;
    }
    return std::nullopt;
  }

  [[nodiscard]] static Hypothesis named(const std::string& text) {
    Hypothesis h;
    h.kind = "catalogue";
    h.text = text;
    h.bits = std::log2(static_cast<double>(domain::catalogue().size()));
    return h;
  }

  /// Where one size grows the others are constants of the text; otherwise all are sizes that were seen.
  [[nodiscard]] Hypothesis hypothesis(Sizes sizes, std::int64_t large) const {
    Hypothesis h = named(name_);
    const auto growing = std::find(sizes.begin(), sizes.end(), large);
    std::vector<std::string> bound;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
      const std::string& name = domain_.parameters[p].name();
      if (sizes[p] == large) {
        h.sizes.push_back({name, least_size(sizes, p), true, 1});
        continue;
      }
      h.bits += bits_of(sizes[p]);
      if (growing == sizes.end()) {
        h.sizes.push_back({name, sizes[p], false, 1});
      } else {
        bound.push_back(fmt::format("{}={}", name, sizes[p]));
      }
    }
    if (!bound.empty()) {
      const bool has_constants = h.text.ends_with(')');
      h.text = has_constants ? fmt::format("{},{})", h.text.substr(0, h.text.size() - 1), fmt::join(bound, ","))
                             : fmt::format("{}({})", h.text, fmt::join(bound, ","));
    }
    if (growing == sizes.end()) {
      h.points = points_at(std::move(sizes));
      return h;
    }
    const auto at = static_cast<std::size_t>(growing - sizes.begin());
    h.points = [reference = reference_, axes = domain_.dimensions.size(), sizes, at, large](std::size_t count) {
      Sizes larger = sizes; // as large as the number of points: the entry has that many
      larger[at] = std::max(large, static_cast<std::int64_t>(count) + 1);
      return scan(*reference, larger, axes, count);
    };
    return h;
  }

  /// The least value of size `p` with as many points as the list has.
  [[nodiscard]] std::int64_t least_size(Sizes sizes, std::size_t p) const {
    const PointList most = scan(*reference_, sizes, domain_.dimensions.size(), lesson_.all.size());
    std::int64_t low = 0;
    std::int64_t high = sizes[p];
    while (low < high) {
      sizes[p] = low + (high - low) / 2;
      if (scan(*reference_, sizes, domain_.dimensions.size(), lesson_.all.size()) == most) {
        high = sizes[p];
      } else {
        low = sizes[p] + 1;
      }
    }
    return high;
  }

  std::string name_;
  Domain domain_;
  std::shared_ptr<const Reference> reference_;
  const Lesson& lesson_;
};

/// Whether the point begins a row, or continues one, that the lesson holds back.
class HeldRows {
public:
  explicit HeldRows(const Lesson& lesson) : lesson_(lesson) {}
  bool next(std::size_t i) {
    const std::size_t outer = lesson_.all.dimensions() - 1;
    rows_ += static_cast<std::size_t>(i > lesson_.begin &&
                                      !same_point(lesson_.all[i].first(outer), lesson_.all[i - 1].first(outer)));
    return lesson_.spread && rows_ % 3 == 2;
  }

private:
  const Lesson& lesson_;
  std::size_t rows_ = 0;
};

/// Values sizes may have: the constants, then the extents of the points, each with its neighbours.
std::vector<std::int64_t> guesses_of(const Lesson& lesson, const std::vector<std::int64_t>& constants) {
  std::vector<std::int64_t> values;
  const auto add = [&](std::int64_t value) {
    if (value >= 0 && std::find(values.begin(), values.end(), value) == values.end() && values.size() < most_guesses) {
      values.push_back(value);
    }
  };
  const auto add_around = [&](std::int64_t value) {
    const std::int64_t size = std::abs(value);
    for (const std::int64_t near : {size, size + 1, size - 1}) {
      add(near);
    }
  };
  const std::size_t axes = lesson.all.dimensions();
  std::vector<std::int64_t> low(lesson.all[lesson.begin].begin(), lesson.all[lesson.begin].end());
  std::vector<std::int64_t> high = low;
  HeldRows rows(lesson);
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    if (rows.next(i)) {
      continue;
    }
    for (std::size_t d = 0; d < axes; ++d) {
      low[d] = std::min(low[d], lesson.all[i][d]);
      high[d] = std::max(high[d], lesson.all[i][d]);
    }
  }
  add(0);
  for (std::size_t d = 0; d < axes; ++d) {
    add(high[d] + 1);
    add(-low[d]);
    add((high[d] + 1) / 2);
    add((high[d] + 1) / 4);
  }
  for (const std::int64_t constant : constants) {
    add_around(constant);
  }
  return values;
}

/// The texts of an entry: its name, with the constant that gives it as many dimensions where it has one.
std::string text_of(const domain::Entry& entry, std::size_t axes) {
  for (const domain::EntryParameter& parameter : entry.parameters) {
    if (parameter.constant) {
      return static_cast<std::size_t>(*parameter.constant) == axes
                 ? entry.names.front()
                 : fmt::format("{}({}={})", entry.names.front(), parameter.name, axes);
    }
  }
  return entry.names.front();
}

} // namespace

std::vector<Hypothesis> recognise(const Lesson& lesson, const std::vector<std::int64_t>& constants) {
  std::vector<Hypothesis> found;
  const std::size_t axes = lesson.all.dimensions();
  const std::vector<std::int64_t> guesses = guesses_of(lesson, constants);
  std::int64_t large = static_cast<std::int64_t>(lesson.all.size()) + 64;
  for (const std::int64_t guess : guesses) {
    large = std::max(large, 4 * guess + 64);
  }
  for (const domain::Entry& entry : domain::catalogue()) {
    if (entry.ragged || entry.row == 9) { // run-time tables
      continue;
    }
    const std::string text = text_of(entry, axes);
    auto domain = domain::parse_domain(text);
    if (!domain || domain->dimensions.size() != axes) {
      continue;
    }
    auto reference = Reference::make(*domain);
    if (!reference) {
      continue;
    }
    const Attempt attempt(text, std::move(*domain), std::move(*reference), lesson);
    std::vector<Hypothesis> solved = attempt.solve(guesses, large);
    std::move(solved.begin(), solved.end(), std::back_inserter(found));
  }
  return found;
}

} // namespace mapwright::index_map::infer
