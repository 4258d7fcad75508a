// The checker of maps in the order of a curve.
#include "domain/curve.hpp"
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/lift.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

using domain::IslSet;
using expr::Expr;
using expr::Int;

namespace {

bool is_on_curve(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::CurveShape>(&domain.shape);
  if (shape == nullptr || shape->inner == nullptr) {
    return false;
  }
  const auto* affine = std::get_if<domain::AffineShape>(&shape->inner->shape);
  return affine != nullptr && affine->point_of_scan.empty() && shape->inner->parameters == domain.parameters &&
         shape->inner->dimensions == domain.dimensions && !domain.dimensions.empty() &&
         domain.dimensions.size() <= domain::most_curve_dimensions;
}

/// The fact that an inner proof holds, under another name.
Fact named(const std::string& name, Fact fact) {
  fact.name = name;
  return fact;
}

IslSet sizes_of(const IslSet& set) {
  return IslSet(isl_set_params(set.copy()));
}

/// Where points exist, origin_d = min(0, least coordinate) and high_d is the greatest coordinate. The Hilbert curve
/// depends on the side of the cube, so the box must not only hold the points but touch them.
std::string refute_cube(const CurveCube& cube, const domain::Domain& plain) {
  const domain::IslContext context;
  const auto set = read_set(context, std::get<domain::AffineShape>(plain.shape).set);
  if (!set) {
    return set.error().message;
  }
  const auto dims = nodes::symbols(plain.dimensions);
  const auto where = [&](const Expr& condition) {
    auto found = set_where(context, plain.parameters, dims, condition);
    return found ? intersect(*set, *found) : IslSet(isl_set_empty(isl_set_get_space(set->get())));
  };
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Expr x = nodes::var(dims[d]);
    const Expr& origin = cube.origin[d];
    const Expr& high = cube.high[d];
    const bool within = is_equal(where(nodes::both(nodes::less_equal(origin, x), nodes::less_equal(x, high))), *set);
    const bool touches =
        is_subset(sizes_of(*set), sizes_of(where(nodes::equal(x, high)))) &&
        is_subset(sizes_of(where(nodes::less(origin, Expr(0)))), sizes_of(where(nodes::equal(x, origin))));
    const bool below_zero = origin.is_constant() ? origin.value() <= 0
                                                 : origin.op() == expr::Op::minimum && origin.operand(0).is_constant(0);
    if (!within || !touches || !below_zero) {
      return fmt::format("the points do not fill [{}, {}] in {}", expr::to_text(origin), expr::to_text(high),
                         plain.dimensions[d]);
    }
  }
  return {};
}

/// All points of one size, sorted along the curve; nothing when there are many.
std::optional<Enumerated> sorted_points(const domain::Reference& reference, const std::vector<Int>& size) {
  constexpr std::size_t most_points = 150;
  auto scanner = reference.scan(size);
  if (!scanner) {
    return std::nullopt;
  }
  Enumerated all{size, {}, {}, {}};
  domain::Run run;
  while (scanner->next(run)) {
    for (std::int64_t last = run.first; last <= run.last; ++last) {
      domain::Point point(run.prefix.begin(), run.prefix.end());
      point.push_back(last);
      all.low = all.points.empty() ? point : all.low;
      all.high = all.points.empty() ? point : all.high;
      for (std::size_t d = 0; d < point.size(); ++d) {
        all.low[d] = std::min(all.low[d], point[d]);
        all.high[d] = std::max(all.high[d], point[d]);
      }
      all.points.push_back(std::move(point));
      if (all.points.size() > most_points) {
        return std::nullopt;
      }
    }
  }
  return scanner->error() ? std::nullopt : std::optional(std::move(all));
}

void compare_sorted(const domain::Map& map, CheckReport& report) {
  constexpr std::size_t most_sizes = 24;
  constexpr Int greatest = 6;
  const std::string name = "all indices of small sizes";
  const auto reference = domain::Reference::make(map.domain);
  if (!reference) {
    report.facts.push_back({name, false, reference.error().message});
    return;
  }
  std::size_t compared = 0;
  for (const auto& size : small_sizes(map.domain.parameters.size(), greatest)) {
    const auto expected = compared < most_sizes ? sorted_points(*reference, size) : std::nullopt;
    if (!expected) {
      continue;
    }
    const std::string difference = first_disagreement(map, *expected, map.tables, 2000);
    if (!difference.empty()) {
      report.facts.push_back({name, false, difference});
      return;
    }
    ++compared;
  }
  report.facts.push_back({name, compared > 0, fmt::format("{} sizes, points sorted along the curve", compared)});
}

} // namespace

CheckReport check_curve(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner) {
  CheckReport report;
  const auto add = [&](std::string name, bool holds, std::string detail) {
    report.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  };
  if (!add("domain", is_on_curve(map.domain), "an affine domain in the order of a curve")) {
    return report;
  }
  const auto& shape = std::get<domain::CurveShape>(map.domain.shape);
  const std::string curve = domain::to_string(shape.curve);
  const bool stated = proof.is_object() && proof.value("curve", nlohmann::json()) == curve;
  const auto parts = stated ? curve_parts_of(proof, map.domain)
                            : Result<CurveParts>(fail(ErrorKind::input, "the proof is not of the " + curve + " curve"));
  if (!add("well-formed proof", parts.has_value(), parts ? "two inner maps" : parts.error().message)) {
    return report;
  }
  report.facts.push_back(named("plain order", inner_fact(parts->plain, check_inner)));
  report.facts.push_back(named("corner counts", inner_fact(parts->corner, check_inner)));
  const std::string refutation = refute_cube(parts->cube, *shape.inner);
  add("the cube is the least one", refutation.empty(), refutation.empty() ? "isl set equality" : refutation);
  if (!report.proved()) {
    return report;
  }
  compare_assembly(map, assemble_curve(*parts, map.domain), report.facts);
  if (report.proved()) {
    compare_sorted(map, report);
  }
  return report;
}

} // namespace mapwright::index_map
