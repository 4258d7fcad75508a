// Choice of the table form, and the tables of one size.
#include "expr/text.hpp"
#include "index_map/table/predicate.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mapwright::index_map {

using expr::Int;

namespace {

std::int64_t entries(const Runs& runs) {
  return static_cast<std::int64_t>(runs.starts.size() * (2 + runs.prefix.size()) + runs.row_first.size());
}

double cost(const Runs& runs, std::size_t dimensions, bool rows) {
  const auto halvings = static_cast<double>(halvings_of(static_cast<std::int64_t>(runs.shift.size())));
  return 6.0 * halvings + 4.0 +
         (rows ? 8.0 * static_cast<double>(dimensions > 2 ? dimensions - 2 : 0) + 1.0
               : 4.0 * static_cast<double>(dimensions - 1));
}

Derived finish(const domain::Domain& domain, const TablePlan& plan, std::vector<Considered> considered) {
  Derived out;
  out.map.domain = domain;
  install(assemble_table(plan, domain), out.map);
  const std::string runs = plan.form == "rows" ? "rows" : "segments";
  out.map.complexity = "O(log " + runs + ")";
  out.map.method = plan.runtime ? "search in run-time tables of " + runs
                                : "search in a table of " + std::to_string(plan.runs.shift.size()) + " " + runs;
  out.kind = ProofKind::table;
  out.proof = to_json(plan);
  out.formulas.push_back("start[g] <= w < start[g + 1]: " + domain.dimensions.back() + " = w + shift[g]");
  out.formulas.push_back("contains: " + to_text(std::get<domain::PredicateShape>(domain.shape).condition));
  out.considered = std::move(considered);
  return out;
}

/// Constant tables for one size.
Result<Derived> derive_constant(const domain::Domain& domain, const DeriveOptions& options, TablePlan plan) {
  std::vector<Int> parameters;
  for (const auto& value : options.parameters) {
    parameters.push_back(*value);
    plan.parameters.push_back(static_cast<std::int64_t>(*value));
  }
  const auto box = predicate_box(domain, parameters);
  if (!box) {
    return forward(box);
  }
  plan.low = box->low;
  plan.high = box->high;
  std::vector<Considered> considered;
  std::optional<std::pair<std::string, Runs>> best;
  for (const std::string form : {"rows", "segments"}) {
    if (options.form != "auto" && options.form != form) {
      considered.push_back({form, 0, "another form was asked for"});
      continue;
    }
    auto runs = scan_runs(domain, parameters, form);
    if (!runs) {
      if (options.form == form || form == "segments") {
        return forward(runs);
      }
      considered.push_back({form, 0, runs.error().message});
      continue;
    }
    const double price = cost(*runs, domain.dimensions.size(), form == "rows");
    if (entries(*runs) > constant_limit) {
      considered.push_back({form, price, std::to_string(entries(*runs)) + " table entries, more than 131072"});
      continue;
    }
    if (best && entries(best->second) <= 4 * entries(*runs)) { // rows: no search in rank
      considered.push_back({form, price, "rank would have to search"});
      continue;
    }
    if (best) {
      considered.front().verdict = "most rows of the box are empty";
    }
    best = {form, std::move(*runs)};
    considered.push_back({form, price, "chosen"});
  }
  if (!best) {
    return fail(ErrorKind::input, "constant tables for this size would exceed 131072 entries",
                "leave the sizes open: the map then reads run-time tables");
  }
  if (domain.parameters.empty() && best->second.starts.back() == 0) {
    return fail(ErrorKind::input, "the domain is empty: no point of the box satisfies the condition",
                "check the bounds and the condition");
  }
  plan.form = best->first;
  plan.runs = std::move(best->second);
  return finish(domain, plan, std::move(considered));
}

} // namespace

Result<Derived> derive_predicate(const domain::Domain& domain, const DeriveOptions& options) {
  const auto* shape = std::get_if<domain::PredicateShape>(&domain.shape);
  const std::size_t dimensions = domain.dimensions.size();
  if (shape == nullptr || dimensions == 0 || shape->low.size() != dimensions || shape->high.size() != dimensions) {
    return fail(ErrorKind::input, "a table map needs a predicate over a box");
  }
  if (options.form != "auto" && options.form != "segments" && options.form != "rows") {
    return fail(ErrorKind::input, "a table map has no form '" + options.form + "'", "use auto, segments or rows");
  }
  if (options.parameters.size() > domain.parameters.size()) {
    return fail(ErrorKind::input, "more sizes are given than the domain has parameters");
  }
  for (const auto& value : options.parameters) {
    if (value && (*value > coordinate_limit || *value < -coordinate_limit)) {
      return fail(ErrorKind::input, "a size of a table map exceeds 2^30");
    }
  }
  TablePlan plan;
  plan.domain_text = predicate_text(domain);
  const auto given = static_cast<std::size_t>(
      std::count_if(options.parameters.begin(), options.parameters.end(), [](const auto& p) { return p.has_value(); }));
  if (given == domain.parameters.size()) {
    return derive_constant(domain, options, std::move(plan));
  }
  if (given != 0) {
    return fail(ErrorKind::input, "some sizes are fixed and some are open",
                "fix all of them for constant tables, or none for run-time tables");
  }
  plan.runtime = true;
  plan.form = options.form == "rows" ? "rows" : "segments";
  const bool rows = plan.form == "rows";
  return finish(domain, plan,
                {{"rows", 0, rows ? "chosen" : "holds only for sizes where every row has one run; ask for it by name"},
                 {"segments", 0, rows ? "another form was asked for" : "chosen"},
                 {"constant tables", 0, "need fixed sizes"}});
}

Result<std::vector<expr::Table>> build_predicate_tables(const domain::Map& map, std::span<const Int> parameters) {
  std::vector<expr::Table> tables = map.tables;
  if (std::none_of(tables.begin(), tables.end(), [](const expr::Table& t) { return t.runtime; })) {
    return tables;
  }
  const std::size_t dimensions = map.domain.dimensions.size();
  const bool rows = tables.size() == 3;
  if (!rows && tables.size() != dimensions + 3) {
    return fail(ErrorKind::internal, "the map does not have the tables of a table map");
  }
  auto runs = scan_runs(map.domain, parameters, rows ? "rows" : "segments");
  if (!runs) {
    return forward(runs);
  }
  const auto number = static_cast<std::int64_t>(runs->shift.size());
  std::vector<std::vector<std::int64_t>> contents;
  const std::int64_t count = runs->starts.back();
  contents.push_back(std::move(runs->starts));
  contents.push_back(std::move(runs->shift));
  if (!rows) {
    for (auto& column : runs->prefix) {
      contents.push_back(std::move(column));
    }
    contents.push_back(std::move(runs->row_first));
  }
  contents.push_back({count, number, halvings_of(number), halvings_of(runs->most_per_row)});
  for (std::size_t t = 0; t < tables.size(); ++t) {
    tables[t].values = std::move(contents[t]);
  }
  return tables;
}

} // namespace mapwright::index_map
