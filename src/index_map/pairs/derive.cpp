// Derivation of maps of pairs.
#include "index_map/pairs/pairs.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

Result<Derived> derive_pairs(const domain::Domain& domain, const DeriveOptions& options,
                             const DeriveInner& derive_inner) {
  const auto* shape = std::get_if<domain::PairsShape>(&domain.shape);
  if (shape == nullptr || shape->inner == nullptr || domain.parameters != shape->inner->parameters ||
      domain.dimensions.size() != 2 * shape->inner->dimensions.size()) {
    return fail(ErrorKind::input, "pairs need an inner domain of the same parameters and half as many dimensions");
  }
  if (options.form != "auto" && options.form != "root") {
    return fail(ErrorKind::input, "a map of pairs has no form '" + options.form + "'", "use auto or root");
  }
  auto inner = derive_inner(*shape->inner);
  if (!inner) {
    return forward(inner);
  }
  const PairsPlan plan;
  Derived out;
  out.map.domain = domain;
  install(assemble_pairs(inner->map, domain, plan), out.map);
  out.map.complexity = inner->map.complexity;
  out.map.method = "square root for the pair of inner indices, then twice: " + inner->map.method;
  out.kind = ProofKind::composition;
  out.proof = {{"composition", "pairs"},
               {"down", plan.down},
               {"up", plan.up},
               {"root", "i = greatest x with x*(x + 1) <= 2*w; estimate sqrt(2*w)"},
               {"inner", inner_to_json(*inner)}};
  out.formulas = {"count = P*(P + 1)/2 where P is the inner count",
                  "w = i*(i + 1)/2 + j: p = inner point i, q = inner point j"};
  for (const std::string& formula : inner->formulas) {
    out.formulas.push_back("inner: " + formula);
  }
  out.considered = {{"root", 12.0, "chosen"}};
  return out;
}

} // namespace mapwright::index_map
