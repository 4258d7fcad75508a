// Predicates over a box: tables of runs of points, searched (proof kind table).
//
// A prefix is all coordinates but the last; prefixes of the box are numbered lexicographically, "row" 0, 1, ...
// A segment is a maximal run of neighbouring last coordinates that satisfy the predicate under one prefix.
//
// Lemma (runs). Let starts[0] = 0 < starts[1] < ... < starts[m] = count be the numbers of points before each segment,
// segments in lexicographic order. Then point w lies in the segment g with starts[g] <= w < starts[g+1] and its last
// coordinate is first[g] + (w - starts[g]) = w + shift[g]. With one (possibly empty) run per row, rows serve as
// segments: the greatest row with starts[row] <= w is not empty, since starts[row+1] > w.
#pragma once

#include "core/error.hpp"
#include "index_map/agree.hpp"
#include "index_map/derived.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mapwright::index_map {

/// The runs of a predicate at one size.
struct Runs {
  std::vector<std::int64_t> starts;              ///< points before each run, then the number of points
  std::vector<std::vector<std::int64_t>> prefix; ///< segments only: one column per coordinate but the last
  std::vector<std::int64_t> shift;               ///< first last coordinate minus start
  std::vector<std::int64_t> row_first;           ///< segments only: first segment of each row, then their number
  std::int64_t most_per_row = 0;                 ///< greatest number of segments in one row
};

/// The data a table map is assembled from.
struct TablePlan {
  std::string form = "segments";        ///< "segments", or "rows" when every row has at most one run
  std::vector<std::string> domain_text; ///< parameters, dimensions, bounds and condition, see predicate_text
  std::vector<std::int64_t> parameters; ///< constant tables: the sizes they belong to
  bool runtime = false;                 ///< tables are supplied by the caller for the size in use
  std::vector<std::int64_t> low;        ///< constant tables: the box
  std::vector<std::int64_t> high;
  Runs runs; ///< constant tables: their contents
};

/// Greatest volume of a box that is scanned, and greatest magnitude of a coordinate in a table.
inline constexpr std::int64_t scan_limit = std::int64_t{1} << 26;
inline constexpr std::int64_t coordinate_limit = std::int64_t{1} << 30;
/// Most entries of constant tables, which become part of the emitted source.
inline constexpr std::int64_t constant_limit = std::int64_t{1} << 17;

/// The domain as text, one entry per part: what a proof says it is about.
std::vector<std::string> predicate_text(const domain::Domain& domain);

nlohmann::json to_json(const TablePlan& plan);
Result<TablePlan> table_plan_of(const nlohmann::json& proof);

/// The box of a predicate at one size.
struct PredicateBox {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> high;
  /// Number of rows (1 for a single dimension), 0 when the box is empty.
  [[nodiscard]] std::int64_t rows() const;
};
Result<PredicateBox> predicate_box(const domain::Domain& domain, std::span<const expr::Int> parameters);

/// Scans the box once. `form` as in TablePlan; an error when "rows" is asked for and some row has two runs.
Result<Runs> scan_runs(const domain::Domain& domain, std::span<const expr::Int> parameters, const std::string& form);

/// Steps of a bisection among `candidates` >= 1 entries: ceil(log2 candidates).
std::int64_t halvings_of(std::int64_t candidates);

Assembled assemble_table(const TablePlan& plan, const domain::Domain& domain);

/// A map of a PredicateShape. All sizes in options.parameters given: constant tables; otherwise run-time tables that
/// build_predicate_tables fills. Forms: "auto", "segments", "rows".
Result<Derived> derive_predicate(const domain::Domain& domain, const DeriveOptions& options);

/// The tables of a map of derive_predicate for one size, in the order of map.tables; constant ones as they are.
Result<std::vector<expr::Table>> build_predicate_tables(const domain::Map& map, std::span<const expr::Int> parameters);

/// The obligations of the lemma for given tables and size, by a scan of its own.
CheckReport check_predicate_tables(const domain::Map& map, std::span<const expr::Int> parameters,
                                   std::span<const expr::Table> tables);

/// Checks a proof of derive_predicate: constant tables against the predicate point by point, functions by assembling
/// them again. Run-time tables: the same at all small sizes, with the tables build_predicate_tables makes.
CheckReport check_predicate(const nlohmann::json& proof, const domain::Map& map);

} // namespace mapwright::index_map
