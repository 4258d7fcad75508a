#include "kernel/rewrite/maps/guard_domain.hpp"

#include "domain/parse.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {

namespace {

constexpr auto reserved_by_isl =
    std::to_array<std::string_view>({"exists", "and", "or", "not", "implies", "floor", "ceil", "mod", "min", "max",
                                     "true", "false", "rat", "infty", "infinity", "NaN"});
constexpr auto signs_of_isl = std::to_array<std::pair<std::string_view, std::string_view>>({{"||", " or "},
                                                                                            {"&&", " and "},
                                                                                            {"!", " not "},
                                                                                            {"==", " = "},
                                                                                            {"!=", " != "},
                                                                                            {"<", " < "},
                                                                                            {"<=", " <= "},
                                                                                            {">", " > "},
                                                                                            {">=", " >= "},
                                                                                            {"+", " + "},
                                                                                            {"-", " - "},
                                                                                            {"*", " * "},
                                                                                            {"(", "("},
                                                                                            {")", ")"}});

} // namespace

std::optional<std::string> isl_condition(std::string_view condition, const std::vector<std::string>& names) {
  std::string text;
  for (const Token& token : tokens_of(condition)) {
    if (token.kind == TokenKind::name) {
      if (std::find(names.begin(), names.end(), token.text) == names.end() ||
          std::find(reserved_by_isl.begin(), reserved_by_isl.end(), token.text) != reserved_by_isl.end()) {
        return std::nullopt;
      }
      text += token.text;
    } else if (token.kind == TokenKind::number) {
      const std::size_t digits = std::min(token.text.find_first_not_of("0123456789"), token.text.size());
      if (token.text.substr(digits).find_first_not_of("uUlL") != std::string_view::npos ||
          (token.text.front() == '0' && digits > 1)) {
        return std::nullopt;
      }
      text += token.text.substr(0, digits);
    } else {
      const auto sign = std::find_if(signs_of_isl.begin(), signs_of_isl.end(),
                                     [&](const auto& known) { return known.first == token.text; });
      if (sign == signs_of_isl.end()) {
        return std::nullopt;
      }
      text += sign->second;
    }
  }
  return text;
}

Result<domain::Domain> domain_of(const Guards& guards) {
  std::vector<std::string> names = guards.sizes;
  names.insert(names.end(), guards.indices.begin(), guards.indices.end());
  std::vector<std::string> constraints;
  for (const std::string& index : guards.indices) {
    constraints.push_back(index + " >= 0");
  }
  for (const auto& [list, form] : {std::pair(&guards.holds, "({})"), std::pair(&guards.fails, "not ({})")}) {
    for (const std::string& guard : *list) {
      const auto text = isl_condition(guard, names);
      if (!text) {
        return fail(ErrorKind::input, fmt::format("'{}' is no affine condition on the indices", guard));
      }
      constraints.push_back(fmt::format(fmt::runtime(form), *text));
    }
  }
  return domain::parse_domain(fmt::format("[{}] -> {{ [{}] : {} }}", fmt::join(guards.sizes, ", "),
                                          fmt::join(guards.indices, ", "), fmt::join(constraints, " and ")),
                              {.file = "GUARD", .base_directory = {}, .read_files = false});
}

} // namespace mapwright::kernel::rewrite
