#include "kernel/scientist/model_role.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::uint64_t tokens_of_a_question = 24576; ///< at most, nearly always: the task, two sources, what is known

/// Failures that asking again does not mend.
bool lasts(llm::FailureKind kind) {
  return kind == llm::FailureKind::unreachable || kind == llm::FailureKind::unauthorized ||
         kind == llm::FailureKind::unknown_model || kind == llm::FailureKind::out_of_quota;
}

} // namespace

llm::Request role_request(const loop::Model& model, std::string system, std::string question,
                          loop::StepContext& context) {
  llm::Request request;
  request.messages.push_back({llm::Role::system, std::move(system)});
  request.messages.push_back({llm::Role::user, std::move(question)});
  request.max_output_tokens = model.max_output_tokens;
  request.seed = context.random().next() >> 12U; // servers take numbers of at most 53 bits
  return request;
}

Resources role_reserve(const loop::Model& model) {
  Resources reserve;
  reserve.tokens = 2 * (tokens_of_a_question + model.max_output_tokens);
  reserve.dollars = static_cast<double>(reserve.tokens) * model.dollars_per_token;
  return reserve;
}

loop::Setback setback_of(const llm::NotAsked& none, const loop::StepProvider& asked) {
  if (asked.error()) {
    return {asked.error()->message, asked.error()};
  }
  const auto& answers = none.conversation.answers;
  if (none.why != llm::NoAnswer::failed || answers.empty() || answers.back()) {
    return {fmt::format("the reply of {} is {}: {}", asked.model(), to_string(none.why), none.message), {}};
  }
  const llm::Failure& failure = answers.back().error();
  loop::Setback setback{failure.message, {}};
  if (lasts(failure.kind)) {
    setback.unavailable = Error{ErrorKind::machine, failure.message, std::nullopt, failure.hint};
  }
  return setback;
}

} // namespace mapwright::kernel::scientist
