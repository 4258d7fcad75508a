// Code generation for masks of one cell c: the only point is c (1 + s + ... + s^(level-1)) = c (s^level - 1)/(s - 1).
#include "index_map/digits/digits.hpp"
#include "index_map/nodes.hpp"

#include <string>
#include <utility>

namespace mapwright::index_map {

using namespace nodes;

namespace {

class SingleCell {
public:
  SingleCell(const DigitPlan& plan, const domain::Domain& domain)
      : plan_(plan), parameters_(domain.parameters), dims_(symbols(domain.dimensions)), dim_names_(domain.dimensions),
        index_(index_name(parameters_)), level_(parameters_.at(0)) {}

  Assembled all() const {
    std::vector<std::string> successor_names{"has_next"};
    successor_names.insert(successor_names.end(), dim_names_.begin(), dim_names_.end());
    std::vector<Expr> here;
    for (const Symbol d : dims_) {
      here.push_back(var(d));
    }
    Assembled out;
    out.count = function("count", {}, {"count"});
    out.count.results = {Expr(1)};
    out.unrank = function("unrank", {index_}, dim_names_);
    out.unrank.results = only_point(out.unrank.body);
    out.rank = function("rank", dims_, {index_.name()});
    out.rank.results = {Expr(0)};
    out.contains = function("contains", dims_, {"inside"});
    std::vector<Expr> tests;
    const auto only = only_point(out.contains.body);
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      tests.push_back(equal(here[d], only.at(d)));
    }
    out.contains.results = {fold(Op::bit_and, tests, 1)};
    out.successor = function("successor", dims_, std::move(successor_names));
    out.successor.results = here;
    out.successor.results.insert(out.successor.results.begin(), Expr(0));
    return out;
  }

private:
  /// A map of one level says so first.
  [[nodiscard]] expr::Function function(const std::string& name, std::vector<Symbol> arguments,
                                        std::vector<std::string> result_names) const {
    expr::Function f{name, parameters_, std::move(arguments), {}, {}, std::move(result_names)};
    if (plan_.level) {
      f.body.push_back(assume(level_, Expr(*plan_.level), Expr(*plan_.level)));
    }
    return f;
  }

  std::vector<Expr> only_point(Block& body) const {
    const Expr level = plan_.level ? Expr(*plan_.level) : var(level_);
    const Symbol ones = Names(parameters_, dims_).fresh("ones");
    body.push_back(let(ones, nonneg_div(sub(power(Expr(plan_.scale), level), Expr(1)), Expr(plan_.scale - 1))));
    std::vector<Expr> out;
    for (const int offset : plan_.cells[0]) {
      out.push_back(offset == 0 ? Expr(0) : offset == 1 ? var(ones) : mul(Expr(offset), var(ones)));
    }
    return out;
  }

  const DigitPlan& plan_;
  std::vector<Symbol> parameters_;
  std::vector<Symbol> dims_;
  std::vector<std::string> dim_names_;
  Symbol index_;
  Symbol level_;
};

} // namespace

Assembled assemble_single_cell(const DigitPlan& plan, const domain::Domain& domain) {
  return SingleCell(plan, domain).all();
}

} // namespace mapwright::index_map
