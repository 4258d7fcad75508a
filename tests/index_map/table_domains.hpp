// Predicates the tests of table maps share.
#pragma once

#include "domain/domain.hpp"
#include "expr/text.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::test {

inline expr::Expr parsed(const std::string& text) {
  return expr::parse_expr(text, "test").value();
}

/// A predicate over a box with the same bounds in every dimension.
inline domain::Domain predicate(const std::vector<std::string>& parameters, const std::vector<std::string>& dims,
                                const std::string& low, const std::string& high, const std::string& condition) {
  domain::Domain domain;
  domain.text = "where";
  for (const std::string& parameter : parameters) {
    domain.parameters.emplace_back(parameter);
  }
  domain.dimensions = dims;
  domain::PredicateShape shape;
  shape.low.assign(dims.size(), parsed(low));
  shape.high.assign(dims.size(), parsed(high));
  shape.condition = parsed(condition);
  domain.shape = std::move(shape);
  return domain;
}

inline domain::Domain disk() {
  return predicate({"r"}, {"x", "y"}, "-r", "r", "x*x + y*y <= r*r");
}
inline domain::Domain ball() {
  return predicate({"r"}, {"x", "y", "z"}, "-r", "r", "x*x + y*y + z*z <= r*r");
}
inline domain::Domain annulus() {
  return predicate({"r", "q"}, {"x", "y"}, "-r", "r", "x*x + y*y <= r*r and q*q <= x*x + y*y");
}
inline domain::Domain squares() {
  return predicate({"n"}, {"w"}, "0", "n", "isqrt(w)*isqrt(w) == w");
}
inline domain::Domain coprime() {
  return predicate({"n"}, {"i", "j"}, "1", "n", "mod(i*j, 3) != 0 and mod(i + j, 2) == 0");
}

} // namespace mapwright::test
