// What the next question to a model is about: bandits learn which part to revise, how much to tell, whom to ask.
#pragma once

#include "llm/bandit.hpp"
#include "mapper/agent/parts.hpp"
#include "mapper/guidance/level.hpp"
#include "measure/random.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// One choice of each.
struct QuestionArms {
  std::size_t part = 0; ///< in the parts the choice was made from
  std::size_t level = 0;
  std::size_t model = 0;
};

/// Three bandits that share rewards. Choices depend on what was learnt, on what is under way and on the draws alone.
class ArmChoice {
public:
  /// REQUIRES: at least one of each; `parts` is one entry for whole mappers.
  ArmChoice(const std::vector<std::string>& parts, const std::vector<GuidanceLevel>& levels,
            const std::vector<std::string>& models);

  /// The arms of this step. A model that is not available is passed over; nothing when none is left.
  std::optional<QuestionArms> choose(std::uint64_t step, measure::Random& random);
  /// What came of the step: a reward in [0, 1] and the tokens it took. A step that was not planned here is ignored.
  void learn(std::uint64_t step, double reward, double tokens);
  /// The model of this step cannot be reached; nothing is learnt.
  void lose_model(std::uint64_t step);
  [[nodiscard]] bool planned(std::uint64_t step) const { return under_way_.contains(step); }
  [[nodiscard]] bool any_under_way() const { return !under_way_.empty(); }

private:
  llm::Bandit parts_;
  llm::Bandit levels_;
  llm::Bandit models_;
  std::vector<bool> available_;
  std::map<std::uint64_t, QuestionArms> under_way_;
};

} // namespace mapwright::mapper
