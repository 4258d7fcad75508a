#include "index_map/chunk/weight.hpp"

#include "core/suggest.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::chunk {

using expr::Op;

namespace {

using Products = std::vector<std::vector<Expr>>;

constexpr std::size_t most_products = 16;
constexpr Int most_power = 8;

/// Constants folded, neutral elements gone.
Expr folded(const Expr& e) {
  if (e.operands().empty() || e.op() == Op::load || e.op() == Op::root) {
    return e;
  }
  std::vector<Expr> operands;
  for (const Expr& operand : e.operands()) {
    operands.push_back(folded(operand));
  }
  return expr::build(e.op(), std::move(operands));
}

bool is_quasi_affine(const Expr& e);

bool all_quasi_affine(const Expr& e) {
  return std::ranges::all_of(e.operands(), is_quasi_affine);
}

/// Comparisons of quasi-affine terms, joined by logic.
bool is_condition(const Expr& e) {
  switch (e.op()) {
  case Op::less:
  case Op::less_equal:
  case Op::equal:
  case Op::not_equal:
    return all_quasi_affine(e);
  case Op::logical_and:
  case Op::logical_or:
  case Op::logical_not:
    return std::ranges::all_of(e.operands(), is_condition);
  default:
    return e.is_constant();
  }
}

bool is_quasi_affine(const Expr& e) {
  switch (e.op()) {
  case Op::constant:
  case Op::variable:
    return true;
  case Op::add:
  case Op::sub:
  case Op::minimum:
  case Op::maximum:
    return all_quasi_affine(e);
  case Op::mul:
    return all_quasi_affine(e) && (e.operand(0).is_constant() || e.operand(1).is_constant());
  case Op::floor_div:
  case Op::floor_mod:
    return is_quasi_affine(e.operand(0)) && e.operand(1).is_constant() && e.operand(1).value() > 0;
  case Op::select:
    return is_condition(e.operand(0)) && is_quasi_affine(e.operand(1)) && is_quasi_affine(e.operand(2));
  default:
    return false;
  }
}

tl::unexpected<Error> not_a_sum(const Expr& part, const std::string& reason) {
  return fail(ErrorKind::input, fmt::format("the weight has no symbolic sum: {} in {}", reason, expr::to_text(part)),
              "write a sum of products of terms that are affine but for floor_div, mod, min, max and select, or give "
              "all sizes: chunks of one size are found by a scan");
}

/// a * b, with literal factors taken into an affine one.
Result<Products> multiplied(const Products& a, const Products& b, const Expr& whole) {
  Products out;
  for (const std::vector<Expr>& left : a) {
    for (const std::vector<Expr>& right : b) {
      std::vector<Expr> product = left;
      product.insert(product.end(), right.begin(), right.end());
      const auto literal = std::ranges::find_if(product, [](const Expr& f) { return f.is_constant(); });
      if (literal != product.end() && product.size() > 1) {
        const Expr factor = *literal;
        product.erase(literal);
        product[0] = factor * product[0];
      }
      out.push_back(std::move(product));
    }
  }
  if (out.size() > most_products) {
    return not_a_sum(whole, fmt::format("more than {} products", most_products));
  }
  return out;
}

Result<Products> products_of(const Expr& e) {
  if (is_quasi_affine(e)) {
    return Products{{e}};
  }
  if (e.op() == Op::add || e.op() == Op::mul) {
    auto left = products_of(e.operand(0));
    if (!left) {
      return left;
    }
    const auto right = products_of(e.operand(1));
    if (!right) {
      return right;
    }
    if (e.op() == Op::mul) {
      return multiplied(*left, *right, e);
    }
    left->insert(left->end(), right->begin(), right->end());
    return left;
  }
  if (e.op() == Op::sub && is_quasi_affine(e.operand(1))) {
    auto left = products_of(e.operand(0));
    if (left) {
      left->push_back({Expr(0) - e.operand(1)});
    }
    return left;
  }
  if (e.op() == Op::power && e.operand(1).is_constant() && e.operand(1).value() >= 1 &&
      e.operand(1).value() <= most_power) {
    const auto base = products_of(e.operand(0));
    if (!base) {
      return base;
    }
    Products all = *base;
    for (Int i = 1; i < e.operand(1).value(); ++i) {
      auto more = multiplied(all, *base, e);
      if (!more) {
        return more;
      }
      all = std::move(*more);
    }
    return all;
  }
  return not_a_sum(e, e.op() == Op::sub ? "a difference of products" : "an operation that is not summed");
}

/// Products of one factor become one product: their sum may be without a sign where the terms are not.
void join_affine_terms(Products& products) {
  Expr sum(0);
  bool any = false;
  std::erase_if(products, [&](const std::vector<Expr>& product) {
    if (product.size() != 1) {
      return false;
    }
    sum = any ? sum + product[0] : product[0];
    any = true;
    return true;
  });
  if (any && !(sum.is_constant(0) && !products.empty())) {
    products.push_back({sum});
  }
}

} // namespace

Result<Expr> parse_weight(std::string_view text, const domain::Domain& domain) {
  auto weight = expr::parse_expr(text, "--weight");
  if (!weight) {
    return weight;
  }
  std::vector<std::string> known = domain.dimensions;
  for (const Symbol parameter : domain.parameters) {
    known.push_back(parameter.name());
  }
  for (const Symbol name : expr::free_variables(*weight)) {
    if (std::ranges::find(known, name.name()) == known.end()) {
      return fail(ErrorKind::input, fmt::format("the weight reads '{}', which the domain does not have", name.name()),
                  suggest(name.name(), known, fmt::format("it may read {}", fmt::join(known, ", "))));
    }
  }
  return folded(*weight);
}

Result<WeightSum> as_sum(const Expr& weight) {
  WeightSum sum;
  Expr dividend = weight;
  if (weight.op() == Op::exact_div && weight.operand(1).is_constant() && weight.operand(1).value() > 0) {
    sum.divisor = weight.operand(1).value();
    dividend = weight.operand(0);
  }
  auto products = products_of(dividend);
  if (!products) {
    return forward(products);
  }
  join_affine_terms(*products);
  sum.products = std::move(*products);
  return sum;
}

} // namespace mapwright::index_map::chunk
