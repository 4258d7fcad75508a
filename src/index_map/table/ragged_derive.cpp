// Derivation of ragged maps, and their tables for a batch.
#include "index_map/table/ragged_plan.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::index_map {

using expr::Int;

namespace {

Result<void> set_rows(RaggedPlan& plan, const domain::Map& inner, const std::vector<std::int64_t>& lengths) {
  plan.fixed = true;
  plan.offsets = {0};
  for (const std::int64_t length : lengths) {
    if (length < 0 || length > plan.largest_row) {
      return fail(ErrorKind::input, "a row length is negative or exceeds " + std::to_string(plan.largest_row));
    }
    plan.offsets.push_back(plan.offsets.back() + length);
  }
  auto starts = row_starts(plan, inner, plan.offsets);
  if (!starts) {
    return forward(starts);
  }
  if (starts->back() == 0) {
    return fail(ErrorKind::input, "the domain is empty: no row has a point");
  }
  if (!plan.direct) {
    plan.starts = std::move(*starts);
  }
  return {};
}

/// The lengths of rows known beforehand, from the text of the domain or the options.
std::optional<std::vector<std::int64_t>> row_lengths(const domain::RaggedShape& shape, const RaggedOptions& options) {
  if (shape.fixed.empty()) {
    return options.row_lengths;
  }
  std::vector<std::int64_t> lengths;
  for (std::size_t b = 0; b + 1 < shape.fixed.size(); ++b) {
    lengths.push_back(shape.fixed[b + 1] - shape.fixed[b]);
  }
  return lengths;
}

} // namespace

Result<Derived> derive_ragged(const domain::Domain& domain, const DeriveOptions& options,
                              const DeriveInner& derive_inner, const RaggedOptions& ragged) {
  if (!is_ragged(domain)) {
    return fail(ErrorKind::input, "ragged rows need an inner domain of one parameter, the row length");
  }
  const auto* shape = std::get_if<domain::RaggedShape>(&domain.shape);
  if (ragged.largest_row < 0 || ragged.largest_total < 0 || ragged.largest_row >= (std::int64_t{1} << 31)) {
    return fail(ErrorKind::input, "the bound of row lengths must lie between 0 and 2^31 - 1");
  }
  if (options.form != "auto" && options.form != "row-starts" && options.form != "offsets") {
    return fail(ErrorKind::input, "a ragged map has no form '" + options.form + "'", "use auto, offsets or row-starts");
  }
  auto inner = derive_inner(*shape->inner);
  if (!inner) {
    return forward(inner);
  }
  if (const std::string against = against_inner(inner->map); !against.empty()) {
    return fail(ErrorKind::input, "the inner map cannot serve rows of different lengths: " + against);
  }
  const bool can_be_direct = counts_its_size(inner->map);
  if (options.form == "offsets" && !can_be_direct) {
    return fail(ErrorKind::input, "rows whose points are more than their length need a table of starts");
  }
  RaggedPlan plan;
  plan.direct = can_be_direct && options.form != "row-starts";
  plan.largest_row = ragged.largest_row;
  plan.largest_total = ragged.largest_total;
  if (const auto lengths = row_lengths(*shape, ragged)) {
    if (const auto done = set_rows(plan, inner->map, *lengths); !done) {
      return forward(done);
    }
  }
  Derived out;
  out.map.domain = domain;
  install(assemble_ragged(plan, inner->map, domain), out.map);
  out.map.complexity = inner->map.complexity == "O(1)" ? "O(log batch)" : "O(log batch) + " + inner->map.complexity;
  out.map.method = std::string("search of the row in ") +
                   (plan.direct ? shape->offsets.name() : "a table of row starts") + ", then: " + inner->map.method;
  out.kind = ProofKind::composition;
  out.proof = to_json(plan);
  out.proof["composition"] = "ragged";
  out.proof["inner"] = inner_to_json(*inner);
  out.formulas = {"S[b] <= w < S[b + 1]: row b, inner index w - S[b]",
                  plan.direct ? "S[b] = " + shape->offsets.name() + "[b] - " + shape->offsets.name() + "[0]"
                              : "S[b + 1] = S[b] + count(length of row b)"};
  for (const std::string& formula : inner->formulas) {
    out.formulas.push_back("within a row: " + formula);
  }
  out.considered = {{"offsets", 0,
                     plan.direct     ? "chosen"
                     : can_be_direct ? "another form was asked for"
                                     : "a row has more points than its length"},
                    {"row-starts", 0, plan.direct ? "needs a second table" : "chosen"}};
  return out;
}

Result<std::vector<expr::Table>> build_ragged_tables(const Derived& derived, std::span<const Int> parameters,
                                                     std::span<const expr::Table> supplied) {
  std::vector<expr::Table> tables = derived.map.tables;
  const auto* shape = std::get_if<domain::RaggedShape>(&derived.map.domain.shape);
  const auto plan = ragged_plan_of(derived.proof);
  if (plan && plan->fixed) {
    return tables;
  }
  if (shape == nullptr || parameters.size() != 1 || !plan) {
    return plan ? fail(ErrorKind::internal, "not the tables of a ragged map") : forward(plan);
  }
  const auto inner = inner_from_json(derived.proof.at("inner"), *shape->inner);
  if (!inner) {
    return forward(inner);
  }
  const auto offsets = std::find_if(supplied.begin(), supplied.end(),
                                    [&](const expr::Table& table) { return table.name == shape->offsets; });
  if (offsets == supplied.end()) {
    return fail(ErrorKind::input, "the table '" + shape->offsets.name() + "' is missing",
                "supply batch + 1 non-decreasing offsets");
  }
  if (static_cast<Int>(offsets->values.size()) != parameters[0] + 1 || offsets->values.front() < 0 ||
      offsets->values.back() >= (std::int64_t{1} << 31)) {
    return fail(ErrorKind::input, "'" + shape->offsets.name() + "' must hold batch + 1 offsets from 0 to 2^31 - 1");
  }
  auto starts = row_starts(*plan, inner->map, offsets->values);
  if (!starts) {
    return forward(starts);
  }
  tables[0].values = offsets->values;
  if (!plan->direct) {
    tables[1].values = std::move(*starts);
  }
  return tables;
}

} // namespace mapwright::index_map
