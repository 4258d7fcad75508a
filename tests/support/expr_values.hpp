// Expressions and functions from text, and their values, for tests.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/text.hpp"

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mapwright::test {

inline expr::Expr expr_of(std::string_view text) {
  auto parsed = expr::parse_expr(text, "test");
  if (!parsed) {
    throw std::runtime_error(parsed.error().format());
  }
  return *parsed;
}

inline expr::Listing listing_of(std::string_view text) {
  auto parsed = expr::parse_listing(text, "test");
  if (!parsed) {
    throw std::runtime_error(parsed.error().format());
  }
  return *parsed;
}

inline expr::Function function_of(std::string_view text) {
  return listing_of(text).functions.at(0);
}

/// A value as decimal text, or the name of the fault: what a table of expectations can hold.
inline std::string shown(const expr::Evaluated<expr::Int>& value) {
  return value ? expr::to_string(*value) : expr::describe(value.error());
}

inline expr::Evaluated<expr::Int> value_at(const expr::Expr& e,
                                           std::initializer_list<std::pair<std::string_view, expr::Int>> names,
                                           expr::Tables tables = {}) {
  expr::Environment environment;
  for (const auto& [name, value] : names) {
    environment.bind(expr::Symbol(name), value);
  }
  return expr::evaluate(e, environment, tables);
}

/// The same expressions in the same places.
inline bool same(const expr::Function& a, const expr::Function& b);

namespace detail {

inline bool same_block(const expr::Block& a, const expr::Block& b);

struct SameStatement {
  template <class A, class B> bool operator()(const A&, const B&) const { return false; }
  bool operator()(const expr::Let& a, const expr::Let& b) const { return a.name == b.name && a.value == b.value; }
  bool operator()(const expr::Declare& a, const expr::Declare& b) const {
    return a.name == b.name && a.value == b.value;
  }
  bool operator()(const expr::Assign& a, const expr::Assign& b) const { return a.name == b.name && a.value == b.value; }
  bool operator()(const expr::If& a, const expr::If& b) const {
    return a.condition == b.condition && same_block(a.then_block, b.then_block) &&
           same_block(a.else_block, b.else_block);
  }
  bool operator()(const expr::For& a, const expr::For& b) const {
    return a.name == b.name && a.count == b.count && a.descending == b.descending && same_block(a.body, b.body);
  }
  bool operator()(const expr::Assume& a, const expr::Assume& b) const {
    return a.name == b.name && a.low == b.low && a.high == b.high;
  }
  bool operator()(const expr::Bisection& a, const expr::Bisection& b) const { return a.iterations == b.iterations; }
  bool operator()(const expr::RootEstimate& a, const expr::RootEstimate& b) const {
    return a.degree == b.degree && a.radicand == b.radicand && a.offset == b.offset && a.divisor == b.divisor &&
           a.down == b.down && a.up == b.up;
  }
  bool operator()(const expr::Solve& a, const expr::Solve& b) const {
    return a.name == b.name && a.low == b.low && a.high == b.high && a.condition == b.condition &&
           std::visit(SameStatement{}, a.method, b.method);
  }
};

inline bool same_block(const expr::Block& a, const expr::Block& b) {
  if (a.size() != b.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::visit(SameStatement{}, a[i].is, b[i].is)) {
      return false;
    }
  }
  return true;
}

} // namespace detail

inline bool same(const expr::Function& a, const expr::Function& b) {
  return a.name == b.name && a.parameters == b.parameters && a.arguments == b.arguments && a.results == b.results &&
         a.result_names == b.result_names && detail::same_block(a.body, b.body);
}

} // namespace mapwright::test
