// The checker of table maps: a scan of its own, the assembler and the evaluator.
#include "expr/evaluate.hpp"
#include "index_map/table/predicate.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

/// All points of the predicate in lexicographic order, and the number of rows of the box before each.
struct Listed {
  std::vector<Point> points;
  std::vector<Int> rows;
  Point low;
  Point high;
  Int row_count = 1;
  std::string fault;
};

Listed list_points(const domain::Domain& domain, std::span<const Int> parameters) {
  const auto& shape = std::get<domain::PredicateShape>(domain.shape);
  Listed out;
  expr::Environment environment;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    environment.bind(domain.parameters[i], parameters[i]);
  }
  bool empty = false;
  for (std::size_t d = 0; d < shape.low.size(); ++d) {
    const auto low = evaluate(shape.low[d], environment);
    const auto high = evaluate(shape.high[d], environment);
    if (!low || !high) {
      out.fault = "a bound of the box has no value";
      return out;
    }
    out.low.push_back(*low);
    out.high.push_back(*high);
    empty = empty || *low > *high;
    out.row_count *= d + 1 < shape.low.size() ? std::max<Int>(*high - *low + 1, 0) : 1;
  }
  if (empty) {
    out.row_count = 0;
    return out;
  }
  const std::size_t scope = environment.size();
  for (std::size_t d = 0; d < out.low.size(); ++d) {
    environment.bind(expr::Symbol(domain.dimensions[d]), out.low[d]);
  }
  Point p = out.low;
  Int row = 0;
  while (true) { // an odometer over the box
    for (std::size_t d = 0; d < p.size(); ++d) {
      environment.assign(expr::Symbol(domain.dimensions[d]), p[d]);
    }
    const auto holds = evaluate(shape.condition, environment);
    if (!holds) {
      out.fault = "the condition has no value at " + text_of(p);
      return out;
    }
    if (*holds != 0) {
      out.points.push_back(p);
      out.rows.push_back(row);
    }
    std::size_t d = p.size();
    while (d > 0 && p[d - 1] == out.high[d - 1]) {
      p[d - 1] = out.low[d - 1];
      --d;
    }
    if (d == 0) {
      break;
    }
    ++p[d - 1];
    row += d == p.size() ? 0 : 1;
  }
  environment.truncate(scope);
  return out;
}

/// The tables of a map by their role.
struct Columns {
  const std::vector<std::int64_t>* starts = nullptr;
  const std::vector<std::int64_t>* shift = nullptr;
  std::vector<const std::vector<std::int64_t>*> prefix;
  const std::vector<std::int64_t>* row_first = nullptr;
};

class TableChecker {
public:
  TableChecker(const domain::Map& map, std::span<const Int> parameters, std::span<const expr::Table> tables)
      : map_(map), parameters_(parameters), tables_(tables), listed_(list_points(map.domain, parameters)) {}

  CheckReport run(bool rows) {
    rows_ = rows;
    if (!add("predicate", listed_.fault.empty(),
             listed_.fault.empty() ? "has a value in the whole box" : listed_.fault) ||
        !columns()) {
      return std::move(report_);
    }
    starts();
    order();
    row_index();
    coverage();
    search_bound(map_.unrank, true);
    search_bound(map_.rank, false);
    search_bound(map_.successor, rows_);
    return std::move(report_);
  }

  /// Greatest number of segments in one row, at least 1.
  [[nodiscard]] std::int64_t most_per_row() const { return most_; }

  [[nodiscard]] Enumerated enumerated() const {
    return {{parameters_.begin(), parameters_.end()}, listed_.points, listed_.low, listed_.high};
  }

private:
  bool add(std::string name, bool holds, std::string detail) {
    report_.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  }

  bool columns() {
    const std::size_t dims = map_.domain.dimensions.size();
    const std::size_t needed = rows_ ? 2 : dims + 2;
    bool good = tables_.size() >= needed;
    if (good) {
      columns_.starts = &tables_[0].values;
      columns_.shift = &tables_[1].values;
      for (std::size_t d = 0; !rows_ && d + 1 < dims; ++d) {
        columns_.prefix.push_back(&tables_[2 + d].values);
        good = good && columns_.prefix.back()->size() == columns_.shift->size();
      }
      columns_.row_first = rows_ ? nullptr : &tables_[dims + 1].values;
      good = good && columns_.starts->size() == columns_.shift->size() + 1;
      good = good && (rows_ ? static_cast<Int>(columns_.shift->size()) == listed_.row_count
                            : static_cast<Int>(columns_.row_first->size()) == listed_.row_count + 1);
      for (const expr::Table& table : tables_) {
        for (const std::int64_t value : table.values) {
          good = good && table.least <= value && value <= table.greatest;
        }
      }
    }
    if (good && tables_.size() > needed) { // run-time tables state the numbers of points and runs
      const auto& sizes = tables_.back().values;
      good = sizes.size() == 4 && sizes[0] == static_cast<std::int64_t>(listed_.points.size()) &&
             sizes[1] == static_cast<std::int64_t>(columns_.shift->size());
    }
    return add("table sizes", good, "one entry per run or row, each within the bounds its table states");
  }

  [[nodiscard]] std::size_t runs() const { return columns_.shift->size(); }

  void starts() {
    const auto& s = *columns_.starts;
    bool good = s.front() == 0 && s.back() == static_cast<std::int64_t>(listed_.points.size());
    for (std::size_t g = 0; g + 1 < s.size(); ++g) {
      good = good && (rows_ ? s[g] <= s[g + 1] : s[g] < s[g + 1]);
    }
    add("starts", good,
        std::string("from 0 to the number of points, ") + (rows_ ? "never" : "always") +
            (rows_ ? " decreasing" : " increasing"));
  }

  [[nodiscard]] Point first_of(std::size_t g) const {
    Point p;
    for (const auto* column : columns_.prefix) {
      p.push_back((*column)[g]);
    }
    p.push_back((*columns_.starts)[g] + (*columns_.shift)[g]);
    return p;
  }

  void order() {
    bool good = true;
    for (std::size_t g = 0; !rows_ && g + 1 < runs(); ++g) {
      Point end = first_of(g);
      end.back() += (*columns_.starts)[g + 1] - (*columns_.starts)[g];
      good = good && end < first_of(g + 1); // a gap at least: runs are maximal
    }
    add("order", good, rows_ ? "rows are numbered in order" : "segments increase lexicographically and do not touch");
  }

  /// row_first[r] is the number of segments in rows before r.
  void row_index() {
    if (rows_) {
      return;
    }
    std::vector<std::int64_t> expected(static_cast<std::size_t>(listed_.row_count) + 1, 0);
    for (std::size_t g = 0; g < runs(); ++g) {
      Int row = 0;
      bool inside = true;
      for (std::size_t d = 0; d < columns_.prefix.size(); ++d) {
        const Int offset = (*columns_.prefix[d])[g] - listed_.low[d];
        inside = inside && offset >= 0 && offset <= listed_.high[d] - listed_.low[d];
        row = row * (listed_.high[d] - listed_.low[d] + 1) + offset;
      }
      if (inside && row < listed_.row_count) {
        ++expected[static_cast<std::size_t>(row) + 1];
      }
    }
    for (std::size_t r = 0; r + 1 < expected.size(); ++r) {
      most_ = std::max(most_, expected[r + 1]);
      expected[r + 1] += expected[r];
    }
    add("row index", expected == *columns_.row_first, "number of segments in earlier rows, for each row");
  }

  void coverage() {
    std::size_t g = 0;
    for (std::size_t w = 0; w < listed_.points.size(); ++w) {
      const auto index = static_cast<std::int64_t>(w);
      while (g + 1 < runs() && (*columns_.starts)[g + 1] <= index) {
        ++g;
      }
      const Point& p = listed_.points[w];
      bool good = g < runs() && (*columns_.starts)[g] <= index && p.back() == index + (*columns_.shift)[g];
      if (rows_) {
        good = good && listed_.rows[w] == static_cast<Int>(g);
      }
      for (std::size_t d = 0; good && d < columns_.prefix.size(); ++d) {
        good = p[d] == (*columns_.prefix[d])[g];
      }
      if (!good) {
        add("coverage", false, "point " + text_of(p) + " is not at index " + std::to_string(w));
        return;
      }
    }
    add("coverage", true, std::to_string(listed_.points.size()) + " points of the predicate, each in its run");
  }

  /// 2^halvings reaches all runs, or all runs of one row.
  void search_bound(const expr::Function& f, bool over_all) {
    const Int candidates = over_all ? static_cast<Int>(runs()) : Int{most_};
    expr::Environment environment;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      environment.bind(f.parameters[i], parameters_[i]);
    }
    bool good = true;
    for (const expr::Statement& statement : f.body) {
      if (const auto* solve = std::get_if<expr::Solve>(&statement.is)) {
        const auto* halving = std::get_if<expr::Bisection>(&solve->method);
        const auto count =
            halving != nullptr ? evaluate(halving->iterations, environment, tables_) : expr::Evaluated<Int>(Int{0});
        Int reach = 1;
        for (Int i = 0; count && i < *count && reach < candidates; ++i) {
          reach *= 2;
        }
        good = good && halving != nullptr && count && reach >= candidates;
      }
    }
    add("search bound of " + f.name, good, "2^halvings covers " + expr::to_string(candidates) + " runs");
  }

  const domain::Map& map_;
  std::span<const Int> parameters_;
  std::span<const expr::Table> tables_;
  Listed listed_;
  bool rows_ = false;
  std::int64_t most_ = 1;
  Columns columns_;
  CheckReport report_;
};

/// The first failed fact of a report, if any.
void merge_failure(CheckReport& into, const CheckReport& part) {
  const auto failed = std::find_if(part.facts.begin(), part.facts.end(), [](const Fact& f) { return !f.holds; });
  if (failed != part.facts.end()) {
    into.facts.push_back(*failed);
  }
}

bool is_rows(const domain::Map& map, bool runtime) {
  return map.tables.size() == (runtime ? 3U : 2U);
}

void check_small_sizes(const domain::Map& map, CheckReport& report) {
  Int spent = 0;
  std::size_t compared = 0;
  const std::size_t parameters = map.domain.parameters.size();
  for (const auto& size : small_sizes(parameters, parameters == 1 ? 9 : parameters == 2 ? 5 : 3)) {
    const auto box = predicate_box(map.domain, size);
    if (!box) {
      continue; // a size the domain is not defined for
    }
    Int volume = 1;
    for (std::size_t d = 0; d < box->low.size(); ++d) {
      volume *= std::max<Int>(box->high[d] - box->low[d] + 1, 0);
    }
    if (volume > 20'000 || spent + volume > 100'000) {
      continue;
    }
    spent += volume + 1;
    const auto tables = build_predicate_tables(map, size);
    if (!tables) {
      if (is_rows(map, true)) {
        continue; // refused there: some row has two runs
      }
      report.facts.push_back({"size " + text_of(size), false, tables.error().message});
      return;
    }
    TableChecker checker(map, size, *tables);
    const CheckReport part = checker.run(is_rows(map, true));
    const std::string difference = part.proved() ? first_disagreement(map, checker.enumerated(), *tables) : "";
    if (!part.proved() || !difference.empty()) {
      merge_failure(report, part);
      report.facts.push_back({"all indices at size " + text_of(size), difference.empty() && part.proved(), difference});
      return;
    }
    ++compared;
  }
  report.facts.push_back({"all indices at small sizes", compared > 0,
                          std::to_string(compared) + " sizes: tables as the lemma asks, every index both directions"});
}

} // namespace

CheckReport check_predicate_tables(const domain::Map& map, std::span<const Int> parameters,
                                   std::span<const expr::Table> tables) {
  const auto box = predicate_box(map.domain, parameters);
  if (!box || tables.size() != map.tables.size()) {
    return {{{"table sizes", false, box ? "the map has another number of tables" : box.error().message}}};
  }
  const bool runtime = std::any_of(map.tables.begin(), map.tables.end(), [](const auto& t) { return t.runtime; });
  return TableChecker(map, parameters, tables).run(is_rows(map, runtime));
}

CheckReport check_predicate(const nlohmann::json& proof, const domain::Map& map) {
  const auto plan = table_plan_of(proof);
  if (!plan) {
    return {{{"well-formed proof", false, plan.error().message}}};
  }
  CheckReport report;
  const auto* shape = std::get_if<domain::PredicateShape>(&map.domain.shape);
  const std::size_t dims = map.domain.dimensions.size();
  const bool same =
      shape != nullptr && dims > 0 && shape->low.size() == dims && shape->high.size() == dims &&
      plan->domain_text == predicate_text(map.domain) &&
      (plan->runtime || (plan->low.size() == dims && plan->parameters.size() == map.domain.parameters.size() &&
                         plan->runs.prefix.size() == (plan->form == "rows" ? 0 : dims - 1)));
  report.facts.push_back({"domain", same, "bounds and condition of the proof are those of the domain"});
  if (!same) {
    return report;
  }
  compare_assembly(map, assemble_table(*plan, map.domain), report.facts);
  if (!report.proved()) {
    return report;
  }
  if (plan->runtime) {
    check_small_sizes(map, report);
    return report;
  }
  const std::vector<Int> size(plan->parameters.begin(), plan->parameters.end());
  const auto box = predicate_box(map.domain, size);
  const bool box_holds = box && box->low == plan->low && box->high == plan->high;
  report.facts.push_back({"box", box_holds, box ? "the bounds at the fixed sizes" : box.error().message});
  if (!box_holds) {
    return report;
  }
  TableChecker checker(map, size, map.tables);
  const CheckReport part = checker.run(plan->form == "rows");
  report.facts.insert(report.facts.end(), part.facts.begin(), part.facts.end());
  report.facts.push_back(
      {"runs per row",
       plan->form == "rows" || std::max<std::int64_t>(plan->runs.most_per_row, 1) >= checker.most_per_row(),
       "no row has more segments than stated"});
  const Enumerated all = checker.enumerated();
  if (report.proved() && all.points.size() <= 20'000) {
    const std::string difference = first_disagreement(map, all, map.tables);
    report.facts.push_back(
        {"all indices", difference.empty(),
         difference.empty() ? std::to_string(all.points.size()) + " indices, both directions" : difference});
  }
  return report;
}

} // namespace mapwright::index_map
