#include "index_map/audit/kinds.hpp"

#include "index_map/agree.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace mapwright::index_map::audit {

using candidate::Answer;

namespace {

constexpr std::int64_t near = 4096;   ///< indices on either side that are looked at
constexpr std::int64_t in_a_row = 64; ///< points that must repeat for a product to have wrapped
constexpr Int no_integer = std::numeric_limits<std::int64_t>::min();

bool is_point(const Answer& answer, std::uint64_t k, const std::vector<Int>& point) {
  for (std::size_t d = 0; d < point.size(); ++d) {
    if (answer.columns[d][k] != point[d]) {
      return false;
    }
  }
  return true;
}

class Kinds {
public:
  Kinds(Prober& prober, const Oracle& oracle, const Wrong& wrong, std::uint64_t most_points)
      : prober_(prober), oracle_(oracle), wrong_(wrong), all_(oracle.sized().count <= most_points) {}

  Result<std::vector<Finding>> run() {
    if (wrong_.point.empty()) {
      return std::vector<Finding>{{FaultKind::no_answer, wrong_.stopped}};
    }
    compare_coordinates();
    if (!oracle_.rank(wrong_.point)) {
      findings_.push_back({FaultKind::out_of_domain, outside()});
    }
    if (auto done = look_around(); !done) {
      return forward(done);
    }
    if (auto done = look_for_wrapping(); !done) {
      return forward(done);
    }
    return findings_;
  }

private:
  [[nodiscard]] const std::vector<std::string>& names() const { return oracle_.map().domain.dimensions; }

  void compare_coordinates() {
    std::size_t d = 0;
    while (wrong_.point[d] == wrong_.expected[d]) {
      ++d;
    }
    const Int value = wrong_.point[d];
    if (value == no_integer) {
      findings_.push_back({FaultKind::wrong_place, fmt::format("{} is no integer", names()[d])});
      return;
    }
    const Int difference = value - wrong_.expected[d];
    const std::string text =
        fmt::format("{} is {}, {} too {}", names()[d], expr::to_string(value),
                    expr::to_string(difference < 0 ? -difference : difference), difference < 0 ? "small" : "large");
    const bool in_its_row = d + 1 == wrong_.point.size();
    const bool by_one = difference == 1 || difference == -1;
    findings_.push_back({in_its_row ? FaultKind::wrong_place
                         : by_one   ? FaultKind::off_by_a_row
                                    : FaultKind::wrong_row,
                         text});
  }

  [[nodiscard]] std::string outside() const {
    const auto box = domain::bounding_box(oracle_.map().domain, wide_size());
    for (std::size_t d = 0; d < wrong_.point.size() && box && !box->empty; ++d) {
      const auto& [low, high] = box->sides[d];
      if (wrong_.point[d] < low || wrong_.point[d] > high) {
        return wrong_.point[d] == no_integer
                   ? fmt::format("{} is no integer", names()[d])
                   : fmt::format("{} = {} is not in [{}, {}]", names()[d], expr::to_string(wrong_.point[d]),
                                 expr::to_string(low), expr::to_string(high));
      }
    }
    return fmt::format("{} is inside the box but not in the domain", text_of(wrong_.point));
  }

  [[nodiscard]] std::vector<Int> wide_size() const { return {wrong_.size.begin(), wrong_.size.end()}; }

  /// Duplicates of the point, and whether the expected one is anywhere.
  Result<void> look_around() {
    const std::int64_t first = all_ ? 0 : std::max<std::int64_t>(0, wrong_.index - near);
    const std::int64_t end = all_ ? oracle_.last() + 1 : std::min(oracle_.last(), wrong_.index + near) + 1;
    std::optional<std::int64_t> same;
    std::optional<std::int64_t> elsewhere;
    bool complete = true;
    for (std::int64_t from = first; from < end; from += block) {
      const std::int64_t to = std::min(end, from + block);
      const auto answer = prober_.ask(oracle_, from, to);
      if (!answer) {
        return forward(answer);
      }
      for (std::uint64_t k = 0; k < answer->points; ++k) {
        const std::int64_t index = from + static_cast<std::int64_t>(k);
        if (index == wrong_.index) {
          continue;
        }
        if (!same && is_point(*answer, k, wrong_.point)) {
          same = index;
        }
        if (!elsewhere && is_point(*answer, k, wrong_.expected)) {
          elsewhere = index;
        }
      }
      if (answer->points < static_cast<std::uint64_t>(to - from)) {
        complete = false;
        break;
      }
    }
    if (const auto owner = oracle_.rank(wrong_.point); !same && owner && *owner <= oracle_.last()) {
      const auto answer = prober_.ask(oracle_, *owner, *owner + 1);
      if (!answer) {
        return forward(answer);
      }
      if (answer->points == 1 && is_point(*answer, 0, wrong_.point)) {
        same = *owner;
      }
    }
    if (same) {
      findings_.push_back({FaultKind::duplicate, fmt::format("index {} has {} too", *same, text_of(wrong_.point))});
    }
    if (!elsewhere && complete) {
      findings_.push_back({FaultKind::dropped, all_ ? fmt::format("no index has {}", text_of(wrong_.expected))
                                                    : fmt::format("no index from {} to {} has {}", first, end - 1,
                                                                  text_of(wrong_.expected))});
    }
    return {};
  }

  /// Whether first coordinates repeat those of 2^k indices earlier, as they do when 2^(32-k) or 2^(64-k) times the
  /// index is computed in 32 or 64 bits without a sign.
  Result<void> look_for_wrapping() {
    const std::int64_t end = std::min(wrong_.index + in_a_row, oracle_.last() + 1);
    const auto here = prober_.ask(oracle_, wrong_.index, end);
    if (!here) {
      return forward(here);
    }
    for (int k = 24; k < 63 && (std::int64_t{1} << k) <= wrong_.index; ++k) {
      if (k > 32 && k < 56) {
        continue;
      }
      const std::int64_t period = std::int64_t{1} << k;
      const auto before = prober_.ask(oracle_, wrong_.index - period, end - period);
      if (!before) {
        return forward(before);
      }
      if (here->points == before->points && here->columns[0] == before->columns[0]) {
        const int width = k <= 32 ? 32 : 64;
        findings_.push_back({FaultKind::wraps,
                             fmt::format("{} repeats after 2^{} indices: {} wraps at 2^{}", names()[0], k,
                                         k == width ? std::string("the index")
                                                    : fmt::format("{} times the index", std::int64_t{1} << (width - k)),
                                         width)});
        return {};
      }
    }
    return {};
  }

  static constexpr std::int64_t block = std::int64_t{1} << 20U;

  Prober& prober_;
  const Oracle& oracle_;
  const Wrong& wrong_;
  bool all_;
  std::vector<Finding> findings_;
};

} // namespace

Result<std::vector<Finding>> kinds_of(Prober& prober, const Oracle& oracle, const Wrong& wrong,
                                      std::uint64_t most_points) {
  return Kinds(prober, oracle, wrong, most_points).run();
}

} // namespace mapwright::index_map::audit
