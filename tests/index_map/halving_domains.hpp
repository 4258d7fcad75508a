// The triangle by squares, for the tests of its maps.
#pragma once

#include "domain/domain.hpp"

#include <string>
#include <utility>

namespace mapwright::test {

inline domain::Domain halving(std::string i = "i", std::string j = "j", const std::string& level = "level") {
  domain::Domain domain;
  domain.text = "halving:triangle";
  domain.parameters = {expr::Symbol(level)};
  domain.dimensions = {std::move(i), std::move(j)};
  domain.shape = domain::HalvingShape{};
  return domain;
}

} // namespace mapwright::test
