// A question whose answer must be usable: ask, read, and show the model its mistake once.
//
// The ladder: the answer as it was asked for -> read leniently -> one repair call that shows the model what is wrong
// with its answer -> give up. Every reply and every usage on the way is kept.
#pragma once

#include "llm/chat.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::llm {

/// Something read out of a reply, and what was read leniently on the way (extract_json.hpp); no fixes: it was as asked.
template <class T> struct ReadReply {
  T value;
  std::vector<std::string> fixes{};
};

/// Reads a reply. Unexpected: what is wrong with it, in words that the model is shown.
template <class T> using ReadAnswer = std::function<tl::expected<ReadReply<T>, std::string>(const Reply&)>;

/// Is told of each question and its answer as soon as it is over.
using Observe = std::function<void(const Request&, const Answer&)>;

/// How far down the ladder an answer was found.
enum class Rung : std::uint8_t { as_asked, lenient, repaired };

/// "as-asked", "lenient" or "repaired".
std::string_view to_string(Rung rung);

/// Everything that was asked and answered, one or two questions.
struct Conversation {
  std::vector<Answer> answers{};

  /// The sums over all answers, failures included. Dollars and energy: nothing unless every reply has them.
  [[nodiscard]] Usage usage() const;
  [[nodiscard]] Seconds time() const;
  [[nodiscard]] std::optional<double> dollars() const;
  [[nodiscard]] std::optional<InferenceEnergy> energy() const;
};

template <class T> struct Asked {
  T value;
  Rung rung = Rung::as_asked;
  std::vector<std::string> fixes{};
  Conversation conversation{};
};

enum class NoAnswer : std::uint8_t {
  failed,   ///< the provider failed: the last of the conversation is its Failure
  refused,  ///< the model declined, or the server's filter did
  unusable, ///< nothing that could be read, after the repair call too
};

/// "failed", "refused" or "unusable".
std::string_view to_string(NoAnswer why);

struct NotAsked {
  NoAnswer why = NoAnswer::failed;
  std::string message{}; ///< one sentence, or what the last reading found wrong
  Conversation conversation{};
};

struct AskOptions {
  /// Appended to the repair call: how the answer must look, in one or two sentences.
  std::string form{};
  Observe observe{};  ///< may be empty
  bool repair = true; ///< whether the repair call may be made
};

/// The ladder without the type: `problem` reads a reply and says what is wrong with it, or nothing.
/// Expected: the last reply of the conversation is the answer, and the repair call was needed when there are two.
tl::expected<Conversation, NotAsked> ask_until(Provider& provider, const Request& request,
                                               const std::function<std::optional<std::string>(const Reply&)>& problem,
                                               const AskOptions& options, std::stop_token stop);

/// The request of the repair call: the conversation so far, the reply (none: it had no text), what is wrong with it.
Request repair_request(const Request& request, const Reply* reply, std::string_view problem, std::string_view form);

/// Asks `provider` until `read` finds a T, with at most one repair call. An answer without text is repaired too;
/// other failures, refusals and filtered answers are not.
template <class T>
tl::expected<Asked<T>, NotAsked> ask_for(Provider& provider, const Request& request, const ReadAnswer<T>& read,
                                         const AskOptions& options = {}, std::stop_token stop = {}) {
  std::optional<ReadReply<T>> found;
  const auto problem = [&](const Reply& reply) -> std::optional<std::string> {
    auto result = read(reply);
    if (!result) {
      return std::move(result.error());
    }
    found.emplace(std::move(*result));
    return std::nullopt;
  };
  auto conversation = ask_until(provider, request, problem, options, std::move(stop));
  if (!conversation) {
    return tl::unexpected<NotAsked>(std::move(conversation.error()));
  }
  const bool repaired = conversation->answers.size() > 1;
  const Rung rung = repaired ? Rung::repaired : found->fixes.empty() ? Rung::as_asked : Rung::lenient;
  return Asked<T>{std::move(found->value), rung, std::move(found->fixes), std::move(*conversation)};
}

} // namespace mapwright::llm
