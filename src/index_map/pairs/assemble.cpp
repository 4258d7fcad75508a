// Code generation for maps of pairs; pairs.hpp states the lemmas.
#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/pairs/pairs.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

class Assembler {
public:
  Assembler(const PairsPlan& plan, const domain::Map& inner, const domain::Domain& domain)
      : plan_(plan), inner_(inner), parameters_(domain.parameters), dims_(symbols(domain.dimensions)),
        dim_names_(domain.dimensions), index_(index_name(parameters_)) {
    std::vector<Symbol> reserved = parameters_;
    reserved.push_back(index_);
    for (const expr::Table& table : inner.tables) {
      reserved.push_back(table.name);
    }
    local_ = Names(reserved, dims_);
    reserved.insert(reserved.end(), dims_.begin(), dims_.end());
    count_prefix_ = unused_prefix("n", reserved);
    p_prefix_ = unused_prefix("first", reserved);
    q_prefix_ = unused_prefix("second", reserved);
  }

  Assembled all() {
    Assembled out;
    out.count = function("count", {}, {"count"});
    const Expr points = inner_count(out.count.body);
    out.count.results = {triangle(points)};
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = successor();
    out.tables = inner_.tables;
    return out;
  }

private:
  expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                          std::vector<std::string> result_names) {
    names_ = local_;
    return {name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
  }

  std::vector<Expr> inlined(Block& body, const expr::Function& f, const std::string& prefix,
                            const std::vector<Expr>& arguments) const {
    std::vector<Expr> sizes;
    for (const Symbol parameter : parameters_) {
      sizes.push_back(var(parameter));
    }
    Inlined call = inline_call(f, prefix, sizes, arguments);
    append(body, std::move(call.body));
    return std::move(call.results);
  }

  /// P, bound to a name.
  Expr inner_count(Block& body) {
    const auto result = inlined(body, inner_.count, count_prefix_, {});
    const Symbol points = names_.fresh("points");
    body.push_back(let(points, result[0]));
    return var(points);
  }

  /// i(i+1)/2
  [[nodiscard]] static Expr triangle(const Expr& i) { return exact_div(mul(i, add(i, Expr(1))), Expr(2)); }

  [[nodiscard]] std::size_t half() const { return dims_.size() / 2; }
  [[nodiscard]] std::vector<Expr> point(bool second) const {
    std::vector<Expr> out;
    for (std::size_t d = 0; d < half(); ++d) {
      out.push_back(var(dims_[second ? half() + d : d]));
    }
    return out;
  }

  expr::Function unrank() {
    expr::Function f = function("unrank", {index_}, dim_names_);
    const Expr points = inner_count(f.body);
    const Symbol i = names_.fresh("row");
    const Expr twice = mul(Expr(2), var(index_));
    expr::RootEstimate root{2, twice, Expr(0), Expr(1), plan_.down, plan_.up};
    f.body.push_back({expr::Solve{i, Expr(0), sub(points, Expr(1)),
                                  less_equal(mul(var(i), add(var(i), Expr(1))), twice), std::move(root)}});
    const Symbol j = names_.fresh("column");
    f.body.push_back(let(j, sub(var(index_), triangle(var(i)))));
    f.body.push_back(assume(j, Expr(0), sub(points, Expr(1))));
    f.results = inlined(f.body, inner_.unrank, p_prefix_, {var(i)});
    const auto second = inlined(f.body, inner_.unrank, q_prefix_, {var(j)});
    f.results.insert(f.results.end(), second.begin(), second.end());
    return f;
  }

  expr::Function rank() {
    expr::Function f = function("rank", dims_, {index_.name()});
    const auto [i, j] = ranks(f.body);
    f.results = {add(triangle(var(i)), var(j))};
    return f;
  }

  std::pair<Symbol, Symbol> ranks(Block& body) {
    const auto first = inlined(body, inner_.rank, p_prefix_, point(false));
    const Symbol i = names_.fresh("row");
    body.push_back(let(i, first[0]));
    const auto second = inlined(body, inner_.rank, q_prefix_, point(true));
    const Symbol j = names_.fresh("column");
    body.push_back(let(j, second[0]));
    return {i, j};
  }

  expr::Function contains() {
    expr::Function f = function("contains", dims_, {"inside"});
    const Symbol inside = names_.fresh("inside");
    const auto first = inlined(f.body, inner_.contains, p_prefix_, point(false));
    const Symbol p_inside = names_.fresh("first_inside");
    f.body.push_back(let(p_inside, first[0]));
    const auto second = inlined(f.body, inner_.contains, q_prefix_, point(true));
    f.body.push_back(declare(inside, both(var(p_inside), second[0])));
    Block compare; // ranks exist inside only
    const std::string keep_p = p_prefix_;
    const std::string keep_q = q_prefix_;
    p_prefix_ += "rank_";
    q_prefix_ += "rank_";
    const auto [i, j] = ranks(compare);
    p_prefix_ = keep_p;
    q_prefix_ = keep_q;
    compare.push_back(assign(inside, less_equal(var(j), var(i))));
    f.body.push_back(branch(var(inside), std::move(compare)));
    f.results = {var(inside)};
    return f;
  }

  /// (p, q) with q before p: the next q. (p, p): the next p with the first q.
  expr::Function successor() {
    std::vector<std::string> result_names{"has_next"};
    result_names.insert(result_names.end(), dim_names_.begin(), dim_names_.end());
    expr::Function f = function("successor", dims_, std::move(result_names));
    std::vector<Expr> tests;
    for (std::size_t d = 0; d < half(); ++d) {
      tests.push_back(equal(var(dims_[d]), var(dims_[half() + d])));
    }
    const Symbol row_end = names_.fresh("row_end");
    f.body.push_back(let(row_end, fold(Op::bit_and, tests, 1)));
    std::vector<Expr> moving;
    for (const Expr& q : point(true)) { // at the end of a row q equals p
      moving.push_back(q);
    }
    const auto step = inlined(f.body, inner_.successor, p_prefix_, moving);
    const Symbol has_next = names_.fresh("has_next");
    f.body.push_back(let(has_next, step[0]));
    f.results = {var(has_next)};
    std::vector<Symbol> next;
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      next.push_back(names_.fresh("next_" + dim_names_[d]));
      const bool second = d >= half();
      f.body.push_back(
          declare(next[d], second ? select(var(has_next), step[d - half() + 1], var(dims_[d])) : var(dims_[d])));
      f.results.push_back(var(next[d]));
    }
    Block wrap;
    const auto first = inlined(wrap, inner_.unrank, q_prefix_, {Expr(0)});
    for (std::size_t d = 0; d < half(); ++d) {
      wrap.push_back(assign(next[d], var(next[half() + d])));
    }
    for (std::size_t d = 0; d < half(); ++d) {
      wrap.push_back(assign(next[half() + d], first[d]));
    }
    f.body.push_back(branch(both(var(row_end), var(has_next)), std::move(wrap)));
    return f;
  }

  const PairsPlan& plan_;
  const domain::Map& inner_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  std::string count_prefix_;
  std::string p_prefix_;
  std::string q_prefix_;
  Names local_{{}};
  Names names_{{}};
};

} // namespace

Assembled assemble_pairs(const domain::Map& inner, const domain::Domain& domain, const PairsPlan& plan) {
  return Assembler(plan, inner, domain).all();
}

} // namespace mapwright::index_map
