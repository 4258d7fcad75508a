// A model in a role: asked through the step, so that every question is written down; its answers read with one repair.
#pragma once

#include "kernel/scientist/roles.hpp"
#include "llm/ask.hpp"
#include "loop/problem.hpp"

#include <string>
#include <utility>

namespace mapwright::kernel::scientist {

/// A system text that stays the same, then the question.
llm::Request role_request(const loop::Model& model, std::string system, std::string question,
                          loop::StepContext& context);

/// What one call of a role uses at most: the question and one repair.
Resources role_reserve(const loop::Model& model);

/// Why a question had no answer: `unavailable` when asking again would not help.
loop::Setback setback_of(const llm::NotAsked& none, const loop::StepProvider& asked);

/// Asks until `read` finds an answer, with at most one repair call.
template <class T>
Answer<T> ask_role(const loop::Model& model, const llm::Request& request, const llm::ReadAnswer<T>& read,
                   std::string form, loop::StepContext& context) {
  loop::StepProvider asked(context, *model.provider);
  llm::AskOptions options;
  options.form = std::move(form);
  auto answer = llm::ask_for<T>(asked, request, read, options, context.stop());
  if (!answer) {
    return tl::make_unexpected(setback_of(answer.error(), asked));
  }
  return std::move(answer->value);
}

} // namespace mapwright::kernel::scientist
