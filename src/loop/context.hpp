// What a step may use while it is made: chance, models, and the wish to stop.
#pragma once

#include "loop/chat_log.hpp"
#include "measure/random.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace mapwright::loop {

/// Belongs to one step and one thread.
class StepContext {
public:
  StepContext(std::uint64_t step, std::uint64_t seed, ChatLog& chats, std::stop_token stop)
      : step_(step), random_(seed), chats_(&chats), stop_(std::move(stop)) {}

  [[nodiscard]] std::uint64_t step() const { return step_; }
  /// The only source of chance, so that a step can be made again.
  measure::Random& random() { return random_; }
  /// Requested when the step is no longer wanted.
  [[nodiscard]] const std::stop_token& stop() const { return stop_; }

  /// Asks, writes down, accounts. Errors: the archive could not be written.
  Result<llm::Answer> ask(llm::Provider& provider, const llm::Request& request) {
    auto heard = chats_->ask({step_, questions_++}, provider, request, stop_);
    if (!heard) {
      return forward(heard);
    }
    used_ = used_ + heard->used;
    return std::move(heard->answer);
  }

  /// What the questions of this step used.
  [[nodiscard]] const Resources& used() const { return used_; }

private:
  std::uint64_t step_;
  measure::Random random_;
  ChatLog* chats_;
  std::stop_token stop_;
  std::uint64_t questions_ = 0;
  Resources used_{};
};

/// A model as a step asks it: every question is written down and accounted. Lives no longer than the step.
class StepProvider : public llm::Provider {
public:
  StepProvider(StepContext& context, llm::Provider& provider) : context_(&context), provider_(&provider) {}

  [[nodiscard]] std::string_view kind() const override { return provider_->kind(); }
  [[nodiscard]] const std::string& model() const override { return provider_->model(); }

  llm::Answer ask(const llm::Request& request, std::stop_token) override {
    auto answer = context_->ask(*provider_, request);
    if (answer) {
      return std::move(*answer);
    }
    error_ = answer.error();
    llm::Failure failure;
    failure.kind = llm::FailureKind::cancelled;
    failure.message = error_->message;
    return tl::make_unexpected(std::move(failure));
  }

  /// Why the archive could not be written, if that is what happened.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
  StepContext* context_;
  llm::Provider* provider_;
  std::optional<Error> error_{};
};

} // namespace mapwright::loop
