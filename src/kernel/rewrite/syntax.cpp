#include "kernel/rewrite/syntax.hpp"

#include <algorithm>

namespace mapwright::kernel::rewrite {

std::size_t Source::line(std::size_t offset) const {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

std::string Source::indentation(std::size_t offset) const {
  const std::size_t feed = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = feed == std::string::npos ? 0 : feed + 1;
  const std::size_t end = std::min(text.find_first_not_of(" \t", begin), text.size());
  return text.substr(begin, end - begin);
}

const Function* find_function(const Source& source, std::string_view name) {
  for (const Function& function : source.functions) {
    if (function.name == name && !function.body.empty()) {
      return &function;
    }
  }
  return nullptr;
}

} // namespace mapwright::kernel::rewrite
