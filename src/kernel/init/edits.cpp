#include "kernel/init/edits.hpp"

#include <algorithm>

namespace mapwright::kernel {

std::string edited(std::string_view source, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.at < b.at; });
  std::string text;
  std::size_t from = 0;
  for (const Edit& edit : edits) {
    text += source.substr(from, edit.at - from);
    text += edit.text;
    from = edit.at + edit.size;
  }
  text += source.substr(from);
  return text;
}

} // namespace mapwright::kernel
