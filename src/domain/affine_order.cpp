#include "domain/affine_order.hpp"

#include "domain/affine_rows.hpp"
#include "domain/isl_expr.hpp"
#include "domain/isl_text.hpp"
#include "domain/point_set.hpp"
#include "expr/build.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

/// Scan coordinates of an order: scan_of_point reads the dimensions, point_of_scan the scan coordinates.
struct Coordinates {
  std::vector<std::string> scan;
  std::vector<Expr> scan_of_point;
  std::vector<Expr> point_of_scan;
};

/// Residues of all sizes together that the proof of an order by tiles may try: seconds.
constexpr std::int64_t most_residues = 512;

bool holds(isl_bool answer) {
  return answer == isl_bool_true;
}

/// The first dimension as the domain of a relation to the others: rows and what is in them.
IslMap rows_of(const IslSet& set) {
  return IslMap(isl_map_move_dims(isl_map_from_range(set.copy()), isl_dim_in, 0, isl_dim_out, 0, 1));
}

class AffineOrder {
public:
  AffineOrder(const Domain& domain, const OrderRequest& request)
      : domain_(domain), request_(request), context_(parse_operations) {
    for (const std::string& name : domain.dimensions) {
      dimensions_.emplace_back(name);
    }
  }

  Result<Domain> run() {
    auto points = point_set(context_, std::get<AffineShape>(domain_.shape));
    if (!points) {
      return forward(points);
    }
    points_ = named(IslSet(isl_set_compute_divs(points->release())), domain_.dimensions);
    auto coordinates = choose();
    if (!coordinates) {
      return forward(coordinates);
    }
    return *coordinates ? with(**coordinates) : plain();
  }

private:
  using Choice = Result<std::optional<Coordinates>>; ///< nothing: row-major

  Choice choose() const {
    switch (request_.order) {
    case Order::wavefront:
      return dimensions_.size() == 1 ? Choice(std::nullopt) : Choice(wavefront());
    case Order::longest_first:
      return longest_first();
    case Order::fold:
      return fold();
    case Order::tile_grouped:
      return dimensions_.size() == 1 ? Choice(std::nullopt) : tile_grouped();
    default:
      return Choice(std::nullopt);
    }
  }

  /// (i + j + k, i, j)
  [[nodiscard]] Coordinates wavefront() const {
    Coordinates out = own(dimensions_.size() - 1);
    Expr sum = Expr::variable(dimensions_[0]);
    Expr last = Expr::variable(lead(out, "wave"));
    for (std::size_t d = 0; d + 1 < dimensions_.size(); ++d) {
      sum = sum + Expr::variable(dimensions_[d + 1]);
      last = last - Expr::variable(dimensions_[d]);
    }
    out.scan_of_point.insert(out.scan_of_point.begin(), sum);
    out.point_of_scan.push_back(last);
    return out;
  }

  /// (-i, j, k) where every row holds all of the rows before it and more; rows as they are where every row holds all of
  /// the rows behind it; else (-l, i, j) where l is an affine function of i.
  Choice longest_first() const {
    const IslMap rows = rows_of(points_);
    const IslMap others = row_pairs(rows);
    const IslMap behind(isl_map_apply_range(others.copy(), rows.copy()));
    if (holds(isl_map_is_subset(behind.get(), rows.get()))) {
      return Choice(std::nullopt);
    }
    const IslMap before(isl_map_apply_range(isl_map_reverse(others.copy()), rows.copy()));
    if (holds(isl_map_is_subset(before.get(), rows.get()))) {
      const IslSet grown(isl_map_domain(isl_map_subtract(rows.copy(), before.copy())));
      const IslSet later(isl_map_domain(before.copy()));
      if (holds(isl_set_is_subset(later.get(), grown.get()))) {
        Coordinates out = own(dimensions_.size());
        out.scan.erase(out.scan.begin());
        const Symbol back = lead(out, "back");
        out.scan_of_point[0] = -Expr::variable(dimensions_[0]);
        out.point_of_scan[0] = -Expr::variable(back);
        return Choice(std::move(out));
      }
    }
    const IslPwAff length = row_length(rows);
    const auto expression = length ? to_expr(length, parameters_and(dimensions_[0])) : std::nullopt;
    if (!expression) {
      return refuse(dimensions_.size() > 2
                        ? "rows of more dimensions can be compared only where each holds all the ones before it, or "
                          "all the ones behind it"
                        : "the length of a row is no affine function of the row: its points are not consecutive");
    }
    Coordinates out = own(dimensions_.size());
    lead(out, "length");
    out.scan_of_point.insert(out.scan_of_point.begin(), -*expression);
    return Choice(std::move(out));
  }

  /// (min(i - a, b - i), i, j), where rows i and a + b - i have equally many points together for every i.
  Choice fold() const {
    if (dimensions_.size() > 2) {
      return refuse("pairs of rows make a rectangle in at most two dimensions");
    }
    const IslMap rows = rows_of(points_);
    const auto low = extreme(points_, 0, false, domain_.parameters);
    const auto high = extreme(points_, 0, true, domain_.parameters);
    const IslPwAff length = row_length(rows);
    if (!low || !high || !length) {
      return refuse("the length of a row is no affine function of the row");
    }
    const Expr i = Expr::variable(dimensions_[0]);
    if (!pairs_are_equal(rows, length, *low + *high - i)) {
      return refuse("a row and its partner from the other end do not have equally many points in every pair");
    }
    Coordinates out = own(dimensions_.size());
    lead(out, "pair");
    out.scan_of_point.insert(out.scan_of_point.begin(), minimum(i - *low, *high - i));
    return Choice(std::move(out));
  }

  /// (floor(i/(h G)), floor(j/w), floor(i/h), i, j, k)
  Choice tile_grouped() const {
    constexpr std::size_t added = 3;
    if (dimensions_.size() + added > static_cast<std::size_t>(most_dimensions)) {
      return refuse(
          fmt::format("tiles are offered in at most {} dimensions", most_dimensions - static_cast<int>(added)));
    }
    const std::int64_t rows = request_.tile_rows;
    const std::int64_t columns = request_.tile_columns;
    const std::int64_t period = std::lcm(rows * request_.group, columns);
    std::int64_t residues = period;
    for (std::size_t k = 1; k < domain_.parameters.size() && residues <= most_residues; ++k) {
      residues *= period;
    }
    if (residues > most_residues) {
      return refuse(fmt::format("its proof tries the sizes modulo {}, more than {} cases in all; order the tiles "
                                "themselves, as the points of a domain with tile-grouped:1x1,{}",
                                period, most_residues, request_.group));
    }
    const Expr i = Expr::variable(dimensions_[0]);
    const Expr j = Expr::variable(dimensions_[1]);
    Coordinates out;
    out.point_of_scan = own(dimensions_.size()).point_of_scan;
    const auto add = [&](const std::string& name, const Expr& value) {
      out.scan.push_back(name);
      out.scan_of_point.push_back(value);
    };
    add(unused("group"), floor_div(i, Expr(rows * request_.group)));
    if (columns > 1) {
      add(unused("tile_column"), floor_div(j, Expr(columns)));
    } else {
      add(dimensions_[1].name(), j);
    }
    if (rows > 1) {
      add(unused("tile_row"), floor_div(i, Expr(rows)));
    }
    add(dimensions_[0].name(), i);
    for (std::size_t d = columns > 1 ? 1 : 2; d < dimensions_.size(); ++d) {
      add(dimensions_[d].name(), Expr::variable(dimensions_[d]));
    }
    return Choice(std::move(out));
  }

  /// { [i] -> [i'] : i < i' } of rows that are not empty.
  static IslMap row_pairs(const IslMap& rows) {
    const IslSet all(isl_map_domain(rows.copy()));
    return IslMap(isl_set_lex_lt_set(all.copy(), all.copy()));
  }

  /// The number of points of a row, when they are consecutive; null otherwise.
  [[nodiscard]] IslPwAff row_length(const IslMap& rows) const {
    if (dimensions_.size() > 2) {
      return {};
    }
    if (dimensions_.size() == 1) {
      isl_set* all = isl_map_domain(rows.copy());
      return IslPwAff(isl_set_indicator_function(all));
    }
    isl_space* values = isl_space_range(isl_map_get_space(rows.get()));
    const IslMap above(isl_map_lex_le(isl_space_copy(values)));
    const IslMap below(isl_map_lex_ge(values));
    const IslMap filled(isl_map_intersect(isl_map_apply_range(rows.copy(), above.copy()),
                                          isl_map_apply_range(rows.copy(), below.copy())));
    if (!holds(isl_map_is_equal(filled.get(), rows.get()))) {
      return {};
    }
    isl_pw_aff* steps = isl_pw_aff_sub(isl_map_dim_max(rows.copy(), 0), isl_map_dim_min(rows.copy(), 0));
    return IslPwAff(isl_pw_aff_coalesce(isl_pw_aff_add_constant_val(steps, isl_val_one(context_.get()))));
  }

  /// Whether the rows i and `partner` have, together, a number of points that does not depend on i.
  [[nodiscard]] bool pairs_are_equal(const IslMap& rows, const IslPwAff& length, const Expr& partner) const {
    const std::vector<std::string> first{dimensions_[0].name()};
    const IslSet all = named(IslSet(isl_map_domain(rows.copy())), first);
    const auto pairs = image(all, {dimensions_[0]}, {Expr::variable(dimensions_[0]), partner});
    if (!pairs) {
      return false;
    }
    const IslMap lengths(isl_map_from_pw_aff(length.copy()));
    const IslMap of_partner(isl_map_apply_range(rows_of(*pairs).release(), lengths.copy()));
    const IslSet paired(isl_map_domain(of_partner.copy()));
    const IslMap sums(isl_map_sum(lengths.copy(), of_partner.copy()));
    const IslSet values(isl_map_range(sums.copy()));
    const IslPwAff least(isl_set_dim_min(values.copy(), 0));
    const IslPwAff greatest(isl_set_dim_max(values.copy(), 0));
    return holds(isl_set_is_subset(all.get(), paired.get())) && least && greatest &&
           holds(isl_pw_aff_is_equal(least.get(), greatest.get()));
  }

  /// The first `count` dimensions as scan coordinates of themselves.
  [[nodiscard]] Coordinates own(std::size_t count) const {
    Coordinates out;
    for (std::size_t d = 0; d < count; ++d) {
      out.scan.push_back(dimensions_[d].name());
      out.scan_of_point.push_back(Expr::variable(dimensions_[d]));
      out.point_of_scan.push_back(Expr::variable(dimensions_[d]));
    }
    return out;
  }

  /// `name`, or a longer one where a parameter or dimension has it.
  [[nodiscard]] std::string unused(std::string name) const {
    const auto taken = [&] {
      const Symbol symbol(name);
      return std::count(domain_.parameters.begin(), domain_.parameters.end(), symbol) +
                 std::count(dimensions_.begin(), dimensions_.end(), symbol) >
             0;
    };
    while (taken()) {
      name += "_";
    }
    return name;
  }

  /// Puts a scan coordinate first, under a name that nothing else has.
  Symbol lead(Coordinates& coordinates, const std::string& name) const {
    coordinates.scan.insert(coordinates.scan.begin(), unused(name));
    return Symbol(coordinates.scan.front());
  }

  [[nodiscard]] std::vector<Symbol> parameters_and(Symbol dimension) const {
    std::vector<Symbol> names = domain_.parameters;
    names.push_back(dimension);
    return names;
  }

  static IslSet named(IslSet set, const std::vector<std::string>& names) {
    for (std::size_t d = 0; d < names.size(); ++d) {
      set = IslSet(isl_set_set_dim_name(set.release(), isl_dim_set, static_cast<unsigned>(d), names[d].c_str()));
    }
    return set;
  }

  /// { values(x) : x in set }, where `names` are the dimensions of the set.
  [[nodiscard]] Result<IslSet> image(const IslSet& set, std::vector<Symbol> names, std::vector<Expr> values) const {
    return point_set(context_, {take_text(isl_set_to_str(set.get())), std::move(names), std::move(values), {}});
  }

  /// The points in their plain order.
  Result<Domain> plain() { return finish(points_); }

  Result<Domain> with(const Coordinates& coordinates) {
    auto set = image(points_, dimensions_, coordinates.scan_of_point);
    if (!set) {
      return forward(set);
    }
    auto out = finish(named(std::move(*set), coordinates.scan));
    if (out) {
      auto& shape = std::get<AffineShape>(out->shape);
      shape.point_of_scan = coordinates.point_of_scan;
      shape.scan_of_point = coordinates.scan_of_point;
    }
    return out;
  }

  /// A domain with the parameters and dimensions of the given one.
  Result<Domain> finish(IslSet set) {
    auto out = finish_set(context_, std::move(set), whole(domain_.text, "DOMAIN"));
    if (!out) {
      return fail(ErrorKind::input, "in this order " + out.error().message, out.error().hint);
    }
    if (out->parameters != domain_.parameters) {
      return fail(ErrorKind::internal, "an order changed the parameters of its domain");
    }
    out->dimensions = domain_.dimensions;
    return out;
  }

  [[nodiscard]] Choice refuse(const std::string& why) const {
    return fail(ErrorKind::input, fmt::format("no {} order: {}", to_string(request_), why),
                "docs/orders.md lists which domains have which orders");
  }

  const Domain& domain_;
  const OrderRequest& request_;
  IslContext context_; // first of the isl objects: freed last
  std::vector<Symbol> dimensions_;
  IslSet points_;
};

} // namespace

Result<Domain> affine_in_order(const Domain& domain, const OrderRequest& request) {
  return AffineOrder(domain, request).run();
}

} // namespace mapwright::domain
