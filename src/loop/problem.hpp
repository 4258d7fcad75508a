// What a kind of problem gives the loop: who proposes and who judges.
#pragma once

#include "llm/chat.hpp"
#include "loop/evaluator.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::loop {

/// A model that may propose.
struct Model {
  std::string name; ///< in archives and tables
  std::shared_ptr<llm::Provider> provider;
  std::uint64_t max_output_tokens = 8192;
  double dollars_per_token = 0; ///< the dearer of reading and writing, for reservations; 0: not known
};

/// An opened problem. Its proposer and evaluator live as long as it does.
class Problem {
public:
  virtual ~Problem() = default;
  [[nodiscard]] virtual std::string title() const = 0;
  virtual Proposer& proposer() = 0;
  virtual Evaluator& evaluator() = 0;
  /// What the steps observed so far have shown. For the archive, when a session ends: those of a later session that
  /// have the same "id" in their data take the place of earlier ones.
  [[nodiscard]] virtual std::vector<archive::Finding> findings() const { return {}; }
};

} // namespace mapwright::loop
