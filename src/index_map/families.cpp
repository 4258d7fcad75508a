#include "index_map/families.hpp"

#include "index_map/agree.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/derive.hpp"
#include "index_map/digits/digits.hpp"
#include "index_map/halving/halving.hpp"
#include "index_map/inner_map.hpp"
#include "index_map/pairs/pairs.hpp"
#include "index_map/substitution/substitution.hpp"
#include "index_map/table/predicate.hpp"
#include "index_map/table/ragged.hpp"
#include "index_map/table/ragged_plan.hpp"
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/check.hpp"
#include "index_map/telescoping/derive.hpp"

#include <array>
#include <utility>

namespace mapwright::index_map {

namespace {

constexpr std::array<std::pair<ProofKind, const char*>, 6> kind_names = {{
    {ProofKind::polynomial_telescoping, "polynomial-telescoping"},
    {ProofKind::digit_bijection, "digit-bijection"},
    {ProofKind::substitution_induction, "substitution-induction"},
    {ProofKind::table, "table"},
    {ProofKind::composition, "composition"},
    {ProofKind::exhaustive, "exhaustive"},
}};

/// A payload through its reader and assembler into a map.
template <class Plan, class Assemble>
Result<domain::Map> assembled(const Result<Plan>& plan, const domain::Domain& domain, Assemble assemble_plan) {
  if (!plan) {
    return forward(plan);
  }
  domain::Map map;
  install(assemble_plan(*plan), map);
  map.domain = domain;
  return map;
}

Error wrong_shape() {
  return {ErrorKind::input, "certificate: the kind does not belong to this domain", std::nullopt,
          "derive the certificate again"};
}

Result<domain::Map> assemble_composition(const nlohmann::json& proof, const domain::Domain& domain) {
  if (std::holds_alternative<domain::CurveShape>(domain.shape)) {
    return assembled(curve_parts_of(proof, domain), domain,
                     [&](const CurveParts& parts) { return assemble_curve(parts, domain); });
  }
  const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape);
  const auto* pairs = std::get_if<domain::PairsShape>(&domain.shape);
  if ((ragged == nullptr && pairs == nullptr) || !proof.contains("inner")) {
    return tl::unexpected<Error>(wrong_shape());
  }
  const auto inner = inner_from_json(proof["inner"], ragged != nullptr ? *ragged->inner : *pairs->inner);
  if (!inner) {
    return forward(inner);
  }
  if (ragged != nullptr) {
    return assembled(ragged_plan_of(proof), domain,
                     [&](const RaggedPlan& plan) { return assemble_ragged(plan, inner->map, domain); });
  }
  domain::Map map;
  install(assemble_pairs(inner->map, domain), map);
  map.domain = domain;
  return map;
}

} // namespace

std::string to_string(ProofKind kind) {
  for (const auto& [value, name] : kind_names) {
    if (value == kind) {
      return name;
    }
  }
  return "unknown";
}

std::optional<ProofKind> proof_kind_of(std::string_view name) {
  for (const auto& [value, text] : kind_names) {
    if (name == text) {
      return value;
    }
  }
  return std::nullopt;
}

Result<Derived> derive(const domain::Domain& domain, const DeriveOptions& options) {
  struct Dispatch {
    const domain::Domain& domain;
    const DeriveOptions& options;
    Result<Derived> operator()(const domain::AffineShape&) const { return derive_telescoping(domain, options); }
    Result<Derived> operator()(const domain::FractalShape&) const { return derive_digits(domain, options); }
    Result<Derived> operator()(const domain::SubstitutionShape&) const { return derive_substitution(domain, options); }
    Result<Derived> operator()(const domain::PredicateShape&) const { return derive_predicate(domain, options); }
    Result<Derived> operator()(const domain::RaggedShape&) const { return derive_ragged(domain, options, inner()); }
    Result<Derived> operator()(const domain::PairsShape&) const { return derive_pairs(domain, options, inner()); }
    Result<Derived> operator()(const domain::HalvingShape&) const { return derive_halving(domain, options); }
    Result<Derived> operator()(const domain::CurveShape&) const { return derive_curve(domain, options, inner()); }
    static DeriveInner inner() {
      return [](const domain::Domain& inner_domain) { return derive(inner_domain); };
    }
  };
  return std::visit(Dispatch{domain, options}, domain.shape);
}

CheckReport check(ProofKind kind, const nlohmann::json& proof, const domain::Map& map) {
  const CheckInner check_inner = [](ProofKind inner_kind, const nlohmann::json& inner_proof, const domain::Map& inner) {
    return check(inner_kind, inner_proof, inner);
  };
  switch (kind) {
  case ProofKind::polynomial_telescoping:
    return check_telescoping(proof, map);
  case ProofKind::digit_bijection:
    return std::holds_alternative<domain::HalvingShape>(map.domain.shape) ? check_halving(proof, map)
                                                                          : check_digits(proof, map);
  case ProofKind::substitution_induction:
    return check_substitution(proof, map);
  case ProofKind::table:
    return check_predicate(proof, map);
  case ProofKind::composition:
    if (std::holds_alternative<domain::CurveShape>(map.domain.shape)) {
      return check_curve(proof, map, check_inner);
    }
    return std::holds_alternative<domain::RaggedShape>(map.domain.shape) ? check_ragged(proof, map, check_inner)
                                                                         : check_pairs(proof, map, check_inner);
  case ProofKind::exhaustive:
    break;
  }
  return {{{"a proof is given", false, "exhaustive comparison is not a proof for all sizes"}}};
}

Result<domain::Map> assemble(ProofKind kind, const nlohmann::json& proof, const domain::Domain& domain) {
  switch (kind) {
  case ProofKind::polynomial_telescoping:
    return assembled(telescoping_plan_from_json(proof), domain, assemble_telescoping);
  case ProofKind::digit_bijection:
    if (std::holds_alternative<domain::HalvingShape>(domain.shape)) {
      return assembled(halving_plan_of(proof), domain,
                       [&](const HalvingPlan& plan) { return assemble_halving(plan, domain); });
    }
    return assembled(digit_plan_of(proof), domain,
                     [&](const DigitPlan& plan) { return assemble_digits(plan, domain); });
  case ProofKind::substitution_induction:
    return assembled(substitution_plan_of(proof), domain,
                     [&](const SubstitutionPlan& plan) { return assemble_substitution(plan, domain); });
  case ProofKind::table:
    return assembled(table_plan_of(proof), domain, [&](const TablePlan& plan) { return assemble_table(plan, domain); });
  case ProofKind::composition:
    return assemble_composition(proof, domain);
  case ProofKind::exhaustive:
    break;
  }
  return tl::unexpected<Error>(wrong_shape());
}

Result<std::vector<expr::Table>> tables_for(const Derived& derived, std::span<const expr::Int> parameters,
                                            std::span<const expr::Table> given) {
  return build_tables(derived, parameters, given);
}

} // namespace mapwright::index_map
