#include "llm/template.hpp"

#include <stdexcept>

namespace mapwright::llm {

std::string fill(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string filled;
  while (true) {
    const std::size_t open = text.find("{{");
    filled += text.substr(0, open);
    if (open == std::string_view::npos) {
      return filled;
    }
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close == std::string_view::npos ? close : close - open - 2);
    const auto value = values.find(name);
    if (close == std::string_view::npos || value == values.end()) {
      throw std::logic_error("a prompt template names '" + std::string(name) + "', which has no value");
    }
    filled += value->second;
    text.remove_prefix(close + 2);
  }
}

} // namespace mapwright::llm
