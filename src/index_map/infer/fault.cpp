#include "index_map/infer/fault.hpp"

#include "index_map/infer/classes.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

/// Whether the points from `at` on are the predicted ones from `from` on.
bool continues(const PointList& points, std::size_t at, const PointList& predicted, std::size_t from) {
  if (points.size() - at + from > predicted.size()) {
    return false;
  }
  for (std::size_t i = at; i < points.size(); ++i) {
    if (!same_point(points[i], predicted[from + i - at])) {
      return false;
    }
  }
  return true;
}

/// The one fault that makes the points out of the predicted ones.
std::optional<PointFault> align(const PointList& points, const PointList& predicted) {
  const std::size_t at = first_difference(points, predicted);
  if (at >= points.size()) {
    return std::nullopt;
  }
  PointFault fault;
  fault.index = at;
  if (at < predicted.size()) {
    fault.expected.assign(predicted[at].begin(), predicted[at].end());
  }
  if (continues(points, at + 1, predicted, at)) {
    const bool repeats = at > 0 && same_point(points[at], points[at - 1]);
    fault.kind = repeats ? FaultKind::doubled : FaultKind::extra;
    if (repeats || at + 1 < points.size()) {
      return fault;
    }
  }
  if (at < predicted.size() && continues(points, at, predicted, at + 1)) {
    fault.kind = FaultKind::missing;
    return fault;
  }
  if (at < predicted.size() && continues(points, at + 1, predicted, at + 1)) {
    fault.kind = FaultKind::wrong;
    return fault;
  }
  return std::nullopt;
}

std::string csv_of(Row point) {
  return fmt::format("{}", fmt::join(point, ","));
}

} // namespace

std::optional<PointFault> locate_fault(const Examples& examples) {
  const PointList& points = examples.points;
  const std::size_t count = points.size();
  std::optional<PointFault> best;
  const std::pair<std::size_t, std::size_t> windows[] = {
      {0, count / 2}, {0, 3 * count / 4}, {count / 2, count}, {count / 4, count}};
  for (const auto& [begin, end] : windows) {
    if (end < begin + 4 || best) {
      continue;
    }
    for (Hypothesis& h : propose({points, begin, end}, examples.dimensions)) {
      const bool evident = static_cast<double>((end - begin) * points.dimensions()) >= 2 * h.bits;
      if (h.weak || !evident || (best && best->hypothesis.bits <= h.bits)) {
        continue;
      }
      if (auto fault = align(points, h.points(count + 2))) {
        fault->hypothesis = std::move(h);
        best = std::move(fault);
      }
    }
  }
  return best;
}

Error describe(const PointFault& fault, const Examples& examples) {
  const std::size_t i = fault.index;
  const int line = examples.lines[i];
  std::string message;
  std::string hint;
  switch (fault.kind) {
  case FaultKind::missing:
    message = fmt::format("a point is missing before this line: {} at index {}", text_of(Row(fault.expected)), i);
    hint = fmt::format("insert {} before line {}", csv_of(fault.expected), line);
    break;
  case FaultKind::doubled:
    message = fmt::format("the point {} is there twice: at index {} and {}", text_of(examples.points[i]), i - 1, i);
    hint = fmt::format("remove line {}", line);
    break;
  case FaultKind::extra:
    message = fmt::format("the point {} at index {} does not belong here", text_of(examples.points[i]), i);
    hint = fmt::format("remove line {}", line);
    break;
  case FaultKind::wrong:
    message = fmt::format("the point {} at index {} is wrong: {} was expected", text_of(examples.points[i]), i,
                          text_of(Row(fault.expected)));
    hint = fmt::format("replace line {} by {}", line, csv_of(fault.expected));
    break;
  }
  message += fmt::format("; all other points are the first ones of {}", fault.hypothesis.text);
  return {ErrorKind::answer_no, std::move(message), SourceLocation{examples.file, line, 1, examples.sources[i]},
          std::move(hint)};
}

std::optional<Error> contradiction(const Examples& examples) {
  std::map<std::vector<std::int64_t>, std::size_t> seen;
  for (std::size_t i = 0; i < examples.points.size(); ++i) {
    const Row point = examples.points[i];
    const auto [place, fresh] = seen.emplace(std::vector<std::int64_t>(point.begin(), point.end()), i);
    if (!fresh) {
      return Error{ErrorKind::input,
                   fmt::format("the points contradict each other: {} stands at index {} and, on line {}, at index {}",
                               text_of(point), i, examples.lines[place->second], place->second),
                   SourceLocation{examples.file, examples.lines[i], 1, examples.sources[i]},
                   "a map gives every point one index"};
    }
  }
  return std::nullopt;
}

} // namespace mapwright::index_map::infer
