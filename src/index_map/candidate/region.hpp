// All points of an affine domain at all sizes, as one polyhedron over (sizes, coordinates), and inequalities on it.
//
// Lemma (orthant). Let y = A v + b be m of the affine inequalities y >= 0 that hold on the polyhedron, A an integer
// matrix with determinant 1 or -1, so that integer points v and integer points y correspond. Then every point of the
// polyhedron has y in N^m, and a polynomial F >= 0 there if F, as a polynomial of y, has Newton expansion
//   F(y) = sum over a of  (difference of order a of F at 0) * binomial(y1, a1) * .. * binomial(ym, am)
// with no negative difference. If some are negative, F >= 0 on N^m still holds when it holds on the slice y_i = 0 and
// on the rest y_i >= 1, which are treated alike, to a limited depth.
#pragma once

#include "domain/domain.hpp"
#include "index_map/candidate/polynomial.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::index_map::candidate {

/// constant + sum of coefficients times variables; on the polyhedron it is >= 0.
struct Row {
  Int constant = 0;
  std::vector<Int> coefficients;
};

/// The change of variables of the lemma.
struct Chart {
  std::vector<Row> rows;                 ///< y of v
  std::vector<std::vector<Int>> inverse; ///< v = inverse * (y - b)

  [[nodiscard]] std::vector<Int> point(std::span<const Int> y) const;
};

/// Up to `most` charts made of m of the rows; m is the number of coefficients of each row.
std::vector<Chart> charts_of(const std::vector<Row>& rows, std::size_t most);

class Region {
public:
  /// Variables: the sizes, then the coordinates. Refuses (with the reason) domains that are not one polyhedron without
  /// strides, scanned in the order of their dimensions.
  static tl::expected<Region, std::string> make(const domain::Domain& domain);

  [[nodiscard]] std::size_t variables() const { return variables_; }
  [[nodiscard]] std::size_t dimensions() const { return levels_.size(); }
  [[nodiscard]] Polynomial variable(std::size_t which) const { return Polynomial::variable(variables_, which); }
  [[nodiscard]] Polynomial constant(Int value) const { return Polynomial(variables_, value); }

  /// Whether f >= 0 at all integer points, as far as the lemma can tell; false proves nothing.
  [[nodiscard]] bool non_negative(const Polynomial& f) const;

  /// Guesses a polynomial of the sizes and the first `prefix` coordinates that equals `value` at the first (or last)
  /// point with each prefix, for prefixes away from the borders by `base`. A guess only: nothing is proved by it.
  [[nodiscard]] std::optional<Polynomial>
  fit(std::size_t prefix, bool first, Int base, int degree,
      const std::function<std::optional<Int>(std::span<const Int>)>& value) const;

private:
  /// Extends sizes and coordinates to the first or last point that starts with them.
  [[nodiscard]] bool complete(std::vector<Int>& point, bool first) const;

  std::size_t sizes_ = 0;
  std::size_t variables_ = 0;
  std::vector<std::vector<Row>> levels_;   ///< of the projections onto sizes and the first k + 1 coordinates
  std::vector<std::vector<Chart>> charts_; ///< of each
};

} // namespace mapwright::index_map::candidate
