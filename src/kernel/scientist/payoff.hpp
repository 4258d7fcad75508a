// What came of asking somebody in a role: what those are chosen by who may sit in it.
#pragma once

#include "core/verdict.hpp"
#include "llm/bandit_choice.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::scientist {

enum class Role : std::uint8_t { selector, designer, writer };
/// "selector", "designer" or "writer".
std::string_view to_string(Role role);

/// The reward of an experiment for those who made it, in [0, 1): the share of the base's time that it saves (0.5 for
/// twice as fast) when it is FASTER, else 0. `ratio`: its time / time of the base.
double reward_of(SpeedVerdict verdict, double ratio);

/// All that is known of one of them.
struct RoleStanding {
  Role role = Role::selector;
  std::string who;
  std::uint64_t experiments = 0;
  std::uint64_t paid = 0; ///< experiments that were FASTER
  double reward = 0;      ///< mean
  double tokens = 0;      ///< of all
};

class Payoffs {
public:
  /// An experiment that `who` had this part in.
  void add(Role role, const std::string& who, double reward, double tokens);
  /// Those of one role, in the order of the experiments; the cost is in tokens.
  [[nodiscard]] const std::vector<llm::Outcome>& of(Role role) const;
  /// By role, in the order in which they came up.
  [[nodiscard]] std::vector<RoleStanding> standings() const;

private:
  std::vector<llm::Outcome> selectors_{};
  std::vector<llm::Outcome> designers_{};
  std::vector<llm::Outcome> writers_{};
};

/// Why a step failed, in words that say whose question it was: "the writer model:b: no code in the reply".
std::string blame(Role role, const std::string& who, const std::string& why);
/// Who has this role, in a text of blame(); empty in another.
std::string who_is_blamed(Role role, std::string_view failure);

} // namespace mapwright::kernel::scientist
