// The data of a table map as JSON and back.
#include "expr/text.hpp"
#include "index_map/table/predicate.hpp"

#include <string>

namespace mapwright::index_map {

using nlohmann::json;

std::vector<std::string> predicate_text(const domain::Domain& domain) {
  const auto& shape = std::get<domain::PredicateShape>(domain.shape);
  std::vector<std::string> parts;
  for (const expr::Symbol parameter : domain.parameters) {
    parts.push_back("parameter " + parameter.name());
  }
  for (std::size_t d = 0; d < domain.dimensions.size() && d < shape.low.size() && d < shape.high.size(); ++d) {
    parts.push_back(to_text(shape.low[d]) + " <= " + domain.dimensions[d] + " <= " + to_text(shape.high[d]));
  }
  parts.push_back(to_text(shape.condition));
  return parts;
}

json to_json(const TablePlan& plan) {
  json out = {{"form", plan.form}, {"runtime", plan.runtime}, {"domain", plan.domain_text}};
  out["lemma"] = "starts[g] <= w < starts[g+1]: the last coordinate of point w is w + shift[g]";
  if (!plan.runtime) {
    out["parameters"] = plan.parameters;
    out["low"] = plan.low;
    out["high"] = plan.high;
    out["starts"] = plan.runs.starts;
    out["prefix"] = plan.runs.prefix;
    out["shift"] = plan.runs.shift;
    out["row_first"] = plan.runs.row_first;
    out["most_per_row"] = plan.runs.most_per_row;
  }
  return out;
}

Result<TablePlan> table_plan_of(const json& proof) {
  TablePlan plan;
  try {
    proof.at("form").get_to(plan.form);
    proof.at("runtime").get_to(plan.runtime);
    proof.at("domain").get_to(plan.domain_text);
    if (!plan.runtime) {
      proof.at("parameters").get_to(plan.parameters);
      proof.at("low").get_to(plan.low);
      proof.at("high").get_to(plan.high);
      proof.at("starts").get_to(plan.runs.starts);
      proof.at("prefix").get_to(plan.runs.prefix);
      proof.at("shift").get_to(plan.runs.shift);
      proof.at("row_first").get_to(plan.runs.row_first);
      proof.at("most_per_row").get_to(plan.runs.most_per_row);
    }
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the proof of a table map is malformed: ") + e.what());
  }
  if (plan.form != "segments" && plan.form != "rows") {
    return fail(ErrorKind::input, "unknown form '" + plan.form + "' of a table map");
  }
  if (!plan.runtime && (plan.low.size() != plan.high.size() || plan.runs.starts.empty() ||
                        plan.runs.shift.size() + 1 != plan.runs.starts.size())) {
    return fail(ErrorKind::input, "the tables of a table map differ in size");
  }
  return plan;
}

std::int64_t halvings_of(std::int64_t candidates) {
  std::int64_t halvings = 0;
  for (std::int64_t reach = 1; reach < candidates; reach *= 2) {
    ++halvings;
  }
  return halvings;
}

} // namespace mapwright::index_map
