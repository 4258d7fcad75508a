#include "llm/secret.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr std::size_t shortest_secret = 8;
constexpr std::string_view replacement = "[key]";
constexpr std::string_view white_space = " \t\r\n";

/// Whether `digits` is the hexadecimal spelling of `value`, in either case.
bool spells(std::string_view digits, unsigned char value) {
  unsigned read = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read, 16);
  return error == std::errc() && end == digits.data() + digits.size() && read == value;
}

/// How many bytes of `text` spell `c` at its beginning: plain, "%2F", "\/" or "\u002f"; 0 when none do.
std::size_t length_of(std::string_view text, char c) {
  const auto value = static_cast<unsigned char>(c);
  if (text.size() >= 3 && text[0] == '%' && spells(text.substr(1, 2), value)) {
    return 3;
  }
  if (text.size() >= 6 && text.starts_with("\\u") && spells(text.substr(2, 4), value)) {
    return 6;
  }
  if (text.size() >= 2 && text[0] == '\\' && text[1] == c) {
    return 2;
  }
  return !text.empty() && text[0] == c ? 1 : 0;
}

/// How many bytes of `text` spell `key` at its beginning; 0 when none do.
std::size_t length_of(std::string_view text, std::string_view key) {
  std::size_t at = 0;
  for (const char c : key) {
    const std::size_t length = length_of(text.substr(at), c);
    if (length == 0) {
      return 0;
    }
    at += length;
  }
  return at;
}

} // namespace

Result<Secret> Secret::from_environment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  std::string_view key = value == nullptr ? "" : value;
  key.remove_prefix(std::min(key.find_first_not_of(white_space), key.size()));
  key = key.substr(0, key.find_last_not_of(white_space) + 1);
  if (std::any_of(key.begin(), key.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; })) {
    return fail(ErrorKind::machine, fmt::format("environment variable {} holds a key with control characters", name),
                "set it to the key alone, in one line");
  }
  return Secret(std::string(key));
}

std::string Secret::redact(std::string text) const {
  if (key_.size() < shortest_secret) {
    return text;
  }
  std::string result;
  const std::string_view all = text;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t length = length_of(all.substr(at), key_);
    if (length == 0) {
      ++at;
      continue;
    }
    result.append(all, copied, at - copied).append(replacement);
    at += length;
    copied = at;
  }
  if (copied == 0) {
    return text;
  }
  return result.append(all, copied);
}

} // namespace mapwright::llm
