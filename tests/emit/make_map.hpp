// A map written as the text of its five functions.
#pragma once

#include "emit/emit.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::test {

struct ExampleMap {
  std::string identifier;
  domain::Map map;
  std::vector<expr::Int> most32; ///< empty with parameters: no 32-bit variant
  std::vector<expr::Int> most64;
  std::vector<std::string> formulas{};
};

inline expr::Function function(std::string_view text) {
  auto f = expr::parse_function(text, "example");
  if (!f) {
    throw std::logic_error(f.error().format());
  }
  return std::move(*f);
}

inline domain::Map make_map(std::string text, std::string_view parameters, std::vector<std::string> dimensions,
                            const std::vector<std::string_view>& functions) {
  domain::Map map;
  map.domain.text = std::move(text);
  map.domain.dimensions = std::move(dimensions);
  std::string name;
  for (const char c : std::string(parameters) + " ") {
    if (c != ' ') {
      name += c;
    } else if (!name.empty()) {
      map.domain.parameters.emplace_back(name);
      name.clear();
    }
  }
  map.count = function(functions.at(0));
  map.unrank = function(functions.at(1));
  map.rank = function(functions.at(2));
  map.contains = function(functions.at(3));
  map.successor = function(functions.at(4));
  return map;
}

} // namespace mapwright::test
