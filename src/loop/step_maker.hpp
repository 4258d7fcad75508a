// One turn of the loop: propose, verify, measure.
#pragma once

#include "core/error.hpp"
#include "loop/chat_log.hpp"
#include "loop/evaluator.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace mapwright::loop {

/// A step to be made: its place in the run and its plan.
struct Task {
  std::uint64_t number = 0;
  std::uint64_t seed = 0;
  std::uint64_t seen = 0; ///< committed steps the plan was made from
  Plan plan;
};

/// What came of a task.
struct Made {
  archive::Step step{};
  bool given_up = false;                   ///< stop was requested; nothing of it counts
  std::optional<Error> broken{};           ///< the run cannot go on
  std::optional<std::string> difference{}; ///< replay: where it differs from the record
};

/// The first step among the first `seen` with this digest, if any. Called from several threads.
using Known = std::function<std::optional<std::uint64_t>(const std::string& digest, std::uint64_t seen)>;

/// Thread-safe.
class StepMaker {
public:
  /// `fallback`: a proposer that is not available fails its step instead of breaking the run.
  StepMaker(Evaluator& evaluator, ChatLog& chats, Known known, bool fallback)
      : evaluator_(evaluator), chats_(chats), known_(std::move(known)), fallback_(fallback) {}

  Made make(const Task& task, std::stop_token stop);

  /// Makes a recorded step again: proposes anew, verifies anew if asked, and takes the rest from the record.
  Made remake(const Task& task, archive::Step recorded, bool verify, std::stop_token stop);

private:
  bool propose(const Task& task, StepContext& context, Made& made);
  bool verify(StepContext& context, Made& made);
  bool measure(StepContext& context, Made& made);

  Evaluator& evaluator_;
  ChatLog& chats_;
  Known known_;
  bool fallback_;
  std::mutex measuring_; ///< measurements disturb each other
};

} // namespace mapwright::loop
