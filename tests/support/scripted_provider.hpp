// A provider inside the test's own process that answers from a script.
#pragma once

#include "llm/chat.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::test {

/// A fixture reply with one token per four bytes, as providers estimate where the server says nothing.
inline llm::Reply scripted_reply(std::string text, llm::Finish finish = llm::Finish::stop) {
  llm::Reply reply;
  reply.usage.output = text.size() / 4 + 1;
  reply.usage.estimated = true;
  reply.text = std::move(text);
  reply.finish = finish;
  reply.model = "scripted";
  reply.fixture = true;
  return reply;
}

inline llm::Answer scripted_failure(llm::FailureKind kind, std::string message = "scripted") {
  llm::Failure failure;
  failure.kind = kind;
  failure.message = std::move(message);
  return tl::unexpected<llm::Failure>(std::move(failure));
}

/// Answers each question by the next entry of its script; when that is used up, as "not recorded". Keeps the questions.
class ScriptedProvider final : public llm::Provider {
public:
  /// An answer, or a function of the question that may also wait or count.
  using Entry = std::function<llm::Answer(const llm::Request&, const std::stop_token&)>;

  ScriptedProvider() = default;
  explicit ScriptedProvider(std::vector<llm::Answer> answers) {
    for (llm::Answer& answer : answers) {
      then(std::move(answer));
    }
  }
  explicit ScriptedProvider(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      then(scripted_reply(text));
    }
  }

  void then(llm::Answer answer) {
    script_.push_back([answer = std::move(answer)](const llm::Request&, const std::stop_token&) { return answer; });
  }
  void then(Entry entry) { script_.push_back(std::move(entry)); }

  [[nodiscard]] std::string_view kind() const override { return "scripted"; }
  [[nodiscard]] const std::string& model() const override { return name; }

  llm::Answer ask(const llm::Request& request, std::stop_token stop) override {
    Entry entry;
    {
      const std::lock_guard lock(mutex_);
      const std::size_t next = questions_.size();
      questions_.push_back(request);
      entry = next < script_.size() ? script_[next] : nullptr;
    }
    return entry ? entry(request, stop) : scripted_failure(llm::FailureKind::not_recorded, "the script has ended");
  }

  [[nodiscard]] std::vector<llm::Request> questions() const {
    const std::lock_guard lock(mutex_);
    return questions_;
  }

  std::string name = "scripted";

private:
  std::vector<Entry> script_;
  mutable std::mutex mutex_;
  std::vector<llm::Request> questions_;
};

} // namespace mapwright::test
