#include "index_map/agree.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Block;
using expr::Expr;
using expr::Int;
using expr::Statement;

namespace {

bool same_one(const expr::Let& a, const expr::Let& b) {
  return a.name == b.name && a.value == b.value;
}
bool same_one(const expr::Declare& a, const expr::Declare& b) {
  return a.name == b.name && a.value == b.value;
}
bool same_one(const expr::Assign& a, const expr::Assign& b) {
  return a.name == b.name && a.value == b.value;
}
bool same_one(const expr::If& a, const expr::If& b) {
  return a.condition == b.condition && same(a.then_block, b.then_block) && same(a.else_block, b.else_block);
}
bool same_one(const expr::For& a, const expr::For& b) {
  return a.name == b.name && a.count == b.count && a.descending == b.descending && same(a.body, b.body);
}
bool same_method(const expr::Bisection& a, const expr::Bisection& b) {
  return a.iterations == b.iterations;
}
bool same_method(const expr::RootEstimate& a, const expr::RootEstimate& b) {
  return a.degree == b.degree && a.radicand == b.radicand && a.offset == b.offset && a.divisor == b.divisor &&
         a.down == b.down && a.up == b.up;
}
bool same_one(const expr::Solve& a, const expr::Solve& b) {
  if (a.name != b.name || !(a.low == b.low) || !(a.high == b.high) || !(a.condition == b.condition) ||
      a.method.index() != b.method.index()) {
    return false;
  }
  return std::visit(
      [&](const auto& method) { return same_method(method, std::get<std::decay_t<decltype(method)>>(b.method)); },
      a.method);
}
bool same_one(const expr::Assume& a, const expr::Assume& b) {
  return a.name == b.name && a.low == b.low && a.high == b.high;
}

bool same_statement(const Statement& a, const Statement& b) {
  return a.is.index() == b.is.index() &&
         std::visit([&](const auto& s) { return same_one(s, std::get<std::decay_t<decltype(s)>>(b.is)); }, a.is);
}

Fact function_fact(const expr::Function& given, const expr::Function& assembled) {
  const bool holds = same(given, assembled);
  return {"function " + assembled.name, holds,
          holds ? "identical to the one assembled from the proof" : "differs from the one assembled from the proof"};
}

/// Compares one map with one enumeration; the first difference ends it.
class Comparison {
public:
  Comparison(const domain::Map& map, const Enumerated& expected, expr::Tables tables)
      : map_(map), expected_(expected), tables_(tables), members_(expected.points.begin(), expected.points.end()) {}

  std::string run(std::uint64_t box_limit) {
    const auto total = static_cast<Int>(expected_.points.size());
    if (!gives(map_.count, {}, {total}) || !indices()) {
      return difference_;
    }
    if (members_.size() != expected_.points.size()) {
      return "the definition lists a point twice";
    }
    box_limit_ = box_limit;
    membership();
    return difference_;
  }

private:
  bool indices() {
    const auto& points = expected_.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto w = static_cast<Int>(i);
      if (!gives(map_.unrank, {w}, points[i]) || !gives(map_.rank, points[i], {w})) {
        return false;
      }
      const bool last = i + 1 == points.size();
      const Point& after = last ? points[i] : points[i + 1];
      std::vector<Int> next{last ? 0 : 1};
      next.insert(next.end(), after.begin(), after.end());
      if (!gives(map_.successor, points[i], next, last)) {
        return false;
      }
    }
    return true;
  }

  bool membership() {
    std::uint64_t volume = 1;
    bool whole = !expected_.low.empty();
    for (std::size_t d = 0; d < expected_.low.size(); ++d) {
      const Int side = expected_.high[d] - expected_.low[d] + 3;
      whole = whole && side > 0 && side <= static_cast<Int>(box_limit_);
      volume = whole ? volume * static_cast<std::uint64_t>(side) : 0;
      whole = whole && volume <= box_limit_;
    }
    if (whole) {
      Point p = expected_.low;
      return box(p, 0);
    }
    for (const Point& member : expected_.points) {
      Point p = member;
      for (std::size_t d = 0; d < p.size(); ++d) {
        for (const int step : {-1, 0, 1}) {
          p[d] = member[d] + step;
          if (!contains_is_right(p)) {
            return false;
          }
        }
        p[d] = member[d];
      }
    }
    return true;
  }

  bool box(Point& p, std::size_t d) {
    if (d == p.size()) {
      return contains_is_right(p);
    }
    for (Int v = expected_.low[d] - 1; v <= expected_.high[d] + 1; ++v) {
      p[d] = v;
      if (!box(p, d + 1)) {
        return false;
      }
    }
    return true;
  }

  bool contains_is_right(const Point& p) { return gives(map_.contains, p, {members_.contains(p) ? 1 : 0}); }

  /// Calls f; only the first result counts when `first_only`.
  bool gives(const expr::Function& f, const std::vector<Int>& arguments, const std::vector<Int>& wanted,
             bool first_only = false) {
    if (arguments.size() != f.arguments.size() || expected_.parameters.size() != f.parameters.size()) {
      difference_ = f.name + " takes another number of values than the domain has";
      return false;
    }
    const auto got = expr::call(f, expected_.parameters, arguments, tables_);
    if (got && (first_only ? !got->empty() && got->front() == wanted.front() : *got == wanted)) {
      return true;
    }
    difference_ = f.name + text_of(arguments) + " at size " + text_of(expected_.parameters);
    difference_ += got ? " is " + text_of(*got) + ", the definition says " + text_of(wanted)
                       : " stops: " + expr::describe(got.error());
    return false;
  }

  const domain::Map& map_;
  const Enumerated& expected_;
  expr::Tables tables_;
  std::set<Point> members_;
  std::uint64_t box_limit_ = 0;
  std::string difference_;
};

} // namespace

bool same(const Expr& a, const Expr& b) {
  return a == b;
}

bool same(const Block& a, const Block& b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_statement(a[i], b[i])) {
      return false;
    }
  }
  return true;
}

bool same(const expr::Function& a, const expr::Function& b) {
  return a.parameters == b.parameters && a.arguments == b.arguments && same(a.body, b.body) && a.results == b.results;
}

bool same(const expr::Table& a, const expr::Table& b) {
  return a.name == b.name && a.runtime == b.runtime && a.values == b.values && a.least == b.least &&
         a.greatest == b.greatest;
}

void install(Assembled assembled, domain::Map& map) {
  map.count = std::move(assembled.count);
  map.unrank = std::move(assembled.unrank);
  map.rank = std::move(assembled.rank);
  map.contains = std::move(assembled.contains);
  map.successor = std::move(assembled.successor);
  map.tables = std::move(assembled.tables);
}

void compare_assembly(const domain::Map& map, const Assembled& assembled, std::vector<Fact>& facts) {
  facts.push_back(function_fact(map.count, assembled.count));
  facts.push_back(function_fact(map.unrank, assembled.unrank));
  facts.push_back(function_fact(map.rank, assembled.rank));
  facts.push_back(function_fact(map.contains, assembled.contains));
  facts.push_back(function_fact(map.successor, assembled.successor));
  bool equal = map.tables.size() == assembled.tables.size();
  for (std::size_t i = 0; equal && i < map.tables.size(); ++i) {
    equal = same(map.tables[i], assembled.tables[i]);
  }
  facts.push_back({"tables of the map", equal,
                   equal ? std::to_string(map.tables.size()) + " tables, entry by entry"
                         : "the map's tables differ from those of the proof"});
}

std::string first_disagreement(const domain::Map& map, const Enumerated& expected, expr::Tables tables,
                               std::uint64_t box_limit) {
  return Comparison(map, expected, tables).run(box_limit);
}

std::vector<std::optional<std::pair<Int, Int>>> stated_sizes(const domain::Map& map) {
  std::vector<std::optional<std::pair<Int, Int>>> out(map.unrank.parameters.size());
  for (const Statement& statement : map.unrank.body) {
    const auto* stated = std::get_if<expr::Assume>(&statement.is);
    if (stated == nullptr) {
      break;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (map.unrank.parameters[i] == stated->name && stated->low.is_constant() && stated->high.is_constant()) {
        out[i] = {stated->low.value(), stated->high.value()};
      }
    }
  }
  return out;
}

std::vector<std::vector<Int>> small_sizes(std::size_t parameters, Int greatest) {
  constexpr std::size_t most_varied = 6;
  std::vector<std::vector<Int>> sizes{std::vector<Int>(parameters, 0)};
  for (std::size_t i = 0; i < std::min(parameters, most_varied); ++i) {
    std::vector<std::vector<Int>> longer;
    for (std::vector<Int>& size : sizes) {
      for (size[i] = 0; size[i] <= greatest; ++size[i]) {
        longer.push_back(size);
      }
    }
    sizes = std::move(longer);
  }
  const auto largest = [](const std::vector<Int>& size) {
    return size.empty() ? Int{0} : *std::max_element(size.begin(), size.end());
  };
  std::stable_sort(sizes.begin(), sizes.end(), [&](const auto& a, const auto& b) { return largest(a) < largest(b); });
  return sizes;
}

std::string text_of(std::span<const Int> values) {
  std::string text = "(";
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "" : ", ") + expr::to_string(values[i]);
  }
  return text + ")";
}

} // namespace mapwright::index_map
