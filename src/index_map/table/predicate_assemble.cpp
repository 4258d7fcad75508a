// Code generation for table maps; predicate.hpp states the lemma.
//
// Constant tables put the box, the number of runs and the halvings in as literals. Run-time tables read the latter from
// the table `run_sizes` = [count, runs, halvings over all runs, halvings within a row] and the box from its
// expressions.
#include "index_map/nodes.hpp"
#include "index_map/table/predicate.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

Expr wide(std::int64_t value) {
  return Expr(static_cast<Int>(value));
}

class PredicateAssembler {
public:
  PredicateAssembler(const TablePlan& plan, const domain::Domain& domain)
      : plan_(plan), rows_(plan.form == "rows"), shape_(std::get<domain::PredicateShape>(domain.shape)),
        parameters_(domain.parameters), dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions),
        index_(index_name(parameters_)) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    Names names(reserved, dims_);
    starts_ = names.fresh("run_start");
    shift_ = names.fresh("run_shift");
    row_first_ = names.fresh("row_first_run");
    sizes_ = names.fresh("run_sizes");
    for (std::size_t d = 0; !rows_ && d + 1 < dims_.size(); ++d) {
      prefix_.push_back(names.fresh("run_" + dim_names_[d]));
    }
    local_ = names;
  }

  Assembled all() {
    Assembled out;
    out.count = function("count", {}, {"count"});
    out.count.results = {count_value()};
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = successor();
    out.tables = tables();
    return out;
  }

private:
  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    expr::Function f{name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
    for (std::size_t i = 0; i < plan_.parameters.size() && !plan_.runtime; ++i) { // these sizes and no others
      f.body.push_back(assume(parameters_.at(i), wide(plan_.parameters[i]), wide(plan_.parameters[i])));
    }
    return f;
  }

  [[nodiscard]] std::size_t last() const { return dims_.size() - 1; }
  [[nodiscard]] Expr size_entry(int which) const { return Expr::load(sizes_, Expr(which)); }
  [[nodiscard]] Expr low(std::size_t d) const { return plan_.runtime ? shape_.low[d] : wide(plan_.low.at(d)); }
  [[nodiscard]] Expr high(std::size_t d) const { return plan_.runtime ? shape_.high[d] : wide(plan_.high.at(d)); }

  /// Number of coordinates along d, at least 0.
  Expr extent(Block& body, std::size_t d) {
    if (!plan_.runtime) {
      return wide(std::max<std::int64_t>(plan_.high.at(d) - plan_.low.at(d) + 1, 0));
    }
    const Symbol name = names_.fresh("extent_" + dim_names_[d]);
    body.push_back(let(name, maximum(add(sub(high(d), low(d)), Expr(1)), Expr(0))));
    return var(name);
  }

  [[nodiscard]] Expr count_value() const { return plan_.runtime ? size_entry(0) : wide(plan_.runs.starts.back()); }
  [[nodiscard]] Expr runs() const {
    return plan_.runtime ? size_entry(1) : wide(static_cast<std::int64_t>(plan_.runs.shift.size()));
  }
  [[nodiscard]] Expr all_halvings() const {
    return plan_.runtime ? size_entry(2) : wide(halvings_of(static_cast<std::int64_t>(plan_.runs.shift.size())));
  }

  /// The run of index `w`, at least `from`.
  Symbol find_run(Block& body, const std::string& name, const Expr& from, const Expr& w) {
    const Symbol run = names_.fresh(name);
    body.push_back(
        bisect(run, from, sub(runs(), Expr(1)), less_equal(Expr::load(starts_, var(run)), w), all_halvings()));
    return run;
  }

  /// The point with index `w` in run `run`.
  std::vector<Expr> point_of(Block& body, Symbol run, const Expr& w) {
    std::vector<Expr> out(dims_.size(), Expr(0));
    out[last()] = add(w, Expr::load(shift_, var(run)));
    if (!rows_) {
      for (std::size_t d = 0; d < last(); ++d) {
        out[d] = Expr::load(prefix_[d], var(run));
      }
      return out;
    }
    Expr rest = var(run);
    for (std::size_t d = last(); d > 1; --d) {
      const Expr side = extent(body, d - 1);
      out[d - 1] = add(low(d - 1), nonneg_mod(rest, side));
      const Symbol quotient_name = names_.fresh("row_rest");
      body.push_back(let(quotient_name, nonneg_div(rest, side)));
      rest = var(quotient_name);
    }
    if (last() > 0) {
      out[0] = add(low(0), rest);
    }
    return out;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Symbol run = find_run(f.body, "run", Expr(0), var(index_));
    f.results = point_of(f.body, run, var(index_));
    return f;
  }

  /// The run a point of the domain lies in.
  Symbol run_of_point(Block& body) {
    Expr row(0);
    for (std::size_t d = 0; d < last(); ++d) {
      const Expr offset = sub(var(dims_[d]), low(d));
      row = d == 0 ? offset : add(mul(row, extent(body, d)), offset);
    }
    const Symbol row_name = names_.fresh("row");
    body.push_back(let(row_name, row));
    if (rows_) {
      return row_name;
    }
    const Expr first = Expr::load(row_first_, var(row_name));
    if (!plan_.runtime && plan_.runs.most_per_row <= 1) {
      const Symbol only = names_.fresh("run");
      body.push_back(let(only, first));
      return only;
    }
    const Symbol run = names_.fresh("run");
    const Expr first_last = add(Expr::load(starts_, var(run)), Expr::load(shift_, var(run)));
    body.push_back(bisect(run, first, sub(Expr::load(row_first_, add(var(row_name), Expr(1))), Expr(1)),
                          less_equal(first_last, var(dims_[last()])),
                          plan_.runtime ? size_entry(3) : wide(halvings_of(plan_.runs.most_per_row))));
    return run;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const Symbol run = run_of_point(f.body);
    f.results = {sub(var(dims_[last()]), Expr::load(shift_, var(run)))};
    return f;
  }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    Expr all(1);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      const Expr above = less_equal(low(d), var(dims_[d]));
      all = both(d == 0 ? above : both(all, above), less_equal(var(dims_[d]), high(d)));
    }
    f.results = {both(all, shape_.condition)}; // evaluated inside the box only
    return f;
  }

  expr::Function successor() {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    const Symbol run = run_of_point(f.body);
    const Symbol next = names_.fresh("next");
    f.body.push_back(let(next, add(sub(var(dims_[last()]), Expr::load(shift_, var(run))), Expr(1))));
    const Symbol has_next = names_.fresh("has_next");
    f.body.push_back(let(has_next, less(var(next), count_value())));
    const Symbol target = names_.fresh("target");
    f.body.push_back(let(target, add(sub(var(next), Expr(1)), var(has_next))));
    Symbol next_run = names_.fresh("next_run");
    if (rows_) { // rows in between may be empty
      next_run = find_run(f.body, "next_row", var(run), var(target));
    } else {
      const Expr after = Expr::load(starts_, add(var(run), Expr(1)));
      f.body.push_back(let(next_run, add(var(run), less_equal(after, var(target)))));
    }
    f.results = point_of(f.body, next_run, var(target));
    f.results.insert(f.results.begin(), var(has_next));
    return f;
  }

  [[nodiscard]] expr::Table table(Symbol name, const std::vector<std::int64_t>& values, std::int64_t least,
                                  std::int64_t greatest, std::string meaning) const {
    if (plan_.runtime) {
      return {name, true, {}, least, greatest, std::move(meaning)};
    }
    return fixed_table(name.name(), values, std::move(meaning));
  }

  [[nodiscard]] std::vector<expr::Table> tables() const {
    const std::string what = rows_ ? "row" : "segment";
    const std::int64_t far = coordinate_limit + scan_limit;
    std::vector<expr::Table> out;
    out.push_back(table(starts_, plan_.runs.starts, 0, scan_limit,
                        "points before each " + what + " of the domain, then the number of points"));
    out.push_back(table(shift_, plan_.runs.shift, -far, far,
                        "first " + dim_names_[last()] + " of each " + what + " minus the points before it"));
    if (!rows_) {
      for (std::size_t d = 0; d < last(); ++d) {
        out.push_back(table(prefix_[d], plan_.runs.prefix.at(d), -coordinate_limit, coordinate_limit,
                            dim_names_[d] + " of each segment"));
      }
      out.push_back(table(row_first_, plan_.runs.row_first, 0, scan_limit,
                          "first segment of each row of the box, then the number of segments"));
    }
    if (plan_.runtime) {
      out.push_back(table(sizes_, {}, 0, scan_limit,
                          "[points, " + what + "s, halvings over all " + what + "s, halvings within a row]"));
    }
    return out;
  }

  const TablePlan& plan_;
  bool rows_;
  const domain::PredicateShape& shape_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Symbol starts_{""};
  Symbol shift_{""};
  Symbol row_first_{""};
  Symbol sizes_{""};
  std::vector<Symbol> prefix_;
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_table(const TablePlan& plan, const domain::Domain& domain) {
  TablePlan sized = plan;
  sized.runs.prefix.resize(domain.dimensions.size());
  return PredicateAssembler(sized, domain).all();
}

} // namespace mapwright::index_map
