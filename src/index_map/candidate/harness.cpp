#include "index_map/candidate/harness.hpp"

#include "index_map/candidate/harness_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

using namespace harness_text; // the pieces of the program, nothing else

namespace {

bool is_identifier(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

/// Names no struct can have as members, as far as a dimension is likely to be called so.
bool is_keyword(std::string_view name) {
  constexpr std::array<std::string_view, 14> keywords{"and", "asm", "do",  "for", "if",   "int",  "new",
                                                      "not", "or",  "try", "xor", "this", "bool", "char"};
  return std::find(keywords.begin(), keywords.end(), name) != keywords.end();
}

/// The branch of store() that reads members called like the dimensions.
std::string named_members(const std::vector<std::string>& names) {
  if (names.empty() || !std::all_of(names.begin(), names.end(),
                                    [](const std::string& n) { return is_identifier(n) && !is_keyword(n); })) {
    return {};
  }
  std::string asked;
  std::string stored;
  for (std::size_t d = 0; d < names.size(); ++d) {
    asked += fmt::format("to_word(r.{}); ", names[d]);
    stored += fmt::format("    out[{}] = to_word(r.{});\n", d, names[d]);
  }
  return fmt::format("  }} else if constexpr (requires {{ {}}}) {{\n{}", asked, stored);
}

/// Structured binding needs the number of members in the text.
std::string member_function(std::size_t dimensions) {
  std::string names;
  std::string stored;
  for (std::size_t d = 0; d < dimensions; ++d) {
    names += fmt::format("{}m{}", d == 0 ? "" : ", ", d);
    stored += fmt::format("  out[{0}] = to_word(m{0});\n", d);
  }
  return fmt::format("template <class R> void store_members(const R& r, word* out) {{\n  const auto& [{}] = r;\n{}}}\n",
                     names, stored);
}

} // namespace

bool is_function_name(const std::string& function) {
  std::string_view rest = function;
  for (;;) {
    const std::size_t colons = rest.find("::");
    if (!is_identifier(rest.substr(0, colons))) {
      return false;
    }
    if (colons == std::string_view::npos) {
      return true;
    }
    rest.remove_prefix(colons + 2);
  }
}

std::string source_alone(const HarnessTask& task) {
  return fmt::format("{}{}#line 1 \"{}\"\n{}\n", prologue, task.shim, task.file, task.source);
}

std::string harness_source(const HarnessTask& task) {
  const std::size_t count = task.dimensions.size();
  std::string members = named_members(task.dimensions);
  if (count > 1 && count <= 4) {
    const std::vector<std::string> usual{"x", "y", "z", "w"};
    members += named_members({usual.begin(), usual.begin() + static_cast<std::ptrdiff_t>(count)});
  }
  std::string text = source_alone(task) + "#line 1 \"harness\"\n";
  text += fmt::format("#define MAPWRIGHT_FUNCTION {}\n", task.function);
  // Constants the rest of the harness reads.
  std::string first(types);
  const std::string opening = "namespace mapwright_harness {\nusing word = std::int64_t;\n";
  first.insert(first.find(opening) + opening.size(),
               fmt::format("constexpr std::size_t sizes = {};\nconstexpr std::size_t dimensions = {};\n"
                           "constexpr word magic = {};\nconstexpr int out_of_bounds_code = {};\n",
                           task.sizes, count, harness_magic, out_of_bounds_code));
  const std::string store = "/// The point a result is, as words.\n";
  first.insert(first.find(store), member_function(count));
  text += first + members + std::string(store_rest) + std::string(calls);
  text += task.by_type ? by_type : by_trial;
  return text + std::string(program);
}

} // namespace mapwright::index_map::candidate
