#include "index_map/learn/guess.hpp"

#include "expr/text.hpp"

#include <optional>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

constexpr std::size_t most_digits = 18;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin, end - begin + 1);
}

/// "name = digits" in one line; nothing for any other line.
std::optional<std::pair<std::string, expr::Int>> size_line(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view name = trimmed(line.substr(0, equals));
  const std::string_view digits = trimmed(line.substr(equals + 1));
  if (!expr::is_name(name) || digits.empty() || digits.size() > most_digits ||
      digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return std::pair(std::string(name), expr::Int{std::stoll(std::string(digits))});
}

} // namespace

std::string to_text(const DomainGuess& guess) {
  std::string text = guess.text;
  for (const auto& [name, value] : guess.sizes) {
    text += fmt::format("\n{} = {}", name, expr::to_string(value));
  }
  return text;
}

Result<DomainGuess> parse_guess(std::string_view content) {
  DomainGuess guess;
  std::string_view rest = trimmed(content);
  while (true) {
    const std::size_t newline = rest.rfind('\n');
    if (newline == std::string_view::npos) {
      break;
    }
    const auto size = size_line(rest.substr(newline + 1));
    if (!size) {
      break;
    }
    guess.sizes.insert(guess.sizes.begin(), *size);
    rest = trimmed(rest.substr(0, newline));
  }
  guess.text = rest;
  if (guess.text.empty()) {
    return fail(ErrorKind::input, "there is no domain");
  }
  return guess;
}

} // namespace mapwright::index_map::learn
