// Derivation of the triangle by squares, and its proof as JSON.
#include "index_map/halving/halving.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using nlohmann::json;

json to_json(const HalvingPlan& plan) {
  return {{"form", plan.form},
          {"lemma",
           "a = i + 1 and b = j differ in bit h = log2(a xor b) first: a = 2^(h+1) m + 2^h + r, b = 2^(h+1) m + "
           "c; w = 2^(level-1) (2^h - 1 + r) + 2^h m + c"}};
}

Result<HalvingPlan> halving_plan_of(const json& proof) {
  HalvingPlan plan;
  try {
    proof.at("form").get_to(plan.form);
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the proof of a map by halving is malformed: ") + e.what());
  }
  if (plan.form != "shifts" && plan.form != "masks") {
    return fail(ErrorKind::input, "unknown form '" + plan.form + "' of a map by halving");
  }
  return plan;
}

Result<Derived> derive_halving(const domain::Domain& domain, const DeriveOptions& options) {
  if (!std::holds_alternative<domain::HalvingShape>(domain.shape) || domain.parameters.size() != 1 ||
      domain.dimensions.size() != 2) {
    return fail(ErrorKind::input, "a map by halving needs the triangle by squares, with its level and two dimensions");
  }
  HalvingPlan plan;
  if (options.form != "auto") {
    plan.form = options.form;
  }
  if (plan.form != "shifts" && plan.form != "masks") {
    return fail(ErrorKind::input, "a map by halving has no form '" + options.form + "'", "use auto, shifts or masks");
  }
  Derived out;
  out.map.domain = domain;
  install(assemble_halving(plan, domain), out.map);
  out.map.complexity = "O(1)";
  out.map.method = "side of the square by the highest bit of the box row, square by " + plan.form;
  out.kind = ProofKind::digit_bijection;
  out.proof = to_json(plan);
  const std::string i = domain.dimensions[0];
  const std::string j = domain.dimensions[1];
  out.formulas = {"count(level) = (2^level - 1) 2^(level-1)",
                  "w = 2^(level-1) y + x, h = floor(log2(y + 1)), q = 2^h floor(x/2^h)  ->  " + i + " = y + 2q, " + j +
                      " = x + q",
                  "(" + i + ", " + j + ")  ->  h = floor(log2((" + i + " + 1) xor " + j + ")), y + 1 = (" + i +
                      " + 1) mod 2^(h+1), q = 2^h floor(" + j + "/2^(h+1)), x = " + j + " - q"};
  // Operations of one unrank, the parts that depend on the level alone left out: a shift, a mask and an addition, the
  // highest bit (a count of zeros and a subtraction), two to drop the low bits (one more by masks), four for the point.
  const auto verdict = [&](const std::string& form) -> std::string {
    return plan.form == form ? "chosen" : options.form == "auto" ? "costs more" : "another form was asked for";
  };
  out.considered = {{"shifts", 11.0, verdict("shifts")},
                    {"masks", 12.0, verdict("masks")},
                    {"square root for the row", 25.0, "gives the order by rows: triangle"},
                    {"division by the row length", 25.0, "gives the folded order: triangle-fold"}};
  return out;
}

} // namespace mapwright::index_map
