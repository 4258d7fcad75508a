#include "llm/replay.hpp"

#include "llm/json.hpp"
#include "llm/member.hpp"

#include <cstddef>
#include <deque>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;

using Answers = std::unordered_map<std::string, std::deque<Answer>>; // by digest

class Replay final : public Provider {
public:
  Replay(std::string file, std::string model, Answers answers, bool fixture)
      : file_(std::move(file)), model_(std::move(model)), answers_(std::move(answers)), fixture_(fixture) {}

  [[nodiscard]] std::string_view kind() const override { return "replay"; }
  [[nodiscard]] const std::string& model() const override { return model_; }

  Answer ask(const Request& request, std::stop_token) override {
    const std::string name = digest(request);
    const std::scoped_lock lock(mutex_);
    const auto found = answers_.find(name);
    if (found == answers_.end() || found->second.empty()) {
      const char* const what = found == answers_.end() ? "holds no answer to" : "has no further answer to";
      return tl::unexpected(Failure{FailureKind::not_recorded,
                                    fmt::format("{} {} question {}", file_, what, name.substr(0, 12)),
                                    "record again with the settings of this run"});
    }
    Answer answer = std::move(found->second.front());
    found->second.pop_front();
    if (answer && fixture_) {
      answer->fixture = true;
    }
    return answer;
  }

private:
  std::string file_;
  std::string model_; ///< of the first record
  std::mutex mutex_;
  Answers answers_;
  bool fixture_;
};

} // namespace

Result<std::unique_ptr<Provider>> make_replay(const std::string& file, bool fixture) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return fail(ErrorKind::input, fmt::format("cannot read the recording {}", file));
  }
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  Answers answers;
  std::string model;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const json record = parse_stranger(std::string_view(text).substr(begin, end - begin));
    const std::string name = text_member(record, "digest");
    const json* const answer = member(record, "answer");
    Result<Answer> read = answer == nullptr || name.empty()
                              ? Result<Answer>(fail(ErrorKind::input, "no record of a question and its answer"))
                              : answer_from_json(*answer);
    if (!read) {
      Error error = read.error();
      error.where = locate(text, begin, file);
      error.where->source_line.clear();
      return tl::unexpected(std::move(error));
    }
    if (model.empty()) {
      model = text_member(record, "model");
    }
    answers[name].push_back(*std::move(read));
  }
  return std::make_unique<Replay>(file, model.empty() ? file : model, std::move(answers), fixture);
}

} // namespace mapwright::llm
