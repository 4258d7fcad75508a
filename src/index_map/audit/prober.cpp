#include "index_map/audit/prober.hpp"

#include "index_map/candidate/expected.hpp"

#include <algorithm>

namespace mapwright::index_map::audit {

using candidate::Answer;
using candidate::Request;

namespace {

constexpr std::uint64_t least_at_once = std::uint64_t{1} << 12U; ///< points asked for in the first run
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20U;  ///< and in any
constexpr std::chrono::milliseconds short_run{250};              ///< the run after it asks for four times as many

/// The first k < count at which point first + k of `answer` is not point k of `expected`; count when all agree.
std::uint64_t first_difference(const Answer& answer, std::uint64_t first, std::uint64_t count,
                               const Columns& expected) {
  std::uint64_t equal = count;
  for (std::size_t d = 0; d < answer.columns.size(); ++d) {
    const auto from = answer.columns[d].begin() + static_cast<std::ptrdiff_t>(first);
    const auto found = std::mismatch(from, from + static_cast<std::ptrdiff_t>(equal), expected[d].begin());
    equal = static_cast<std::uint64_t>(found.first - from);
  }
  return equal;
}

std::vector<Int> point_of(const Columns& columns, std::uint64_t k) {
  std::vector<Int> point;
  for (const auto& column : columns) {
    point.emplace_back(column[static_cast<std::size_t>(k)]);
  }
  return point;
}

} // namespace

std::optional<Wrong> Prober::stop_at(const Oracle& oracle, std::int64_t index, const Answer& answer) {
  if (!answer.stopped) {
    out_of_time_ = true;
    return std::nullopt;
  }
  return Wrong{oracle.sized().size, index, oracle.point(index), {}, *answer.stopped, answer.said};
}

Result<std::optional<Wrong>> Prober::first_wrong(std::span<const Probe> probes) {
  std::vector<Request> requests;
  for (const Probe& probe : probes) {
    for (const std::int64_t index : probe.indices) {
      requests.push_back({probe.oracle->sized().size, index, 1});
    }
  }
  if (requests.empty() || out_of_time_) {
    return std::optional<Wrong>();
  }
  const auto answer = subject_.run(requests);
  if (!answer) {
    return forward(answer);
  }
  std::uint64_t at = 0;
  for (const Probe& probe : probes) {
    const std::uint64_t there = std::min<std::uint64_t>(probe.indices.size(), answer->points - at);
    const Columns expected = probe.oracle->points(probe.indices);
    const std::uint64_t right = first_difference(*answer, at, there, expected);
    compared_ += right;
    if (right < there) {
      ++compared_;
      return std::optional(Wrong{probe.oracle->sized().size, probe.indices[right], point_of(expected, right),
                                 point_of(answer->columns, at + right)});
    }
    if (there < probe.indices.size()) {
      return stop_at(*probe.oracle, probe.indices[there], *answer);
    }
    at += there;
  }
  return std::optional<Wrong>();
}

Result<std::optional<Wrong>> Prober::first_wrong(const Oracle& oracle, std::vector<std::int64_t> ascending) {
  const Probe probe{&oracle, std::move(ascending)};
  return first_wrong(std::span(&probe, 1));
}

Result<Stretch> Prober::first_wrong_between(const Oracle& oracle, std::int64_t first, std::int64_t end) {
  std::optional<candidate::Expected> scan;
  if (first == 0 && end > 0) {
    auto opened = candidate::Expected::open(reference_, oracle.sized().size, oracle.map().domain.dimensions.size());
    if (!opened) {
      return forward(opened);
    }
    scan = std::move(*opened);
  }
  std::int64_t from = first;
  std::uint64_t at_once = least_at_once; // of a slow function few, so that the deadline is kept
  while (from < end && !out_of_time_ && (first > 0 || Clock::now() < deadline_)) {
    const auto count = std::min(at_once, static_cast<std::uint64_t>(end - from));
    const auto asked = Clock::now();
    const auto answer = ask(oracle, from, from + static_cast<std::int64_t>(count));
    if (!answer) {
      return forward(answer);
    }
    at_once = Clock::now() - asked < short_run ? std::min(most_at_once, 4 * at_once) : at_once;
    Columns expected;
    if (!scan) {
      std::vector<std::int64_t> indices(static_cast<std::size_t>(count));
      for (std::size_t k = 0; k < indices.size(); ++k) {
        indices[k] = from + static_cast<std::int64_t>(k);
      }
      expected = oracle.points(indices);
    } else if (!scan->fill(count)) {
      return fail(ErrorKind::internal, "the domain's points cannot be listed up to its count");
    }
    const Columns& wanted = scan ? scan->columns() : expected;
    const std::uint64_t right = first_difference(*answer, 0, answer->points, wanted);
    compared_ += right;
    const std::int64_t index = from + static_cast<std::int64_t>(right);
    if (right < answer->points) {
      ++compared_;
      return Stretch{Wrong{oracle.sized().size, index, point_of(wanted, right), point_of(answer->columns, right)},
                     index};
    }
    if (answer->points < count) {
      return Stretch{stop_at(oracle, index, *answer), index};
    }
    from += static_cast<std::int64_t>(count);
  }
  return Stretch{std::nullopt, from};
}

Result<Answer> Prober::ask(const Oracle& oracle, std::int64_t first, std::int64_t end) {
  const Request request{oracle.sized().size, first, static_cast<std::uint64_t>(end - first)};
  return subject_.run(std::span(&request, 1));
}

} // namespace mapwright::index_map::audit
