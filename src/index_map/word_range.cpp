#include "index_map/word_range.hpp"

#include "expr/interval.hpp"
#include "expr/largest.hpp"
#include "index_map/agree.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace mapwright::index_map {

using expr::Analysis;
using expr::Int;
using expr::Interval;

namespace {

/// How many bits the intermediates of the five functions need at a size; found one function after the other, as asked
/// for, and kept.
class Widths {
public:
  Widths(const domain::Map& map, const std::vector<std::optional<Int>>& fixed)
      : map_(map), fixed_(fixed), functions_{&map.count, &map.unrank, &map.rank, &map.contains, &map.successor} {}

  /// Whether everything fits a word of `bits` bits at that size.
  bool fit(Int size, int bits) {
    AtSize& at = sizes_.try_emplace(size, AtSize{{parameters(size), {}}, {}}).first->second;
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (f == at.bits.size()) {
        at.bits.push_back(next(at));
      }
      if (at.bits[f] > bits) {
        return false;
      }
    }
    return true;
  }

private:
  struct AtSize {
    expr::Box box; ///< of the function to analyse next
    std::vector<int> bits;
  };

  /// Free parameters range over [0, size]; a level is taken exactly, because digits and trip counts depend on each
  /// other.
  [[nodiscard]] std::vector<Interval> parameters(Int size) const {
    std::vector<Interval> out;
    for (std::size_t i = 0; i < map_.domain.parameters.size(); ++i) {
      const auto& value = i < fixed_.size() ? fixed_[i] : std::nullopt;
      out.push_back(value ? Interval{*value, *value} : Interval{domain::has_level(map_.domain) ? size : 0, size});
    }
    return out;
  }

  /// The bits of the next function. After count, the arguments are the indices below it; after unrank, the points.
  int next(AtSize& at) const {
    constexpr int no_box = 129; // what follows cannot be stated
    expr::AnalysisOptions options;
    if (std::holds_alternative<domain::CurveShape>(map_.domain.shape)) {
      options.unroll_limit = 1 << map_.domain.dimensions.size(); // the corners of a box; all levels look alike
    }
    const Analysis analysis = expr::analyse(*functions_[at.bits.size()], at.box, map_.tables, options);
    if (at.bits.empty()) {
      if (analysis.results.empty()) {
        return no_box;
      }
      at.box.arguments = {{0, std::max<Int>(0, analysis.results[0].high - 1)}};
    } else if (at.bits.size() == 1) {
      at.box.arguments = analysis.results;
      at.box.arguments.resize(map_.domain.dimensions.size(), {0, 0}); // no points at all: any point will do
    }
    return analysis.bits;
  }

  const domain::Map& map_;
  const std::vector<std::optional<Int>>& fixed_;
  std::array<const expr::Function*, 5> functions_;
  std::map<Int, AtSize> sizes_;
};

/// The largest L such that every level 0 .. L fits; their boxes do not contain each other, so each is looked at.
std::optional<Int> largest_level(Widths& widths, int bits) {
  std::optional<Int> largest;
  for (Int level = 0; level < bits && widths.fit(level, bits); ++level) {
    largest = level;
  }
  return largest;
}

domain::WordRange word_range(const domain::Map& map, const std::vector<std::optional<Int>>& fixed, Widths& widths,
                             int bits) {
  const auto fits = [&](Int size) { return widths.fit(size, bits); };
  const auto largest = domain::has_level(map.domain) ? largest_level(widths, bits)
                                                     : expr::largest_where(fits, 0, (Int{1} << (bits - 1)) - 1);
  const auto stated = stated_sizes(map);
  domain::WordRange range;
  range.bits = bits;
  range.empty = !largest.has_value();
  for (std::size_t i = 0; i < map.domain.parameters.size(); ++i) {
    const auto& value = i < fixed.size() ? fixed[i] : std::nullopt;
    const Int served = i < stated.size() && stated[i] ? stated[i]->second : largest.value_or(0);
    range.at_most.push_back(value ? *value : std::min(largest.value_or(0), served));
    range.empty = range.empty || (!value && range.at_most.back() == 0);
  }
  return range;
}

} // namespace

WordRanges word_ranges(const domain::Map& map, const std::vector<std::optional<Int>>& fixed) {
  Widths widths(map, fixed);
  return {word_range(map, fixed, widths, 32), word_range(map, fixed, widths, 64)};
}

nlohmann::json to_json(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters) {
  if (range.empty) {
    return nullptr;
  }
  constexpr Int exact_in_json = Int{1} << 53;
  nlohmann::json out = nlohmann::json::object();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Int value = range.at_most[i];
    if (value <= exact_in_json) {
      out[parameters[i].name()] = static_cast<std::int64_t>(value);
    } else {
      out[parameters[i].name()] = expr::to_string(value);
    }
  }
  return out;
}

} // namespace mapwright::index_map
