#include "mapper/agent/reply.hpp"

#include "llm/extract_code.hpp"
#include "llm/extract_json.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr int most_statements = 400;

/// Whether a text holds a statement of the language.
std::optional<std::string> lacks_statements(std::string_view text) {
  return text.find(';') == std::string_view::npos ? std::optional<std::string>("has no statement that ends with ';'")
                                                  : std::nullopt;
}

} // namespace

const char* const statements_form =
    R"(Answer with JSON alone: {"reason": "why, in a sentence", "statements": ["Task * GPU, CPU;", "..."]}.)";

const nlohmann::json& statements_schema() {
  static const nlohmann::json schema{
      {"type", "object"},
      {"properties",
       {{"reason", {{"type", "string"}, {"description", "why this should be faster, in one or two sentences"}}},
        {"statements",
         {{"type", "array"},
          {"items", {{"type", "string"}}},
          {"maxItems", most_statements},
          {"description", "statements of the language, a function as one of them"}}}}},
      {"required", nlohmann::json::array({"reason", "statements"})},
      {"additionalProperties", false}};
  return schema;
}

tl::expected<llm::ReadReply<RevisedStatements>, std::string> read_statements(const llm::Reply& reply) {
  const bool cut = reply.finish == llm::Finish::length;
  auto json = llm::extract_json(reply.text, statements_schema(), cut);
  if (json) {
    RevisedStatements read{json->value.at("reason").get<std::string>(), {}};
    for (const nlohmann::json& statement : json->value.at("statements")) {
      read.statements += statement.get<std::string>() + "\n";
    }
    return llm::ReadReply<RevisedStatements>{std::move(read), std::move(json->fixes)};
  }
  const auto code = llm::extract_code(reply.text, {{"mapper"}, lacks_statements, false});
  if (code) {
    return llm::ReadReply<RevisedStatements>{{"", code->block.text}, {"statements in a block of code"}};
  }
  return tl::unexpected<std::string>(json.error());
}

} // namespace mapwright::mapper
