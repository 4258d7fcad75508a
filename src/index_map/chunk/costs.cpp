#include "index_map/chunk/costs.hpp"

#include "domain/affine_rows.hpp"
#include "expr/evaluate.hpp"
#include "expr/text.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/lift.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::chunk {

using domain::IslContext;
using domain::IslSet;
using expr::Op;

namespace {

tl::unexpected<Error> no_symbolic_sum(const std::string& why) {
  return fail(ErrorKind::input, "the weight has no symbolic sum: " + why,
              "give all sizes: chunks of one size are found by a scan");
}

/// The factors over the scan coordinates of the shape.
void to_scan(WeightSum& sum, const domain::Domain& domain, const domain::AffineShape& shape) {
  if (shape.point_of_scan.empty()) {
    return;
  }
  // In two steps, as a scan coordinate may have the name of a dimension.
  const auto aside = [](std::size_t d) { return Symbol(fmt::format("coordinate_{}", d)); };
  for (std::vector<Expr>& product : sum.products) {
    for (Expr& factor : product) {
      for (std::size_t d = 0; d < domain.dimensions.size(); ++d) {
        factor = expr::substitute(factor, Symbol(domain.dimensions[d]), Expr::variable(aside(d)));
      }
      for (std::size_t d = 0; d < domain.dimensions.size(); ++d) {
        factor = expr::substitute(factor, aside(d), shape.point_of_scan[d]);
      }
    }
  }
}

/// Whether no point of the set has a negative value; the set is over `coordinates`.
Result<bool> is_never_negative(const IslContext& context, const IslSet& set, const domain::Domain& domain,
                               const std::vector<Symbol>& coordinates, const Expr& factor) {
  auto negative = set_where(context, domain.parameters, coordinates, nodes::less(factor, Expr(0)));
  if (!negative) {
    return forward(negative);
  }
  return is_empty(intersect(*negative, set));
}

/// The names of the coordinates of the costs: x, then t and the u's.
std::vector<Symbol> coordinates_of(const domain::Domain& domain, const std::vector<Symbol>& scan, bool numbered,
                                   std::size_t units) {
  nodes::Names names(domain.parameters, scan);
  std::vector<Symbol> all = scan;
  if (numbered) {
    all.push_back(names.fresh("term"));
  }
  for (std::size_t k = 0; k < units; ++k) {
    all.push_back(names.fresh(units == 1 ? "unit" : fmt::format("unit{}", k + 1)));
  }
  return all;
}

/// (t, u1, ...) of the points with one x: an alternative per product.
Expr units_condition(const WeightSum& sum, const std::vector<Symbol>& coordinates, std::size_t scan, bool numbered) {
  const std::size_t first = scan + (numbered ? 1 : 0);
  std::vector<Expr> alternatives;
  for (std::size_t t = 0; t < sum.products.size(); ++t) {
    std::vector<Expr> parts;
    if (numbered) {
      parts.push_back(nodes::equal(nodes::var(coordinates[scan]), Expr(static_cast<Int>(t))));
    }
    for (std::size_t k = 0; first + k < coordinates.size(); ++k) {
      const Expr unit = nodes::var(coordinates[first + k]);
      const Expr end = k < sum.products[t].size() ? sum.products[t][k] : Expr(1);
      parts.push_back(nodes::less_equal(Expr(0), unit));
      parts.push_back(nodes::less(unit, end));
    }
    alternatives.push_back(nodes::fold(Op::logical_and, parts, 1));
  }
  return nodes::fold(Op::logical_or, alternatives, 0);
}

domain::Domain domain_of(IslSet set, const domain::Domain& domain, const std::vector<Symbol>& coordinates) {
  isl_set* named = set.release();
  for (std::size_t d = 0; d < coordinates.size(); ++d) {
    named = isl_set_set_dim_name(named, isl_dim_set, static_cast<unsigned>(d), coordinates[d].name().c_str());
  }
  const IslSet owned(named);
  domain::Domain out;
  out.text = domain::take_text(isl_set_to_str(owned.get()));
  out.summary = "the costs of " + domain.text;
  out.parameters = domain.parameters;
  for (const Symbol coordinate : coordinates) {
    out.dimensions.push_back(coordinate.name());
  }
  out.shape = domain::AffineShape{out.text, coordinates, {}, {}};
  return out;
}

} // namespace

Result<Costs> derive_costs(const domain::Domain& domain, const Expr& weight) {
  const auto* shape = std::get_if<domain::AffineShape>(&domain.shape);
  if (shape == nullptr) {
    return no_symbolic_sum("the domain is not an affine set");
  }
  auto sum = as_sum(weight);
  if (!sum) {
    return forward(sum);
  }
  Costs costs;
  costs.sum = std::move(*sum);
  to_scan(costs.sum, domain, *shape);
  costs.scan = shape->scan.size();
  costs.numbered = costs.sum.products.size() > 1;
  std::size_t units = 0;
  for (const std::vector<Expr>& product : costs.sum.products) {
    units = std::max(units, product.size());
  }
  const std::vector<Symbol> coordinates = coordinates_of(domain, shape->scan, costs.numbered, units);
  if (coordinates.size() > static_cast<std::size_t>(domain::most_dimensions)) {
    return no_symbolic_sum(fmt::format("its products need {} coordinates beside the {} of the domain, and {} is the "
                                       "most altogether",
                                       coordinates.size() - costs.scan, costs.scan, domain::most_dimensions));
  }
  const IslContext context(50'000'000);
  const auto points = read_set(context, shape->set);
  if (!points) {
    return forward(points);
  }
  for (const std::vector<Expr>& product : costs.sum.products) {
    for (const Expr& factor : product) {
      const auto natural = is_never_negative(context, *points, domain, shape->scan, factor);
      if (!natural) {
        return forward(natural);
      }
      if (context.quota_exceeded()) {
        return no_symbolic_sum("its set takes too long to analyse");
      }
      if (!*natural) {
        return no_symbolic_sum(fmt::format("{} is negative at some point of the domain", expr::to_text(factor)));
      }
    }
  }
  IslSet all = *points;
  for (std::size_t d = costs.scan; d < coordinates.size(); ++d) {
    all = with_one_more(all);
  }
  auto chosen = set_where(context, domain.parameters, coordinates,
                          units_condition(costs.sum, coordinates, costs.scan, costs.numbered));
  if (!chosen) {
    return forward(chosen);
  }
  IslSet set = domain::coalesced(intersect(*chosen, all));
  if (!set || context.quota_exceeded()) {
    return no_symbolic_sum("its set takes too long to analyse");
  }
  if (is_empty(set)) {
    return fail(ErrorKind::input, "the weight is 0 at every point of the domain");
  }
  auto certified = derive_certified(domain_of(std::move(set), domain, coordinates));
  if (!certified) {
    return no_symbolic_sum(certified.error().message);
  }
  if (certified->certificate.status != Status::proved) {
    return no_symbolic_sum("its map is not proved: " + status_text(certified->certificate));
  }
  costs.certified = std::move(*certified);
  return costs;
}

Result<Int> within(const Costs& costs, std::span<const Int> sizes, std::span<const Int> point) {
  expr::Environment names;
  const domain::Domain& domain = costs.certified.derived.map.domain;
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    names.bind(domain.parameters[p], sizes[p]);
  }
  for (std::size_t d = 0; d < costs.scan; ++d) {
    names.bind(Symbol(domain.dimensions[d]), point[d]);
  }
  const std::size_t term = costs.numbered ? static_cast<std::size_t>(point[costs.scan]) : 0;
  const std::span<const Int> units = point.subspan(costs.scan + (costs.numbered ? 1 : 0));
  Int before = 0;
  Int inside = 0;
  for (std::size_t t = 0; t <= term; ++t) {
    Int product = 1;
    for (std::size_t k = 0; k < costs.sum.products[t].size(); ++k) {
      const auto factor = expr::evaluate(costs.sum.products[t][k], names);
      if (!factor) {
        return fail(ErrorKind::input, "the weight cannot be evaluated: " + expr::describe(factor.error()));
      }
      product *= *factor;
      inside = t == term ? inside * *factor + units[k] : 0;
    }
    before += t < term ? product : 0;
  }
  return before + inside;
}

} // namespace mapwright::index_map::chunk
