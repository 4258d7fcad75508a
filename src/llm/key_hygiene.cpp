#include "llm/key_hygiene.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace mapwright::llm {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_letter(char c) {
  return is_small(c) || (c >= 'A' && c <= 'Z');
}

} // namespace

bool is_variable_name(std::string_view text) {
  return !text.empty() && !is_digit(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool looks_like_key(std::string_view text) {
  constexpr std::array<std::string_view, 9> beginnings = {"sk-", "sk_",  "gsk_", "xai-",   "AIza",
                                                          "hf_", "ghp_", "r8_",  "Bearer "};
  if (std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view b) { return text.starts_with(b); })) {
    return true;
  }
  constexpr std::size_t long_run = 24;
  return text.size() >= long_run && std::any_of(text.begin(), text.end(), is_digit) &&
         std::any_of(text.begin(), text.end(), is_small) && std::all_of(text.begin(), text.end(), [](char c) {
           return is_letter(c) || is_digit(c) || c == '-' || c == '_';
         });
}

bool names_a_key(std::string_view setting) {
  std::string name(setting);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  std::erase_if(name, [](char c) { return c == '_' || c == '-'; });
  return name == "key" || name == "token" || name == "authorization" || name.ends_with("apikey") ||
         name.find("secret") != std::string::npos || name.find("password") != std::string::npos ||
         name.ends_with("accesstoken") || name.ends_with("authtoken");
}

} // namespace mapwright::llm
