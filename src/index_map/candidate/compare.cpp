#include "index_map/candidate/compare.hpp"

#include "index_map/agree.hpp"
#include "index_map/candidate/expected.hpp"
#include "index_map/candidate/marks.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

namespace {

constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20U; ///< points asked for in one run

std::vector<Int> point_at(const std::vector<std::vector<std::int64_t>>& columns, std::uint64_t k) {
  std::vector<Int> point;
  for (const auto& column : columns) {
    point.emplace_back(column[static_cast<std::size_t>(k)]);
  }
  return point;
}

class Comparison {
public:
  Comparison(const Comparand& comparand, CandidateReport& report)
      : c_(comparand), report_(report), dimensions_(comparand.domain.dimensions.size()) {}

  Result<void> run() {
    const std::uint64_t most = std::min(c_.most_points, c_.subject.most_points());
    const CountOf count = [this](const std::vector<std::int64_t>& size) { return count_at(size); };
    sizes_ = exhaustive_sizes(c_.given, count, most, c_.subject.limits());
    if (sizes_.empty()) {
      return fail(ErrorKind::input,
                  fmt::format("no size of the domain has at most {} points and fits the types of the function", most),
                  "give smaller sizes, or allow more points");
    }
    report_.verdict = CandidateVerdict::exhaustive;
    if (auto done = compare_sizes(); !done) {
      return done;
    }
    if (going_on() && c_.map != nullptr) {
      if (auto done = compare_borders(large_sizes(c_.given, count, c_.domain, c_.subject.limits())); !done) {
        return done;
      }
    }
    summarize();
    return {};
  }

private:
  [[nodiscard]] bool going_on() const { return report_.verdict == CandidateVerdict::exhaustive && !out_of_time_; }

  [[nodiscard]] bool in_order() const { return going_on() && report_.order.empty(); }

  [[nodiscard]] std::optional<Int> count_at(const std::vector<std::int64_t>& size) const {
    if (c_.map != nullptr) {
      const auto count = expr::call(c_.map->count, wide(size), {}, c_.map->tables);
      return count ? std::optional((*count)[0]) : std::nullopt;
    }
    domain::ScanOptions options;
    options.budget = c_.most_points + 1;
    const auto count = c_.reference.count(wide(size), {}, options);
    return count ? std::optional(*count) : std::nullopt;
  }

  [[nodiscard]] std::string place(const Request& request, std::uint64_t k) const {
    std::string text;
    for (std::size_t i = 0; i < request.size.size(); ++i) {
      text += fmt::format("{} = {}, ", c_.domain.parameters[i].name(), request.size[i]);
    }
    return text + fmt::format("w = {}", request.first + static_cast<std::int64_t>(k));
  }

  void refute(std::string counterexample) {
    report_.verdict = CandidateVerdict::refuted;
    report_.counterexample = std::move(counterexample);
  }

  // Every index of a size ------------------------------------------------------------------------------------------

  Result<void> compare_sizes() {
    std::vector<Request> group;
    std::uint64_t points = 0;
    const auto flush = [&]() -> Result<void> {
      auto done = group.empty() ? Result<void>() : compare_in_order(group);
      group.clear();
      points = 0;
      return done;
    };
    for (const SizedDomain& sized : sizes_) {
      for (std::uint64_t first = 0; first < sized.count && in_order();) {
        const std::uint64_t count = std::min(sized.count - first, most_at_once - points);
        group.push_back({sized.size, static_cast<std::int64_t>(first), count});
        first += count;
        points += count;
        if (points == most_at_once) {
          if (auto done = flush(); !done) {
            return done;
          }
        }
      }
    }
    if (in_order()) {
      if (auto done = flush(); !done) {
        return done;
      }
    }
    bool later = false; // than the size that showed another order
    for (const SizedDomain& sized : sizes_) {
      if (later && going_on()) {
        if (auto done = compare_as_set(sized); !done) {
          return done;
        }
      }
      later = later || (!report_.order.empty() && sized.size == differing_);
    }
    for (const SizedDomain& sized : sizes_) {
      if (sized.count == 0 || std::find(done_.begin(), done_.end(), sized.size) != done_.end()) {
        report_.sizes.push_back(wide(sized.size));
        largest_size_ = sized;
      }
    }
    return {};
  }

  /// Compares with the domain's order, up to the first difference.
  Result<void> compare_in_order(const std::vector<Request>& group) {
    const auto answer = c_.subject.run(group);
    if (!answer) {
      return forward(answer);
    }
    std::uint64_t at = 0; // points of the answer already looked at
    for (const Request& request : group) {
      if (request.first == 0) {
        auto opened = Expected::open(c_.reference, request.size, dimensions_);
        if (!opened) {
          return forward(opened);
        }
        expected_ = std::move(*opened);
      }
      if (!expected_->fill(request.count)) {
        return fail(ErrorKind::internal, "the domain's points cannot be listed up to its count");
      }
      const std::uint64_t there = std::min(request.count, answer->points - at);
      const std::uint64_t wrong = first_difference(*answer, at, there);
      report_.indices += wrong;
      if (wrong < there) {
        return look_closer(request, wrong, point_at(answer->columns, at + wrong));
      }
      if (there < request.count) {
        stop(*answer, request, there, text_of(point_at(expected_->columns(), there)));
        return {};
      }
      at += there;
      if (static_cast<std::uint64_t>(request.first) + request.count == sized_as(request.size).count) {
        done_.push_back(request.size);
      }
    }
    return {};
  }

  [[nodiscard]] const SizedDomain& sized_as(const std::vector<std::int64_t>& size) const {
    return *std::find_if(sizes_.begin(), sizes_.end(), [&](const SizedDomain& sized) { return sized.size == size; });
  }

  [[nodiscard]] std::uint64_t first_difference(const Answer& answer, std::uint64_t at, std::uint64_t count) const {
    std::uint64_t equal = count;
    for (std::size_t d = 0; d < dimensions_; ++d) {
      const auto from = answer.columns[d].begin() + static_cast<std::ptrdiff_t>(at);
      const auto found =
          std::mismatch(from, from + static_cast<std::ptrdiff_t>(equal), expected_->columns()[d].begin());
      equal = static_cast<std::uint64_t>(found.first - from);
    }
    return equal;
  }

  /// The answer ended early: the function stopped, or the time did.
  void stop(const Answer& answer, const Request& request, std::uint64_t k, const std::string& wanted) {
    out_of_time_ = !answer.stopped;
    if (answer.stopped) {
      refute(fmt::format("{}: {}, expected {}", place(request, k), *answer.stopped, wanted));
    }
  }

  /// A point differs: is it all another order?
  Result<void> look_closer(const Request& request, std::uint64_t k, const std::vector<Int>& found) {
    const std::string difference = fmt::format("{}: {}, expected {}", place(request, k), text_of(found),
                                               text_of(point_at(expected_->columns(), k)));
    report_.order = difference;
    differing_ = request.size;
    if (auto done = compare_as_set(sized_as(request.size)); !done) {
      return done;
    }
    if (report_.verdict == CandidateVerdict::refuted) {
      report_.facts.push_back({"one-to-one onto the domain", false, report_.counterexample});
      report_.counterexample = difference;
      report_.order.clear();
    }
    return {};
  }

  // The points of a size, in any order
  // ---------------------------------------------------------------------------------

  /// Marks all points of the domain, then takes the mark of each point of the function: as many points as marks, and
  /// none without a mark, means one-to-one and onto.
  Result<void> compare_as_set(const SizedDomain& sized) {
    auto marks = Marks::around(c_.domain, wide(sized.size));
    if (!marks) {
      if (sized.size == differing_) {
        refute("the box is too large to decide whether all points are met");
      }
      return {}; // other sizes were enough
    }
    auto expected = Expected::open(c_.reference, sized.size, dimensions_);
    if (!expected) {
      return forward(expected);
    }
    for (std::uint64_t first = 0; first < sized.count; first += most_at_once) {
      const std::uint64_t count = std::min(most_at_once, sized.count - first);
      if (!expected->fill(count)) {
        return fail(ErrorKind::internal, "the domain's points cannot be listed up to its count");
      }
      for (std::uint64_t k = 0; k < count; ++k) {
        marks->put(point_at(expected->columns(), k));
      }
    }
    for (std::uint64_t first = 0; first < sized.count; first += most_at_once) {
      const Request request{sized.size, static_cast<std::int64_t>(first), std::min(most_at_once, sized.count - first)};
      const auto answer = c_.subject.run(std::span(&request, 1));
      if (!answer) {
        return forward(answer);
      }
      if (!take_marks(request, *answer, *marks)) {
        return {};
      }
    }
    done_.push_back(sized.size);
    return {};
  }

  bool take_marks(const Request& request, const Answer& answer, Marks& marks) {
    for (std::uint64_t k = 0; k < answer.points; ++k) {
      const auto point = point_at(answer.columns, k);
      if (!marks.take(point)) {
        const auto member = c_.reference.contains(wide(request.size), point);
        refute(fmt::format("{}: {}, {}", place(request, k), text_of(point),
                           member && *member ? "which another index has too" : "which is not in the domain"));
        return false;
      }
      ++report_.indices;
    }
    if (answer.points < request.count) {
      stop(answer, request, answer.points, "a point");
      return false;
    }
    return true;
  }

  // Some indices of large sizes
  // ------------------------------------------------------------------------------------------

  Result<void> compare_borders(const std::vector<SizedDomain>& sizes) {
    for (const SizedDomain& sized : sizes) {
      std::vector<Request> requests;
      for (const std::int64_t w : border_indices(sized, *c_.map, c_.map->tables)) {
        requests.push_back({sized.size, w, 1});
      }
      const auto answer = c_.subject.run(requests);
      if (!answer) {
        return forward(answer);
      }
      for (std::uint64_t k = 0; k < requests.size() && going_on(); ++k) {
        compare_border(requests[static_cast<std::size_t>(k)], k, *answer);
      }
      if (!going_on()) {
        return {};
      }
      largest_border_ = sized;
    }
    return {};
  }

  void compare_border(const Request& request, std::uint64_t k, const Answer& answer) {
    const Int w = request.first;
    const auto wanted = expr::call(c_.map->unrank, wide(request.size), std::span<const Int>(&w, 1), c_.map->tables);
    const std::string expected = wanted ? text_of(*wanted) : "a point";
    if (k >= answer.points) {
      stop(answer, request, 0, expected);
      return;
    }
    ++report_.indices;
    ++borders_;
    const auto point = point_at(answer.columns, k);
    if (report_.order.empty() ? wanted && point == *wanted : is_member(request.size, point)) {
      return;
    }
    refute(report_.order.empty()
               ? fmt::format("{}: {}, expected {}", place(request, 0), text_of(point), expected)
               : fmt::format("{}: {}, which is not in the domain", place(request, 0), text_of(point)));
  }

  [[nodiscard]] bool is_member(const std::vector<std::int64_t>& size, const std::vector<Int>& point) const {
    const auto member = expr::call(c_.map->contains, wide(size), point, c_.map->tables);
    return member && (*member)[0] != 0;
  }

  [[nodiscard]] std::string size_text(const SizedDomain& sized) const {
    std::string text;
    for (std::size_t i = 0; i < sized.size.size(); ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", c_.domain.parameters[i].name(), sized.size[i]);
    }
    return text.empty() ? "the only size" : text;
  }

  void summarize() {
    std::string text = "no size compared to the end";
    if (largest_size_) {
      text = fmt::format("every index compared at {} size{}, the largest {} with {} points", report_.sizes.size(),
                         report_.sizes.size() == 1 ? "" : "s", size_text(*largest_size_), largest_size_->count);
    }
    if (largest_border_) {
      text += fmt::format("; {} indices at borders of rows and near powers of two, up to {} with {} points", borders_,
                          size_text(*largest_border_), largest_border_->count);
    }
    if (out_of_time_) {
      text += "; then its time was over";
    }
    if (!report_.order.empty() && report_.verdict == CandidateVerdict::exhaustive) {
      text = "a bijection onto the domain, in ANOTHER ORDER (" + report_.order + "): " + text;
    }
    report_.how = text;
  }

  const Comparand& c_;
  CandidateReport& report_;
  std::size_t dimensions_;
  std::vector<SizedDomain> sizes_;
  std::optional<Expected> expected_;
  std::vector<std::vector<std::int64_t>> done_; ///< sizes compared to the end
  std::vector<std::int64_t> differing_;         ///< the size at which another order showed
  std::optional<SizedDomain> largest_size_;
  std::optional<SizedDomain> largest_border_;
  std::uint64_t borders_ = 0;
  bool out_of_time_ = false;
};

} // namespace

Result<void> compare(const Comparand& comparand, CandidateReport& report) {
  return Comparison(comparand, report).run();
}

} // namespace mapwright::index_map::candidate
