// Derivation of maps in the order of a curve.
#include "index_map/derive.hpp"

#include "domain/curve.hpp"
#include "index_map/curve/curve.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

Result<Derived> derive_on_curve(const domain::Domain& domain, domain::Curve curve, const DeriveOptions& options) {
  const auto ordered = domain::on_curve(domain, curve);
  return ordered ? derive(*ordered, options) : Result<Derived>(forward(ordered));
}

Result<Derived> derive_curve(const domain::Domain& domain, const DeriveOptions& options,
                             const DeriveInner& derive_inner) {
  const auto* shape = std::get_if<domain::CurveShape>(&domain.shape);
  if (shape == nullptr || shape->inner == nullptr || domain.parameters != shape->inner->parameters ||
      domain.dimensions != shape->inner->dimensions || domain.dimensions.size() > domain::most_curve_dimensions) {
    return fail(ErrorKind::input, "the order of a curve needs a domain of the same parameters and dimensions");
  }
  if (options.form != "auto" && options.form != "halving") {
    return fail(ErrorKind::input, "a map along a curve has no form '" + options.form + "'", "use auto or halving");
  }
  const auto made = curve_parts(*shape->inner,
                                [&](const char* /*name*/, const domain::Domain& inner) { return derive_inner(inner); });
  if (!made) {
    return forward(made);
  }
  const CurveParts& parts = *made;
  const std::string curve = domain::to_string(shape->curve);
  const std::size_t dimensions = domain.dimensions.size();
  Derived out;
  out.map.domain = domain;
  install(assemble_curve(parts, domain), out.map);
  out.map.complexity = "O(log n)";
  out.map.method =
      fmt::format("{} halvings per level of the {} curve, by {} corner counts in closed form where a box is not full",
                  dimensions, curve, 1U << dimensions);
  out.kind = ProofKind::composition;
  out.proof = {{"composition", "curve"},
               {"curve", curve},
               {"lemma", "w lies in the half visited first iff w < its points; points of a box by inclusion and "
                         "exclusion over corner counts F"},
               {"plain", inner_to_json(parts.plain)},
               {"corner", inner_to_json(parts.corner)}};
  for (const std::string& formula : parts.plain.formulas) {
    if (formula.starts_with("count")) {
      out.formulas.push_back(formula);
    }
  }
  for (const std::string& formula : parts.corner.formulas) {
    if (formula.starts_with("count")) {
      out.formulas.push_back("corner " + formula);
    }
  }
  out.formulas.push_back("points of a box = sum over its corners of (-1)^(lower sides) F(corner), F the corner count");
  const double per_level = static_cast<double>(dimensions) * static_cast<double>(1U << dimensions) *
                           expr::static_cost(parts.corner.map.count);
  out.considered = {{"halving", 12.0 * per_level, "chosen"}};
  return out;
}

} // namespace mapwright::index_map
