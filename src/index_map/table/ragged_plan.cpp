#include "index_map/table/ragged_plan.hpp"

#include "expr/evaluate.hpp"
#include "index_map/inline.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::index_map {

using expr::Expr;
using expr::Int;
using expr::Op;
using nlohmann::json;

json to_json(const RaggedPlan& plan) {
  json out = {{"direct", plan.direct},
              {"fixed", plan.fixed},
              {"largest_row", plan.largest_row},
              {"largest_total", plan.largest_total},
              {"lemma", "w lies in the greatest row b with S_b <= w, as point w - S_b of the inner domain"}};
  if (plan.fixed) {
    out["offsets"] = plan.offsets;
    out["starts"] = plan.starts;
  }
  return out;
}

Result<RaggedPlan> ragged_plan_of(const json& proof) {
  RaggedPlan plan;
  try {
    proof.at("direct").get_to(plan.direct);
    proof.at("fixed").get_to(plan.fixed);
    proof.at("largest_row").get_to(plan.largest_row);
    proof.at("largest_total").get_to(plan.largest_total);
    if (plan.fixed) {
      proof.at("offsets").get_to(plan.offsets);
      proof.at("starts").get_to(plan.starts);
    }
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the proof of a ragged map is malformed: ") + e.what());
  }
  if (plan.largest_row < 0 || plan.largest_total < 0 || (plan.fixed && plan.offsets.empty())) {
    return fail(ErrorKind::input, "the proof of a ragged map has numbers outside their bounds");
  }
  return plan;
}

bool is_ragged(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::RaggedShape>(&domain.shape);
  return shape != nullptr && shape->inner != nullptr && domain.parameters.size() == (shape->fixed.empty() ? 1 : 0) &&
         shape->inner->parameters.size() == 1 && domain.dimensions.size() == shape->inner->dimensions.size() + 1;
}

bool counts_its_size(const domain::Map& inner) {
  if (!inner.count.body.empty() || inner.count.parameters.size() != 1) {
    return false;
  }
  const Expr n = Expr::variable(inner.count.parameters[0]);
  const Expr& count = inner.count.results[0];
  return count == n || count == Expr::raw(Op::maximum, {n, Expr(0)}) || count == Expr::raw(Op::maximum, {Expr(0), n});
}

std::string against_inner(const domain::Map& inner) {
  for (const expr::Function* f : {&inner.count, &inner.unrank, &inner.rank, &inner.contains, &inner.successor}) {
    if (trip_counts_of_parameters(*f).loops) {
      return "its " + f->name + " loops as often as its size says, which differs from row to row";
    }
  }
  if (std::any_of(inner.tables.begin(), inner.tables.end(), [](const expr::Table& t) { return t.runtime; })) {
    return "it reads run-time tables, which would differ from row to row";
  }
  return {};
}

Result<std::vector<std::int64_t>> row_starts(const RaggedPlan& plan, const domain::Map& inner,
                                             std::span<const std::int64_t> offsets) {
  std::vector<std::int64_t> starts{0};
  for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
    const Int length = static_cast<Int>(offsets[b + 1]) - offsets[b];
    if (length < 0 || length > plan.largest_row) {
      return fail(ErrorKind::input, "row " + std::to_string(b) + " has length " + expr::to_string(length) +
                                        ", outside 0 to " + std::to_string(plan.largest_row));
    }
    const auto count = call(inner.count, std::vector<Int>{length}, {}, inner.tables);
    if (!count) {
      return fail(ErrorKind::input, "row " + std::to_string(b) + ": " + describe(count.error()));
    }
    const Int total = starts.back() + count->front();
    if (total > plan.largest_total) {
      return fail(ErrorKind::input, "the rows have more than " + std::to_string(plan.largest_total) + " points");
    }
    starts.push_back(static_cast<std::int64_t>(total));
  }
  return starts;
}

} // namespace mapwright::index_map
