#include "llm/ask.hpp"

#include "llm/excerpt.hpp"

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr std::size_t most_shown = 64 << 10U; ///< bytes of a reply that the repair call repeats

tl::unexpected<NotAsked> give_up(NoAnswer why, std::string message, Conversation conversation) {
  return tl::unexpected<NotAsked>(NotAsked{why, std::move(message), std::move(conversation)});
}

/// What is wrong with a reply before it is read.
std::string cut_note(const Reply& reply, const Request& request) {
  return reply.finish == Finish::length
             ? fmt::format("the answer was cut off after {} tokens ({} are allowed, thinking included): answer more "
                           "briefly; ",
                           reply.usage.output, request.max_output_tokens)
             : std::string();
}

} // namespace

std::string_view to_string(Rung rung) {
  switch (rung) {
  case Rung::as_asked:
    return "as-asked";
  case Rung::lenient:
    return "lenient";
  case Rung::repaired:
    break;
  }
  return "repaired";
}

std::string_view to_string(NoAnswer why) {
  switch (why) {
  case NoAnswer::failed:
    return "failed";
  case NoAnswer::refused:
    return "refused";
  case NoAnswer::unusable:
    break;
  }
  return "unusable";
}

Usage Conversation::usage() const {
  Usage sum;
  for (const Answer& answer : answers) {
    const Usage& usage = answer ? answer->usage : answer.error().usage;
    sum.input += usage.input;
    sum.cached_input += usage.cached_input;
    sum.output += usage.output;
    sum.reasoning += usage.reasoning;
    sum.estimated = sum.estimated || usage.estimated;
  }
  return sum;
}

Seconds Conversation::time() const {
  Seconds sum{0};
  for (const Answer& answer : answers) {
    sum += answer ? answer->time : answer.error().time;
  }
  return sum;
}

std::optional<double> Conversation::dollars() const {
  std::optional<double> sum;
  for (const Answer& answer : answers) {
    if (answer && !answer->dollars) {
      return std::nullopt;
    }
    if (answer) {
      sum = sum.value_or(0) + *answer->dollars;
    }
  }
  return sum;
}

std::optional<InferenceEnergy> Conversation::energy() const {
  std::optional<InferenceEnergy> sum;
  for (const Answer& answer : answers) {
    if (answer && !answer->energy) {
      return std::nullopt;
    }
    if (answer && !sum) {
      sum = answer->energy;
    } else if (answer) {
      sum->energy = sum->energy + answer->energy->energy;
      sum->estimated = sum->estimated || answer->energy->estimated;
      sum->method += sum->method == answer->energy->method ? "" : "; " + answer->energy->method;
    }
  }
  return sum;
}

Request repair_request(const Request& request, const Reply* reply, std::string_view problem, std::string_view form) {
  Request repair = request;
  if (reply != nullptr && !trimmed(reply->text).empty()) {
    repair.messages.push_back({Role::assistant, without_middle(reply->text, most_shown)});
  }
  std::string text =
      fmt::format("Your answer could not be used: {}.\nGive the whole answer again, with this mended and "
                  "nothing else changed.",
                  problem);
  if (!form.empty()) {
    text += fmt::format("\n{}", form);
  }
  repair.messages.push_back({Role::user, std::move(text)});
  return repair;
}

tl::expected<Conversation, NotAsked> ask_until(Provider& provider, const Request& request,
                                               const std::function<std::optional<std::string>(const Reply&)>& problem,
                                               const AskOptions& options, std::stop_token stop) {
  Conversation conversation;
  Request question = request;
  for (;;) {
    conversation.answers.push_back(provider.ask(question, stop));
    const Answer& answer = conversation.answers.back();
    if (options.observe) {
      options.observe(question, answer);
    }
    const bool again = options.repair && conversation.answers.size() == 1 && !stop.stop_requested();
    if (!answer) {
      if (!again || answer.error().kind != FailureKind::empty) {
        return give_up(NoAnswer::failed, answer.error().message, std::move(conversation));
      }
      question = repair_request(request, nullptr, "it had no text besides your thoughts", options.form);
      continue;
    }
    if (answer->finish == Finish::refused || answer->finish == Finish::filtered) {
      return give_up(NoAnswer::refused, fmt::format("the answer was {}", to_string(answer->finish)),
                     std::move(conversation));
    }
    const std::optional<std::string> wrong = problem(*answer);
    if (!wrong) {
      return conversation;
    }
    const std::string message = cut_note(*answer, request) + *wrong;
    if (!again) {
      return give_up(NoAnswer::unusable, message, std::move(conversation));
    }
    question = repair_request(request, &*answer, message, options.form);
  }
}

} // namespace mapwright::llm
