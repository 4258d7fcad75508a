#include "index_map/infer/quadric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using Vector = std::vector<std::int64_t>;

constexpr std::int64_t most_weight = 4;
constexpr std::int64_t most_radius = std::int64_t{1} << 20;
constexpr std::size_t steps_per_point = 4'096;

struct Form {
  Vector weights;
  Vector centre;
  [[nodiscard]] std::int64_t value(Row x) const {
    std::int64_t sum = 0;
    for (std::size_t d = 0; d < x.size(); ++d) {
      sum += weights[d] * (x[d] - centre[d]) * (x[d] - centre[d]);
    }
    return sum;
  }
};

/// A range in which a bound lies.
struct Range {
  std::int64_t least = 0;
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
};

std::int64_t root(std::int64_t value) {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
  while (r * r > value) {
    --r;
  }
  while ((r + 1) * (r + 1) <= value) {
    ++r;
  }
  return r;
}

/// The greatest r with r*r in the range.
std::optional<std::int64_t> radius_in(const Range& range) {
  const std::int64_t r = root(range.least);
  const std::int64_t up = r * r >= range.least ? r : r + 1;
  return up * up <= range.greatest ? std::optional(up) : std::nullopt;
}

/// What the rows of a lesson say about the two bounds; nothing when they contradict the form.
struct Bounds {
  Range low;
  Range high;
  bool hollow = false; ///< some row has a gap
};

std::optional<Bounds> bounds_of(const Lesson& lesson, const Form& form) {
  const std::size_t last = lesson.all.dimensions() - 1;
  Bounds bounds;
  std::int64_t low = form.value(lesson.all[lesson.begin]);
  std::int64_t high = low;
  std::int64_t outside = std::numeric_limits<std::int64_t>::max();
  std::int64_t inside = -1; // the greatest value in a gap
  Vector beside;
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    const Row point = lesson.all[i];
    low = std::min(low, form.value(point));
    high = std::max(high, form.value(point));
    const bool starts = i == lesson.begin || !same_point(lesson.all[i - 1].first(last), point.first(last));
    beside.assign(point.begin(), point.end());
    if (starts && (i > lesson.begin || lesson.begin == 0)) {
      --beside[last];
      outside = std::min(outside, form.value(beside));
    }
    if (i + 1 == lesson.end) {
      continue;
    }
    const Row next = lesson.all[i + 1];
    beside.assign(point.begin(), point.end());
    ++beside[last];
    if (!same_point(next.first(last), point.first(last))) {
      outside = std::min(outside, form.value(beside));
    } else if (next[last] != point[last] + 1) {
      bounds.hollow = true;
      inside = std::max(inside, form.value(beside));
      beside[last] = next[last] - 1;
      inside = std::max(inside, form.value(beside));
    }
  }
  if (outside <= high || inside >= low) {
    return std::nullopt;
  }
  bounds.high = {high, outside - 1};
  bounds.low = {inside + 1, low};
  return bounds;
}

/// The points of the box around the form, in order, that lie within the bounds.
PointList points_within(const Form& form, std::int64_t low, std::int64_t high, std::size_t count) {
  const std::size_t axes = form.weights.size();
  PointList points(axes);
  Vector reach(axes);
  Vector at(axes);
  for (std::size_t d = 0; d < axes; ++d) {
    reach[d] = root(high / form.weights[d]);
    at[d] = form.centre[d] - reach[d];
  }
  for (std::size_t steps = (count + 64) * steps_per_point; steps > 0 && points.size() < count; --steps) {
    const std::int64_t value = form.value(at);
    if (low <= value && value <= high) {
      points.push(at);
    }
    std::size_t d = axes;
    while (d > 0 && at[d - 1] == form.centre[d - 1] + reach[d - 1]) {
      --d;
      at[d] = form.centre[d] - reach[d];
    }
    if (d == 0) {
      break;
    }
    ++at[d - 1];
  }
  return points;
}

std::string form_text(const Form& form, const std::vector<std::string>& names) {
  std::vector<std::string> terms;
  for (std::size_t d = 0; d < names.size(); ++d) {
    const std::string x = form.centre[d] == 0  ? names[d]
                          : form.centre[d] > 0 ? fmt::format("({} - {})", names[d], form.centre[d])
                                               : fmt::format("({} + {})", names[d], -form.centre[d]);
    terms.push_back(form.weights[d] == 1 ? fmt::format("{0}*{0}", x) : fmt::format("{1}*{0}*{0}", x, form.weights[d]));
  }
  return fmt::format("{}", fmt::join(terms, " + "));
}

std::string fresh(const std::vector<std::string>& taken, std::vector<std::string> names) {
  for (std::string& name : names) {
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) {
      return name;
    }
  }
  return names.front() + "_";
}

Hypothesis hypothesis_of(const Form& form, const Bounds& bounds, const std::vector<std::string>& names) {
  const auto outer = radius_in(bounds.high);
  const auto inner = radius_in(bounds.low);
  const std::int64_t high = outer ? *outer * *outer : bounds.high.least;
  const std::int64_t low = !bounds.hollow ? 0 : inner ? *inner * *inner : bounds.low.greatest;
  const bool round = std::all_of(form.weights.begin(), form.weights.end(), [](std::int64_t w) { return w == 1; });
  const bool central = std::all_of(form.centre.begin(), form.centre.end(), [](std::int64_t c) { return c == 0; });
  const bool sized = outer && (!bounds.hollow || inner) && round && central;
  const std::string r = fresh(names, {"r", "radius"});
  const std::string q = fresh(names, {"q", "inner_radius"});
  std::vector<std::string> box;
  for (std::size_t d = 0; d < names.size(); ++d) {
    const std::int64_t reach = root(high / form.weights[d]);
    box.push_back(sized ? fmt::format("[-{0}, {0}]", r)
                        : fmt::format("[{}, {}]", form.centre[d] - reach, form.centre[d] + reach));
  }
  const std::string value = form_text(form, names);
  std::string condition = fmt::format("{} <= {}", value, sized ? fmt::format("{0}*{0}", r) : fmt::format("{}", high));
  if (bounds.hollow) {
    condition =
        fmt::format("{} <= {} and {}", sized ? fmt::format("{0}*{0}", q) : fmt::format("{}", low), value, condition);
  }
  Hypothesis h;
  h.kind = "predicate";
  h.text =
      fmt::format("where:{}[{}] in {} : {}", sized ? fmt::format("[{}{}] -> ", r, bounds.hollow ? ", " + q : "") : "",
                  fmt::join(names, ", "), fmt::join(box, "x"), condition);
  h.laws = {fmt::format("{}{} <= {}", bounds.hollow ? fmt::format("{} <= ", low) : "", value, high)};
  h.bits = 8 + bits_of(outer.value_or(high)) + (outer ? 0 : 4) +
           (bounds.hollow ? bits_of(inner.value_or(low)) + (inner ? 2 : 6) : 0);
  for (std::size_t d = 0; d < names.size(); ++d) {
    h.bits += bits_of(form.weights[d] - 1) + bits_of(form.centre[d]);
  }
  if (sized) {
    h.sizes.push_back({r, *outer, false, 1});
    if (bounds.hollow) {
      h.sizes.push_back({q, *inner, false, 1});
    }
    h.constants.push_back(*outer);
    if (bounds.hollow) {
      h.constants.push_back(*inner);
    }
  }
  h.points = [form, low, high](std::size_t count) { return points_within(form, low, high, count); };
  return h;
}

/// The origin, and the middle of the box around the points.
std::vector<Vector> centres(const Lesson& lesson) {
  const std::size_t axes = lesson.all.dimensions();
  Vector low(lesson.all[lesson.begin].begin(), lesson.all[lesson.begin].end());
  Vector high = low;
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    for (std::size_t d = 0; d < axes; ++d) {
      low[d] = std::min(low[d], lesson.all[i][d]);
      high[d] = std::max(high[d], lesson.all[i][d]);
    }
  }
  Vector middle(axes);
  std::int64_t greatest = 0;
  for (std::size_t d = 0; d < axes; ++d) {
    middle[d] = (low[d] + high[d]) / 2;
    greatest = std::max({greatest, -low[d], high[d]});
  }
  if (greatest > most_radius) {
    return {};
  }
  std::vector<Vector> all{Vector(axes)};
  if (middle != all[0]) {
    all.push_back(middle);
  }
  return all;
}

} // namespace

std::vector<Hypothesis> fit_quadrics(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  std::vector<Hypothesis> found;
  const std::size_t axes = lesson.all.dimensions();
  if (axes < 2 || axes > 4 || lesson.spread || lesson.end < lesson.begin + 4) {
    return found;
  }
  for (std::size_t i = lesson.begin + 1; i < lesson.end; ++i) {
    const Row a = lesson.all[i - 1];
    const Row b = lesson.all[i];
    if (!std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end())) {
      return found;
    }
  }
  for (const Vector& centre : centres(lesson)) {
    Form form{Vector(axes, 1), centre};
    for (;;) {
      const std::int64_t common = std::accumulate(form.weights.begin(), form.weights.end(), std::int64_t{0},
                                                  std::gcd<std::int64_t, std::int64_t>);
      const auto bounds = common == 1 ? bounds_of(lesson, form) : std::nullopt;
      if (bounds) {
        Hypothesis h = hypothesis_of(form, *bounds, dimensions);
        if (holds(h.points(lesson.end + 1), lesson)) {
          found.push_back(std::move(h));
          return found;
        }
      }
      std::size_t d = axes;
      while (d > 0 && form.weights[d - 1] == most_weight) {
        form.weights[--d] = 1;
      }
      if (d == 0) {
        break;
      }
      ++form.weights[d - 1];
    }
  }
  return found;
}

} // namespace mapwright::index_map::infer
