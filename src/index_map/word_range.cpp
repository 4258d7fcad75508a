#include "index_map/word_range.hpp"

#include "expr/interval.hpp"
#include "index_map/agree.hpp"

#include <algorithm>

namespace mapwright::index_map {

using expr::Analysis;
using expr::Int;
using expr::Interval;

namespace {

/// The boxes in which the functions of a map are used at sizes up to N.
class Usage {
public:
  Usage(const domain::Map& map, const std::vector<std::optional<Int>>& fixed) : map_(map), fixed_(fixed) {}

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

  [[nodiscard]] std::optional<expr::Box> sizes(Int size) const { return expr::Box{parameters(size), {}}; }

  [[nodiscard]] std::optional<expr::Box> indices(Int size) const {
    expr::Box box{parameters(size), {}};
    const Analysis count = expr::analyse(map_.count, box.parameters, {}, map_.tables);
    if (!count.fits(128) || count.results.empty()) {
      return std::nullopt;
    }
    box.arguments.push_back({0, std::max<Int>(0, count.results[0].high - 1)});
    return box;
  }

  [[nodiscard]] std::optional<expr::Box> points(Int size) const {
    auto box = indices(size);
    if (!box) {
      return std::nullopt;
    }
    const Analysis unrank = expr::analyse(map_.unrank, box->parameters, box->arguments, map_.tables);
    if (!unrank.fits(128)) {
      return std::nullopt;
    }
    box->arguments = unrank.results;
    box->arguments.resize(map_.domain.dimensions.size(), {0, 0}); // no points at all: any point will do
    return box;
  }

private:
  const domain::Map& map_;
  const std::vector<std::optional<Int>>& fixed_;
};

/// The largest L such that every level 0 .. L fits.
std::optional<Int> largest_level(const std::vector<expr::SizedFunction>& functions, expr::Tables tables, int bits) {
  std::optional<Int> largest;
  for (Int level = 0; level < bits; ++level) {
    for (const expr::SizedFunction& f : functions) {
      const auto box = f.at(level);
      if (!box || !expr::analyse(*f.function, box->parameters, box->arguments, tables).fits(bits)) {
        return largest;
      }
    }
    largest = level;
  }
  return largest;
}

} // namespace

domain::WordRange word_range(const domain::Map& map, const std::vector<std::optional<Int>>& fixed, int bits) {
  const Usage usage(map, fixed);
  const std::vector<expr::SizedFunction> functions = {
      {&map.count, [&](Int size) { return usage.sizes(size); }},
      {&map.unrank, [&](Int size) { return usage.indices(size); }},
      {&map.rank, [&](Int size) { return usage.points(size); }},
      {&map.contains, [&](Int size) { return usage.points(size); }},
      {&map.successor, [&](Int size) { return usage.points(size); }},
  };
  const auto largest = domain::has_level(map.domain) ? largest_level(functions, map.tables, bits)
                                                     : expr::largest_size(functions, map.tables, bits);
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
