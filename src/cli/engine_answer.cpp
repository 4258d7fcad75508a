#include "cli/engine_answer.hpp"

namespace mapwright::cli {

report::Json answer_with(const Error& error) {
  return {{"error", {{"kind", static_cast<int>(error.kind)}, {"message", error.message}, {"hint", error.hint}}}};
}

Result<report::Json> answer_in(std::string_view output) {
  report::Json answer = report::Json::parse(output.substr(0, output.find('\n')), nullptr, false);
  if (!answer.is_object()) {
    return report::Json();
  }
  if (answer.contains("error")) {
    const report::Json& error = answer.at("error");
    return fail(static_cast<ErrorKind>(error.at("kind").get<int>()), error.at("message").get<std::string>(),
                error.at("hint").get<std::string>());
  }
  return answer;
}

std::string last_words(const std::string& text) {
  constexpr std::size_t most = 1000;
  const std::string words = text.substr(0, text.find_last_not_of('\n') + 1);
  return words.size() <= most ? words : words.substr(words.size() - most);
}

} // namespace mapwright::cli
