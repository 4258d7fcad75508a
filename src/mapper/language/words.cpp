#include "mapper/language/words.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mapwright::mapper::language {

namespace {

/// Whether exchanging two neighbouring letters of `a` makes `b`.
bool differ_by_exchange(std::string_view a, std::string_view b) {
  std::string exchanged(a);
  for (std::size_t i = 1; i < exchanged.size() && a.size() == b.size(); ++i) {
    std::swap(exchanged[i - 1], exchanged[i]);
    if (exchanged == b) {
      return true;
    }
    std::swap(exchanged[i - 1], exchanged[i]);
  }
  return false;
}

} // namespace

const std::vector<std::string>& statement_words() {
  static const std::vector<std::string> words{
      "Task",          "Region",    "Layout", "InstanceLimit", "IndexTaskMap", "SingleTaskMap", "ControlReplicate",
      "CollectMemory", "TaskSteal", "def",    "print",         "return"};
  return words;
}

const std::vector<std::string>& processor_words() {
  static const std::vector<std::string> words{"CPU", "GPU", "OMP", "IO", "PY", "PROC"};
  return words;
}

const std::vector<std::string>& memory_words() {
  static const std::vector<std::string> words{"SYSMEM", "FBMEM", "ZCMEM", "RDMEM", "SOCKMEM", "VIRTUAL"};
  return words;
}

const std::vector<std::string>& constraint_words() {
  static const std::vector<std::string> words{"SOA", "AOS", "C_order", "F_order", "Compact", "Exact", "Align"};
  return words;
}

const std::vector<std::string>& type_words() {
  static const std::vector<std::string> words{"Task", "int", "bool", "IPoint", "ISpace", "MSpace", "tuple"};
  return words;
}

std::optional<Fix> respelling(const Token& token, const std::vector<std::string>& known) {
  if (token.kind != TokenKind::name && token.kind != TokenKind::word) {
    return std::nullopt;
  }
  const auto exchanged = std::find_if(known.begin(), known.end(),
                                      [&](const std::string& word) { return differ_by_exchange(token.text, word); });
  const std::string near = exchanged != known.end() ? *exchanged : nearest_name(token.text, known);
  return near.empty() ? std::nullopt : std::optional(Fix{token.span, near});
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + word;
  }
  return out;
}

} // namespace mapwright::mapper::language
