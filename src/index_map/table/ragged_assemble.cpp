// Code generation for ragged maps; ragged.hpp states the lemma.
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/table/ragged.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

/// Halvings that exhaust any range of a signed 64-bit word; for inner searches whose own bound depends on the row.
constexpr int word_halvings = 63;

class RaggedAssembler {
public:
  RaggedAssembler(const RaggedPlan& plan, const domain::Map& inner, const domain::Domain& domain)
      : plan_(plan), inner_(inner), parameters_(domain.parameters), dims_(symbols(domain.dimensions)),
        dim_names_(domain.dimensions), index_(index_name(parameters_)), batch_(batch_of(plan, domain)),
        offsets_(std::get<domain::RaggedShape>(domain.shape).offsets) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    reserved.push_back(offsets_);
    for (const expr::Table& table : inner.tables) {
      reserved.push_back(table.name);
    }
    Names names(reserved, dims_);
    starts_ = names.fresh("row_starts");
    reserved.insert(reserved.end(), dims_.begin(), dims_.end());
    prefix_ = unused_prefix("in", reserved);
    next_prefix_ = unused_prefix("next_in", reserved);
    local_ = names;
  }

  Assembled all() {
    Assembled out;
    out.count = function("count", {}, {"count"});
    out.count.results = {start(batch_)};
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = successor();
    out.tables = tables();
    return out;
  }

private:
  static Int rows_of(const RaggedPlan& plan) { return static_cast<Int>(plan.offsets.size()) - 1; }
  /// The number of rows: a size, or a constant of a domain without sizes.
  static Expr batch_of(const RaggedPlan& plan, const domain::Domain& domain) {
    return domain.parameters.empty() ? Expr(rows_of(plan)) : var(domain.parameters[0]);
  }

  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    expr::Function f{name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
    if (plan_.fixed && !parameters_.empty()) {
      const Expr rows(rows_of(plan_));
      f.body.push_back(assume(parameters_[0], rows, rows));
    }
    return f;
  }

  /// S_b.
  [[nodiscard]] Expr start(const Expr& b) const {
    return plan_.direct ? sub(Expr::load(offsets_, b), Expr::load(offsets_, Expr(0))) : Expr::load(starts_, b);
  }

  /// n_b, with its bound stated.
  Symbol row_length(Block& body, const std::string& name, const Expr& b) {
    const Symbol n = names_.fresh(name);
    body.push_back(let(n, sub(Expr::load(offsets_, add(b, Expr(1))), Expr::load(offsets_, b))));
    body.push_back(assume(n, Expr(0), Expr(static_cast<Int>(plan_.largest_row))));
    return n;
  }

  /// The row of index `w`, at least `from`.
  Symbol find_row(Block& body, const std::string& name, const Expr& from, const Expr& w) {
    const Symbol row = names_.fresh(name);
    body.push_back(bisect(row, from, sub(batch_, Expr(1)), less_equal(start(var(row)), w), halvings(batch_)));
    return row;
  }

  std::vector<Expr> inlined(Block& body, const expr::Function& f, const std::string& prefix, const Expr& size,
                            const std::vector<Expr>& arguments) const {
    const expr::Function uniform = with_bisections_of(f, word_halvings);
    Inlined call = inline_call(uniform, prefix, std::vector<Expr>{size}, arguments);
    append(body, std::move(call.body));
    return std::move(call.results);
  }

  /// The inner coordinates of the arguments.
  [[nodiscard]] std::vector<Expr> inner_point() const {
    std::vector<Expr> out;
    for (std::size_t d = 1; d < dims_.size(); ++d) {
      out.push_back(var(dims_[d]));
    }
    return out;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Symbol row = find_row(f.body, "row", Expr(0), var(index_));
    const Symbol n = row_length(f.body, "length", var(row));
    const Symbol local = names_.fresh("local");
    f.body.push_back(let(local, sub(var(index_), start(var(row)))));
    f.body.push_back(assume(local, Expr(0), greatest_local(n)));
    f.results = inlined(f.body, inner_.unrank, prefix_, var(n), {var(local)});
    f.results.insert(f.results.begin(), var(row));
    return f;
  }

  /// C(n) - 1 where the count is one expression, else the bound of all points.
  [[nodiscard]] Expr greatest_local(Symbol n) const {
    if (!inner_.count.body.empty()) {
      return Expr(static_cast<Int>(plan_.largest_total) - 1);
    }
    return sub(replace(inner_.count.results[0], {{inner_.count.parameters[0], var(n)}}), Expr(1));
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const Symbol n = row_length(f.body, "length", var(dims_[0]));
    const auto local = inlined(f.body, inner_.rank, prefix_, var(n), inner_point());
    f.results = {add(start(var(dims_[0])), local[0])};
    return f;
  }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    const Symbol inside = names_.fresh("inside");
    f.body.push_back(declare(inside, Expr(0)));
    Block in_batch;
    const Symbol n = row_length(in_batch, "length", var(dims_[0]));
    const auto answer = inlined(in_batch, inner_.contains, prefix_, var(n), inner_point());
    in_batch.push_back(assign(inside, answer[0]));
    f.body.push_back(
        branch(both(less_equal(Expr(0), var(dims_[0])), less(var(dims_[0]), batch_)), std::move(in_batch)));
    f.results = {var(inside)};
    return f;
  }

  expr::Function successor() {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    const Symbol n = row_length(f.body, "length", var(dims_[0]));
    const auto within = inlined(f.body, inner_.successor, prefix_, var(n), inner_point());
    const Symbol has_next = names_.fresh("has_next");
    f.body.push_back(declare(has_next, within[0]));
    f.results = {var(has_next)};
    std::vector<Symbol> next;
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      next.push_back(names_.fresh("next_" + dim_names_[d]));
      f.body.push_back(declare(next[d], d == 0 ? var(dims_[0]) : select(within[0], within[d], var(dims_[d]))));
      f.results.push_back(var(next[d]));
    }
    Block search; // the first point of the next row that has one
    const Symbol first = names_.fresh("first");
    Block row_end;
    row_end.push_back(let(first, start(add(var(dims_[0]), Expr(1)))));
    const Symbol row = find_row(search, "row", add(var(dims_[0]), Expr(1)), var(first));
    const Symbol m = row_length(search, "next_length", var(row));
    const auto point = inlined(search, inner_.unrank, next_prefix_, var(m), {Expr(0)});
    search.push_back(assign(has_next, Expr(1)));
    search.push_back(assign(next[0], var(row)));
    for (std::size_t d = 1; d < dims_.size(); ++d) {
      search.push_back(assign(next[d], point[d - 1]));
    }
    row_end.push_back(branch(less(var(first), start(batch_)), std::move(search)));
    f.body.push_back(branch(equal(within[0], Expr(0)), std::move(row_end)));
    return f;
  }

  [[nodiscard]] std::vector<expr::Table> tables() const {
    std::vector<expr::Table> out;
    const std::string offsets_meaning = "row b has the entries from offset b up to offset b + 1";
    const std::string starts_meaning = "points in the rows before each row, then their total";
    if (plan_.fixed) {
      out.push_back(fixed_table(offsets_.name(), plan_.offsets, offsets_meaning));
      if (!plan_.direct) {
        out.push_back(fixed_table(starts_.name(), plan_.starts, starts_meaning));
      }
    } else {
      out.push_back({offsets_, true, {}, 0, (std::int64_t{1} << 31) - 1, offsets_meaning});
      if (!plan_.direct) {
        out.push_back({starts_, true, {}, 0, plan_.largest_total, starts_meaning});
      }
    }
    out.insert(out.end(), inner_.tables.begin(), inner_.tables.end());
    return out;
  }

  const RaggedPlan& plan_;
  const domain::Map& inner_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Expr batch_;
  Symbol offsets_;
  Symbol starts_{""};
  std::string prefix_;
  std::string next_prefix_;
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_ragged(const RaggedPlan& plan, const domain::Map& inner, const domain::Domain& domain) {
  return RaggedAssembler(plan, inner, domain).all();
}

} // namespace mapwright::index_map
