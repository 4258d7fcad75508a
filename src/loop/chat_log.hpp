// The questions of a run to models: written down as soon as they are answered, and answered from the record where a
// resumed or replayed run asks them again.
#pragma once

#include "archive/archive.hpp"
#include "core/budget.hpp"
#include "llm/chat.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::loop {

/// Where a question comes from.
struct Asker {
  std::uint64_t step = 0;
  std::uint64_t ordinal = 0; ///< within the step, from 0
};

/// An answer and what it took; an answer from the record took what it took then.
struct Heard {
  llm::Answer answer;
  Resources used{};
};

/// Thread-safe.
class ChatLog {
public:
  /// `recorded`: what the archive holds of the run. `journal` receives new exchanges and must outlive this; null: a
  /// replay, which asks nobody.
  ChatLog(const std::vector<archive::Exchange>& recorded, archive::Journal* journal);

  /// The recorded answer of this asker to the same question, else the provider's, written down before it is returned.
  /// A recorded failure that may pass (no connection, no right, no quota) is asked again, unless this is a replay.
  /// Errors: the archive could not be written.
  Result<Heard> ask(const Asker& asker, llm::Provider& provider, const llm::Request& request, std::stop_token stop);

private:
  struct Recorded {
    std::string digest;
    nlohmann::json reply;
    Resources used;
  };
  std::optional<Heard> recall(const Asker& asker, const std::string& digest) const;

  std::map<std::pair<std::uint64_t, std::uint64_t>, Recorded> recorded_;
  archive::Journal* journal_;
};

} // namespace mapwright::loop
