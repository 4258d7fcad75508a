// A question to a model whose answer must be a mapper that runs.
#pragma once

#include "llm/chat.hpp"
#include "loop/proposer.hpp"
#include "mapper/agent/reply.hpp"
#include "mapper/guidance/level.hpp"
#include "mapper/search/decision_space.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <tl/expected.hpp>

namespace mapwright::mapper {

/// What is asked, and how an answer becomes a mapper.
struct MapperQuestion {
  llm::Request request;
  /// The whole mapper with these statements in the place that was asked for.
  std::function<std::string(const std::string& statements)> assemble;
  unsigned repairs = 3;                         ///< further questions that show the model what is wrong
  GuidanceLevel level = GuidanceLevel::suggest; ///< what they say of errors
  bool without_doubts = false;                  ///< warnings are shown too, as long as there are questions left
};

/// A mapper without errors, and how it came about.
struct WrittenMapper {
  std::string text;
  std::string reason;   ///< the model's
  unsigned repairs = 0; ///< questions after the first one
  bool fixture = false; ///< a reply was written for a test
};

/// Asks until the mapper has no errors for the program on the machine; every repair question carries the guidance on
/// the mapper that is refused. Setback: the provider failed (unavailable where asking again is no help), or what is
/// wrong with the last answer. Thread-safe as far as the provider is.
tl::expected<WrittenMapper, loop::Setback> ask_for_mapper(llm::Provider& provider, const MapperQuestion& question,
                                                          const SearchScene& scene, const std::stop_token& stop);

/// Warnings about a mapper without errors, each with place, line, fix and hint; nothing where there are none.
std::optional<std::string> doubts_about(const std::string& text, const SearchScene& scene);

/// The most tokens that a question may use, with all its repairs: for reservations.
std::uint64_t most_tokens_of(const llm::Request& request, unsigned repairs);

} // namespace mapwright::mapper
