#include "index_map/telescoping/isl_condition.hpp"

#include "expr/text.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/lift.hpp"

#include <optional>

#include <fmt/format.h>

namespace mapwright::index_map {

using expr::Expr;
using expr::Op;
using expr::Symbol;

namespace {

bool is_comparison(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::not_equal;
}

/// The first select inside `e`, if any.
std::optional<Expr> find_select(const Expr& e) {
  if (e.op() == Op::select) {
    return e;
  }
  for (const Expr& operand : e.operands()) {
    if (auto found = find_select(operand)) {
      return found;
    }
  }
  return std::nullopt;
}

/// `e` with the node `target` replaced by `by`.
Expr replace_node(const Expr& e, const Expr& target, const Expr& by) {
  if (e.node() == target.node()) {
    return by;
  }
  if (e.operands().empty() || e.op() == Op::load || e.op() == Op::root) {
    return e;
  }
  std::vector<Expr> operands;
  for (const Expr& operand : e.operands()) {
    operands.push_back(replace_node(operand, target, by));
  }
  return Expr::raw(e.op(), std::move(operands));
}

/// Prints terms and conditions in isl's syntax; `failed` names the first thing isl cannot say.
class Printer {
public:
  std::string term(const Expr& e) {
    switch (e.op()) {
    case Op::constant:
      return expr::to_string(e.value());
    case Op::variable:
      return e.name().name();
    case Op::add:
      return fmt::format("({} + {})", term(e.operand(0)), term(e.operand(1)));
    case Op::sub:
      return fmt::format("({} - {})", term(e.operand(0)), term(e.operand(1)));
    case Op::mul:
      return fmt::format("({} * {})", term(e.operand(0)), term(e.operand(1)));
    case Op::floor_div:
      return fmt::format("floor(({})/{})", term(e.operand(0)), term(e.operand(1)));
    case Op::floor_mod:
      return fmt::format("(({}) mod {})", term(e.operand(0)), term(e.operand(1)));
    case Op::minimum:
      return fmt::format("min({}, {})", term(e.operand(0)), term(e.operand(1)));
    case Op::maximum:
      return fmt::format("max({}, {})", term(e.operand(0)), term(e.operand(1)));
    default:
      failed = expr::to_text(e);
      return "0";
    }
  }

  std::string condition(const Expr& e) {
    switch (e.op()) {
    case Op::constant:
      return e.value() != 0 ? "1 = 1" : "1 = 0";
    case Op::logical_and:
      return fmt::format("({} and {})", condition(e.operand(0)), condition(e.operand(1)));
    case Op::logical_or:
      return fmt::format("({} or {})", condition(e.operand(0)), condition(e.operand(1)));
    case Op::logical_not:
      return fmt::format("not ({})", condition(e.operand(0)));
    default:
      return comparison(e);
    }
  }

  std::string failed;

private:
  std::string comparison(const Expr& e) {
    if (!is_comparison(e.op())) {
      failed = expr::to_text(e);
      return "1 = 0";
    }
    if (const auto choice = find_select(e)) {
      const std::string when = condition(choice->operand(0));
      return fmt::format("((({0}) and {1}) or (not ({0}) and {2}))", when,
                         condition(replace_node(e, *choice, choice->operand(1))),
                         condition(replace_node(e, *choice, choice->operand(2))));
    }
    const char* sign = e.op() == Op::less ? "<" : e.op() == Op::less_equal ? "<=" : e.op() == Op::equal ? "=" : "!=";
    return fmt::format("({} {} {})", term(e.operand(0)), sign, term(e.operand(1)));
  }
};

std::string join(const std::vector<Symbol>& names) {
  std::string out;
  for (const Symbol s : names) {
    out += (out.empty() ? "" : ", ") + s.name();
  }
  return out;
}

} // namespace

Result<domain::IslSet> set_where(const domain::IslContext& context, const std::vector<Symbol>& parameters,
                                 const std::vector<Symbol>& coordinates, const Expr& condition) {
  Printer printer;
  const std::string text =
      fmt::format("[{}] -> {{ [{}] : {} }}", join(parameters), join(coordinates), printer.condition(condition));
  if (!printer.failed.empty()) {
    return fail(ErrorKind::internal, "not an affine condition: " + printer.failed);
  }
  return read_set(context, text);
}

Result<domain::IslMap> function_of(const domain::IslContext& context, const std::vector<Symbol>& parameters,
                                   const std::vector<Symbol>& from, const std::vector<Expr>& values) {
  std::vector<Symbol> names = from;
  std::vector<Expr> equalities;
  for (std::size_t i = 0; i < values.size(); ++i) {
    names.emplace_back(fmt::format("value{}_of", i));
    equalities.push_back(nodes::equal(nodes::var(names.back()), values[i]));
  }
  auto graph = set_where(context, parameters, names, nodes::fold(Op::logical_and, equalities, 1));
  if (!graph) {
    return forward(graph);
  }
  isl_map* map = isl_map_from_range(graph->release());
  return domain::IslMap(isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(from.size())));
}

} // namespace mapwright::index_map
