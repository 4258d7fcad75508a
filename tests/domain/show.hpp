// A domain in one line, for tests of parsing.
#pragma once

#include "domain/domain.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace mapwright::domain {

/// "parameters -> dimensions: shape"
inline std::string show(const Domain& domain) {
  std::vector<std::string> parameters;
  for (const Symbol p : domain.parameters) {
    parameters.push_back(p.name());
  }
  static constexpr const char* shapes[] = {"affine", "fractal", "substitution", "ragged", "predicate", "pairs"};
  return fmt::format("[{}] -> [{}]: {}", fmt::join(parameters, ", "), fmt::join(domain.dimensions, ", "),
                     shapes[domain.shape.index()]);
}

} // namespace mapwright::domain
