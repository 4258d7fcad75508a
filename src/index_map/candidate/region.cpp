#include "index_map/candidate/region.hpp"

#include "domain/affine_rows.hpp"

#include <algorithm>
#include <map>

namespace mapwright::index_map::candidate {

namespace {

constexpr std::size_t most_charts = 6;
constexpr std::size_t most_choices = 5000; ///< of rows for a chart
constexpr int most_splits = 5;             ///< slices along one path
constexpr double most_differences = 20'000;
// With these limits no coordinate of a chart's point near the corner, nor a row's value there, leaves Int.
constexpr Int most_coefficient = Int{1} << 16;
constexpr Int most_constant = Int{1} << 32;
constexpr Int most_inverse = Int{1} << 32;

Int value_of(const Row& row, std::span<const Int> v) {
  Int sum = row.constant;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum += row.coefficients[i] * v[i];
  }
  return sum;
}

/// The inverse of an integer matrix of determinant 1 or -1; nothing for other matrices.
std::optional<std::vector<std::vector<Int>>> integer_inverse(std::vector<std::vector<Int>> a) {
  const std::size_t m = a.size();
  std::vector<std::vector<Int>> inverse(m, std::vector<Int>(m, 0));
  for (std::size_t i = 0; i < m; ++i) {
    inverse[i][i] = 1;
  }
  bool fits = true;
  const auto reduce = [&](Int& entry, Int by, Int times) {
    fits = fits && !__builtin_mul_overflow(by, times, &by) && !__builtin_sub_overflow(entry, by, &entry);
  };
  const auto subtract = [&](std::size_t from, std::size_t row, Int times) {
    for (std::size_t c = 0; c < m; ++c) {
      reduce(a[from][c], a[row][c], times);
      reduce(inverse[from][c], inverse[row][c], times);
      fits = fits && inverse[from][c] <= most_inverse && inverse[from][c] >= -most_inverse;
    }
  };
  for (std::size_t c = 0; c < m; ++c) {
    for (std::size_t r = c + 1; r < m; ++r) { // Euclid's algorithm on the entries of this column
      while (fits && a[r][c] != 0) {
        subtract(c, r, a[c][c] / a[r][c]);
        std::swap(a[c], a[r]);
        std::swap(inverse[c], inverse[r]);
      }
    }
    if (!fits || (a[c][c] != 1 && a[c][c] != -1)) {
      return std::nullopt;
    }
    if (a[c][c] == -1) {
      subtract(c, c, 2); // changes the sign
    }
    for (std::size_t r = 0; r < c; ++r) {
      subtract(r, c, a[r][c]);
    }
  }
  return fits ? std::optional(inverse) : std::nullopt;
}

bool is_small(const Row& row) {
  return row.constant <= most_constant && row.constant >= -most_constant &&
         std::all_of(row.coefficients.begin(), row.coefficients.end(),
                     [](Int c) { return c <= most_coefficient && c >= -most_coefficient; });
}

std::vector<Row> rows_of(const domain::AffinePiece& piece) {
  std::vector<Row> rows;
  for (const domain::AffineRow& from : piece.inequalities) {
    Row row{from.constant, {}};
    row.coefficients.insert(row.coefficients.end(), from.parameters.begin(), from.parameters.end());
    row.coefficients.insert(row.coefficients.end(), from.dimensions.begin(), from.dimensions.end());
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Differences of a table over the simplex: entry a becomes the difference of order a at the table's origin.
void to_differences(std::map<std::vector<Int>, Int>& table, std::size_t m, int degree, bool& fits) {
  for (std::size_t axis = 0; axis < m; ++axis) {
    for (Int order = 1; order <= degree; ++order) {
      for (auto at = table.rbegin(); at != table.rend(); ++at) { // greater entries first: they need the smaller ones
        if (at->first[axis] >= order) {
          std::vector<Int> below = at->first;
          --below[axis];
          fits = !__builtin_sub_overflow(at->second, table.at(below), &at->second) && fits;
        }
      }
    }
  }
}

double simplex_size(std::size_t m, int degree) {
  double size = 1;
  for (std::size_t i = 1; i <= m; ++i) {
    size *= static_cast<double>(static_cast<std::size_t>(degree) + i) / static_cast<double>(i);
  }
  return size;
}

/// F >= 0 on the orthant of a chart.
class Orthant {
public:
  Orthant(const Chart& chart, const Polynomial& f) : chart_(chart), f_(f), at_(chart.rows.size(), 0) {
    for (std::size_t i = 0; i < at_.size(); ++i) {
      free_.push_back(i);
    }
  }

  bool non_negative(int splits) {
    std::map<std::vector<Int>, Int> table;
    bool fits = true;
    const int degree = f_.degree();
    if (simplex_size(free_.size(), degree) > most_differences) {
      return false;
    }
    all_of_simplex(free_.size(), degree, [&](std::span<const Int> t) {
      std::vector<Int> y = at_;
      for (std::size_t i = 0; i < t.size(); ++i) {
        y[free_[i]] += t[i];
      }
      const auto value = f_.at(chart_.point(y));
      fits = value.has_value();
      table.emplace(std::vector<Int>(t.begin(), t.end()), value.value_or(0));
      return fits;
    });
    if (!fits || table.begin()->second < 0) {
      return false; // no value, or negative at the corner
    }
    to_differences(table, free_.size(), degree, fits);
    std::vector<std::size_t> blamed(free_.size(), 0);
    bool negative = false;
    for (const auto& [order, difference] : table) {
      negative = negative || difference < 0;
      for (std::size_t i = 0; i < order.size() && difference < 0; ++i) {
        blamed[i] += order[i] != 0 ? 1U : 0U;
      }
    }
    if (!fits || !negative) {
      return fits;
    }
    return splits > 0 &&
           split(static_cast<std::size_t>(std::max_element(blamed.begin(), blamed.end()) - blamed.begin()), splits - 1);
  }

private:
  bool split(std::size_t which, int splits) {
    const std::size_t variable = free_[which];
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(which));
    const bool slice = non_negative(splits);
    free_.insert(free_.begin() + static_cast<std::ptrdiff_t>(which), variable);
    ++at_[variable];
    const bool both = slice && non_negative(splits);
    --at_[variable];
    return both;
  }

  const Chart& chart_;
  const Polynomial& f_;
  std::vector<Int> at_;           ///< the corner
  std::vector<std::size_t> free_; ///< variables that are not fixed at the corner
};

} // namespace

std::vector<Int> Chart::point(std::span<const Int> y) const {
  std::vector<Int> v(inverse.size(), 0);
  for (std::size_t r = 0; r < v.size(); ++r) {
    for (std::size_t c = 0; c < v.size(); ++c) {
      v[r] += inverse[r][c] * (y[c] - rows[c].constant);
    }
  }
  return v;
}

std::vector<Chart> charts_of(const std::vector<Row>& rows, std::size_t most) {
  std::vector<Chart> charts;
  const std::size_t m = rows.empty() ? 0 : rows[0].coefficients.size();
  if (m == 0 || rows.size() < m) {
    return charts;
  }
  std::vector<bool> chosen(rows.size(), false);
  std::fill_n(chosen.begin(), m, true);
  std::size_t choices = 0;
  do {
    Chart chart;
    std::vector<std::vector<Int>> matrix;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (chosen[i]) {
        chart.rows.push_back(rows[i]);
        matrix.push_back(rows[i].coefficients);
      }
    }
    if (auto inverse = integer_inverse(std::move(matrix))) {
      chart.inverse = std::move(*inverse);
      charts.push_back(std::move(chart));
    }
  } while (charts.size() < most && ++choices < most_choices && std::prev_permutation(chosen.begin(), chosen.end()));
  return charts;
}

tl::expected<Region, std::string> Region::make(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::AffineShape>(&domain.shape);
  if (shape == nullptr || !shape->point_of_scan.empty()) {
    return tl::unexpected<std::string>("the domain is not an affine set in the order of its dimensions");
  }
  const auto rows = domain::extract_rows(shape->set);
  if (!rows) {
    return tl::unexpected<std::string>(rows.error().message);
  }
  Region region;
  region.sizes_ = domain.parameters.size();
  region.variables_ = region.sizes_ + domain.dimensions.size();
  for (const auto& pieces : rows->levels) {
    if (pieces.size() != 1 || !pieces[0].divisions.empty() || !pieces[0].equalities.empty()) {
      return tl::unexpected<std::string>("the domain is not one polyhedron without strides");
    }
    region.levels_.push_back(rows_of(pieces[0]));
    if (!std::all_of(region.levels_.back().begin(), region.levels_.back().end(), is_small)) {
      return tl::unexpected<std::string>("the domain has coefficients that are too large");
    }
    region.charts_.push_back(charts_of(region.levels_.back(), most_charts));
  }
  if (region.charts_.back().empty()) {
    return tl::unexpected<std::string>("the inequalities of the domain do not form an orthant");
  }
  return region;
}

bool Region::non_negative(const Polynomial& f) const {
  if (const auto value = f.constant()) {
    return *value >= 0;
  }
  return f.valid() && std::any_of(charts_.back().begin(), charts_.back().end(),
                                  [&](const Chart& chart) { return Orthant(chart, f).non_negative(most_splits); });
}

bool Region::complete(std::vector<Int>& point, bool first) const {
  for (std::size_t k = point.size() - sizes_; k < levels_.size(); ++k) {
    std::optional<Int> low;
    std::optional<Int> high;
    for (const Row& row : levels_[k]) {
      const Int c = row.coefficients.back();
      const Int rest = value_of(row, point); // without the new coordinate
      if (c > 0) {
        low = std::max(low.value_or(expr::ceil_div(-rest, c)), expr::ceil_div(-rest, c));
      } else if (c < 0) {
        high = std::min(high.value_or(expr::floor_div(rest, -c)), expr::floor_div(rest, -c));
      }
    }
    if (!low || !high || *low > *high) {
      return false;
    }
    point.push_back(first ? *low : *high);
  }
  return true;
}

std::optional<Polynomial> Region::fit(std::size_t prefix, bool first, Int base, int degree,
                                      const std::function<std::optional<Int>(std::span<const Int>)>& value) const {
  const std::vector<Chart>& charts = charts_[prefix - 1];
  const std::size_t m = sizes_ + prefix;
  if (charts.empty() || simplex_size(m, degree) > most_differences) {
    return std::nullopt;
  }
  const Chart& chart = charts[0];
  std::map<std::vector<Int>, Int> table;
  bool fits = all_of_simplex(m, degree, [&](std::span<const Int> t) {
    std::vector<Int> y(t.begin(), t.end());
    for (Int& coordinate : y) {
      coordinate += base;
    }
    std::vector<Int> point = chart.point(y);
    const auto found = complete(point, first) ? value(point) : std::nullopt;
    table.emplace(std::vector<Int>(t.begin(), t.end()), found.value_or(0));
    return found.has_value();
  });
  if (!fits) {
    return std::nullopt;
  }
  to_differences(table, m, degree, fits);
  Polynomial sum(variables_);
  for (const auto& [order, difference] : table) {
    if (difference == 0) {
      continue;
    }
    Polynomial term(variables_, difference);
    for (std::size_t i = 0; i < m; ++i) {
      Polynomial y(variables_, chart.rows[i].constant - base);
      for (std::size_t v = 0; v < m; ++v) {
        y = y + Polynomial(variables_, chart.rows[i].coefficients[v]) * variable(v);
      }
      for (Int a = 0; a < order[i]; ++a) { // binomial(y, order)
        term = (term * (y - Polynomial(variables_, a))).over(a + 1);
      }
    }
    sum = sum + term;
  }
  return fits && sum.valid() ? std::optional(sum) : std::nullopt;
}

} // namespace mapwright::index_map::candidate
