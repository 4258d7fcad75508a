#include "mapper/agent/revise.hpp"

#include "llm/excerpt.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/guidance.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::uint64_t bytes_per_reserved_token = 3; ///< fewer than usual: a reservation errs on the high side
constexpr std::size_t most_doubts_shown = 10;
constexpr std::size_t refusal_lines = 40;

/// Failures that asking again does not mend.
bool stays_unavailable(llm::FailureKind kind) {
  return kind == llm::FailureKind::unreachable || kind == llm::FailureKind::unauthorized ||
         kind == llm::FailureKind::unknown_model || kind == llm::FailureKind::out_of_quota;
}

loop::Setback setback_of(const llm::Failure& failure) {
  loop::Setback setback{failure.message, {}};
  if (stays_unavailable(failure.kind)) {
    setback.unavailable = Error{ErrorKind::machine, failure.message, std::nullopt, failure.hint};
  }
  return setback;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// One answer: the mapper, or what is wrong with it.
struct JudgedReply {
  std::optional<WrittenMapper> mapper; ///< without errors
  std::string intro{};                 ///< what the model is told before the faults
  std::optional<std::string> faults{};
};

JudgedReply judge_reply(const llm::Reply& reply, const MapperQuestion& question, const SearchScene& scene) {
  auto read = read_statements(reply);
  if (!read) {
    return {std::nullopt, "", std::move(read.error())};
  }
  WrittenMapper mapper{question.assemble(llm::valid_utf8(read->value.statements)), std::move(read->value.reason), 0,
                       reply.fixture};
  if (const auto refused = guidance_of_refusal({mapper.text, "mapper"}, scene, question.level)) {
    return {std::nullopt, "the mapper it makes cannot run:\n", refused->text(question.level, refusal_lines)};
  }
  auto doubts = question.without_doubts ? doubts_about(mapper.text, scene) : std::nullopt;
  return {std::move(mapper), "the mapper it makes runs, but:\n", std::move(doubts)};
}

} // namespace

std::optional<std::string> doubts_about(const std::string& text, const SearchScene& scene) {
  const language::SourceText source{text, "mapper"};
  const Elaboration elaboration = check_on(source, scene.program, scene.graph, scene.machine);
  std::string doubts;
  std::size_t shown = 0;
  for (const language::Diagnostic& diagnostic : elaboration.diagnostics.sorted()) {
    if (++shown <= most_doubts_shown) {
      doubts += (doubts.empty() ? "" : "\n") + language::format(diagnostic, source);
    }
  }
  return doubts.empty() ? std::nullopt : std::optional(std::move(doubts));
}

tl::expected<WrittenMapper, loop::Setback> ask_for_mapper(llm::Provider& provider, const MapperQuestion& question,
                                                          const SearchScene& scene, const std::stop_token& stop) {
  llm::Request request = question.request;
  std::optional<WrittenMapper> last; ///< without errors, though it may have doubts
  bool fixture = false;
  for (unsigned repairs = 0;; ++repairs) {
    const llm::Answer answer = provider.ask(request, stop);
    if (!answer && answer.error().kind != llm::FailureKind::empty) {
      return last ? tl::expected<WrittenMapper, loop::Setback>(*std::move(last))
                  : tl::unexpected<loop::Setback>(setback_of(answer.error()));
    }
    if (answer && (answer->finish == llm::Finish::refused || answer->finish == llm::Finish::filtered)) {
      return tl::unexpected<loop::Setback>(
          {fmt::format("the answer of {} was {}", provider.model(), to_string(answer->finish)), {}});
    }
    fixture = fixture || (answer && answer->fixture);
    JudgedReply judged = answer ? judge_reply(*answer, question, scene)
                                : JudgedReply{std::nullopt, "", "it had no text besides your thoughts"};
    if (judged.mapper) {
      judged.mapper->repairs = repairs;
      judged.mapper->fixture = fixture;
      last = std::move(judged.mapper);
    }
    if (last && (!judged.faults || repairs == question.repairs)) {
      return *std::move(last);
    }
    if (repairs == question.repairs || stop.stop_requested()) {
      return tl::unexpected<loop::Setback>({fmt::format("no mapper that runs after {} questions to {}: {}", repairs + 1,
                                                        provider.model(), first_line(*judged.faults)),
                                            {}});
    }
    request = llm::repair_request(request, answer ? &*answer : nullptr, judged.intro + *judged.faults, statements_form);
  }
}

std::uint64_t most_tokens_of(const llm::Request& request, unsigned repairs) {
  std::uint64_t bytes = 0;
  for (const llm::Message& message : request.messages) {
    bytes += message.text.size();
  }
  std::uint64_t tokens = 0;
  for (unsigned question = 0; question <= repairs; ++question) { // each repeats what was said before
    tokens += bytes / bytes_per_reserved_token + (question + 1) * request.max_output_tokens;
  }
  return tokens;
}

} // namespace mapwright::mapper
