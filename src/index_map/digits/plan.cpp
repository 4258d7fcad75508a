// The data of a digit map as JSON and back.
#include "index_map/digits/digits.hpp"

#include <algorithm>
#include <string>

namespace mapwright::index_map {

using expr::Int;
using nlohmann::json;

namespace {

int bits_of(Int greatest) {
  int bits = 0;
  for (; greatest > 0; greatest /= 2) {
    ++bits;
  }
  return bits;
}

} // namespace

bool DigitPlan::first_at_origin() const {
  return !cells.empty() && std::all_of(cells[0].begin(), cells[0].end(), [](int offset) { return offset == 0; });
}

int DigitPlan::field_bits() const {
  Int side = 1;
  for (int i = 0; i < group; ++i) {
    side *= scale;
  }
  return bits_of(side - 1);
}

json to_json(const DigitPlan& plan) {
  json out = {{"form", plan.form}, {"scale", plan.scale}, {"cells", plan.cells}, {"level", nullptr}};
  if (plan.level) {
    out["level"] = static_cast<std::int64_t>(*plan.level);
  }
  if (plan.form == "digits") {
    out["group"] = plan.group;
    out["inverse_group"] = plan.inverse_group;
    out["packed"] = plan.packed;
    out["forward"] = plan.forward;
    out["leading"] = plan.leading;
    out["inverse"] = plan.inverse;
    out["inverse_leading"] = plan.inverse_leading;
    out["powers"] = plan.powers;
  }
  out["lemma"] = "w = sum digit_i k^i -> sum cells[digit_i] scale^i is one-to-one when the cells are distinct";
  return out;
}

Result<DigitPlan> digit_plan_of(const json& proof) {
  DigitPlan plan;
  try {
    proof.at("form").get_to(plan.form);
    proof.at("scale").get_to(plan.scale);
    proof.at("cells").get_to(plan.cells);
    if (!proof.at("level").is_null()) {
      plan.level = proof.at("level").get<std::int64_t>();
    }
    if (plan.form == "digits") {
      proof.at("group").get_to(plan.group);
      proof.at("inverse_group").get_to(plan.inverse_group);
      proof.at("packed").get_to(plan.packed);
      proof.at("forward").get_to(plan.forward);
      proof.at("leading").get_to(plan.leading);
      proof.at("inverse").get_to(plan.inverse);
      proof.at("inverse_leading").get_to(plan.inverse_leading);
      proof.at("powers").get_to(plan.powers);
    } else if (plan.form != "single-cell") {
      return fail(ErrorKind::input, "unknown form '" + plan.form + "' of a digit map");
    }
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the proof of a digit map is malformed: ") + e.what());
  }
  const std::size_t dimensions = plan.dimensions();
  const bool regular = std::all_of(plan.cells.begin(), plan.cells.end(),
                                   [&](const std::vector<int>& cell) { return cell.size() == dimensions; });
  const std::size_t forward_tables = plan.form == "single-cell" ? 0 : plan.packed ? 1 : dimensions;
  if (dimensions == 0 || !regular || plan.scale < 2 || plan.scale > 1024 || plan.group < 1 || plan.group > 31 ||
      plan.group * bits_of(plan.scale - 1) > 62 || plan.inverse_group < 1 || plan.inverse_group > plan.group ||
      plan.forward.size() != forward_tables || (!plan.leading.empty() && plan.leading.size() != forward_tables) ||
      (plan.level && (*plan.level < 0 || *plan.level > 4096))) {
    return fail(ErrorKind::input, "the proof of a digit map has numbers outside their bounds");
  }
  return plan;
}

} // namespace mapwright::index_map
