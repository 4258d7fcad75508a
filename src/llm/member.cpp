#include "llm/member.hpp"

namespace mapwright::llm {

nlohmann::json parse_stranger(std::string_view text) {
  constexpr int deepest = 100;
  const auto keep = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) { return depth < deepest; };
  return nlohmann::json::parse(text, keep, false);
}

const nlohmann::json* member(const nlohmann::json& object, const char* key) {
  if (!object.is_object()) {
    return nullptr;
  }
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string text_member(const nlohmann::json& object, const char* key) {
  const nlohmann::json* const found = member(object, key);
  return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t count_member(const nlohmann::json& object, const char* key) {
  constexpr double most = 1e15; // beyond any real count, and exact as a double
  const nlohmann::json* const found = member(object, key);
  if (found == nullptr || !found->is_number()) {
    return 0;
  }
  const double value = found->get<double>();
  return value >= 0 && value <= most ? static_cast<std::uint64_t>(value) : 0;
}

} // namespace mapwright::llm
