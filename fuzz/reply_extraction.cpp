// Any reply of a model ends in code, JSON, an edited text or a reason why not, in bounded time; what comes out is valid
// UTF-8 and keeps what its interface promises.
#include "llm/edits.hpp"
#include "llm/excerpt.hpp"
#include "llm/extract_code.hpp"
#include "llm/extract_json.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mapwright;
  if (size < 2) {
    return 0;
  }
  // The first byte chooses whether the reply counts as cut, the second how much of the rest is the text to edit.
  const bool cut = data[0] % 2 == 1;
  const std::string_view input(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::size_t length = input.size() * data[1] / 256;
  const std::string_view text = input.substr(0, length);
  const std::string_view reply = input.substr(length);

  const llm::CodeWish wish{{"code", "map"}, {}, cut};
  const auto code = llm::extract_code(reply, wish);
  require(code ? code->block.text.ends_with('\n') && (cut || code->block.complete) : !code.error().empty());

  const auto json = llm::extract_json(reply, nlohmann::json::object(), cut);
  if (json) {
    const auto again = llm::extract_json(json->value.dump(), nlohmann::json::object());
    require(again && again->value == json->value && again->fixes.empty());
  } else {
    require(llm::valid_utf8(json.error()) == json.error());
  }

  const auto edited = llm::edited_text(reply, text, wish);
  require(edited || !edited.error().message.empty());
  return 0;
}
