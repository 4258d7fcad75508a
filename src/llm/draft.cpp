#include "llm/draft.hpp"

#include "llm/excerpt.hpp"
#include "llm/prompt.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr std::string_view opening = "<think>";
constexpr std::string_view closing = "</think>";
constexpr std::string_view white_space = " \t\r\n";

std::string_view without_leading_space(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

void append_paragraph(std::string& to, std::string_view paragraph) {
  if (!paragraph.empty()) {
    to += to.empty() ? "" : "\n\n";
    to += paragraph;
  }
}

Failure empty_reply(const Draft& draft, std::string_view who, Usage usage) {
  Failure failure{FailureKind::empty, fmt::format("{} answered without text", who)};
  if (!draft.reasoning.empty()) {
    failure.message = fmt::format("{} thought but did not answer", who);
  }
  if (draft.finish == Finish::length) {
    failure.message += ": max_output_tokens or the context was used up";
    failure.hint = "raise max_output_tokens, or lower the model's reasoning effort";
  }
  failure.usage = usage;
  return failure;
}

} // namespace

void split_thinking(std::string& text, std::string& reasoning) {
  std::string_view rest = text;
  for (;;) {
    const std::string_view begun = without_leading_space(rest);
    const bool opened = begun.starts_with(opening);
    const std::size_t end = rest.find(closing);
    if (!opened && (end == std::string_view::npos || rest.substr(0, end).find(opening) != std::string_view::npos)) {
      break;
    }
    std::string_view thought = end == std::string_view::npos ? begun : rest.substr(0, end);
    if (opened) {
      thought = without_leading_space(thought).substr(opening.size());
    }
    append_paragraph(reasoning, trimmed(thought));
    rest = end == std::string_view::npos ? "" : without_leading_space(rest.substr(end + closing.size()));
  }
  if (rest.size() != text.size()) {
    text = std::string(rest);
  }
}

Usage spent(const Draft& draft, const Request& request) {
  return draft.usage.value_or(estimated_usage(request, draft.text, draft.reasoning));
}

Answer conclude(Draft draft, const Request& request, std::string_view who) {
  split_thinking(draft.text, draft.reasoning);
  const Usage usage = spent(draft, request);
  if (!draft.refusal.empty()) {
    draft.finish = Finish::refused;
  }
  if (trimmed(draft.text).empty()) {
    draft.text = std::move(draft.refusal);
    if (draft.finish != Finish::refused && draft.finish != Finish::filtered) {
      return tl::unexpected(empty_reply(draft, who, usage));
    }
  }
  Reply reply;
  reply.text = std::move(draft.text);
  reply.reasoning = std::move(draft.reasoning);
  reply.finish = draft.finish.value_or(Finish::stop);
  reply.usage = usage;
  reply.model = std::move(draft.model);
  return reply;
}

} // namespace mapwright::llm
