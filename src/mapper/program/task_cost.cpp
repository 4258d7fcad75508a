#include "mapper/program/task_cost.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

std::vector<std::string> cost_names_of(const std::string& parameter) {
  std::vector<std::string> names{parameter};
  for (std::size_t d = 0; d < most_axes; ++d) {
    names.push_back(fmt::format("{}_{}", parameter, d));
  }
  return names;
}

std::vector<std::string> cost_names(const Program& program, const std::vector<std::string>& parameters) {
  std::vector<std::string> names;
  for (const auto& [name, value] : program.sizes) {
    names.push_back(name);
  }
  for (const std::string& parameter : parameters) {
    for (std::string& name : cost_names_of(parameter)) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

} // namespace mapwright::mapper
