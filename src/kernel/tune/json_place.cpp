#include "kernel/tune/json_place.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// Behind the string that begins at `at`.
std::size_t skip_string(std::string_view text, std::size_t at) {
  ++at;
  while (at < text.size() && text[at] != '"') {
    at += text[at] == '\\' ? 2U : 1U;
  }
  return at + 1;
}

/// Behind the value that begins at `at`.
std::size_t skip_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  do {
    at = skip_space(text, at);
    if (at >= text.size()) {
      return text.size();
    }
    if (text[at] == '"') {
      at = skip_string(text, at);
    } else if (text[at] == '{' || text[at] == '[') {
      ++depth;
      ++at;
    } else if (text[at] == '}' || text[at] == ']') {
      --depth;
      ++at;
    } else if (text[at] == ',' || text[at] == ':') {
      ++at;
    } else {
      at = std::min(text.find_first_of(",:]} \t\r\n", at), text.size());
    }
  } while (depth > 0);
  return at;
}

/// Where the value of `step` begins in the object or array that begins at `at`.
std::optional<std::size_t> enter(std::string_view text, std::size_t at, const JsonStep& step) {
  const auto* const key = std::get_if<std::string>(&step);
  if (at >= text.size() || text[at] != (key != nullptr ? '{' : '[')) {
    return std::nullopt;
  }
  at = skip_space(text, at + 1);
  for (std::size_t index = 0; at < text.size() && text[at] != '}' && text[at] != ']'; ++index) {
    bool found = key == nullptr && std::get<std::size_t>(step) == index;
    if (key != nullptr) {
      const std::size_t end = skip_string(text, at);
      found = text.substr(at, end - at) == fmt::format("\"{}\"", *key);
      at = skip_space(text, skip_space(text, end) + 1);
    }
    if (found) {
      return at;
    }
    at = skip_space(text, skip_value(text, at));
    if (at < text.size() && text[at] == ',') {
      at = skip_space(text, at + 1);
    }
  }
  return std::nullopt;
}

} // namespace

std::size_t json_place(std::string_view text, std::span<const JsonStep> path) {
  std::size_t at = skip_space(text, 0);
  for (const JsonStep& step : path) {
    const auto inner = enter(text, at, step);
    if (!inner) {
      break;
    }
    at = *inner;
  }
  return at;
}

std::string to_string(std::span<const JsonStep> path) {
  std::string text;
  for (const JsonStep& step : path) {
    if (const auto* const key = std::get_if<std::string>(&step)) {
      text += (text.empty() ? "" : ".") + *key;
    } else {
      text += fmt::format("[{}]", std::get<std::size_t>(step));
    }
  }
  return text;
}

} // namespace mapwright::kernel
