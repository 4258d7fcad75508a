// Which model to ask, as a function of what came of asking before: for choices that a resumed or replayed run must make
// again although nothing but the past outcomes is kept.
#pragma once

#include "llm/bandit.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::llm {

/// What came of asking a model.
struct Outcome {
  std::string model;
  double reward = 0; ///< in [0, 1]
  double cost = 0;   ///< not negative, in one unit for all
};

/// The index of the model for question `place` (from 0) of those that are asked at once, when `past` is known: that of
/// a Bandit that learnt `past` and already gave the places before. Outcomes of other models are passed over. The number
/// of outcomes decides the draws: the same past gives the same choices. REQUIRES: at least one model.
std::size_t choose_model(const std::vector<std::string>& models, std::span<const Outcome> past, std::size_t place,
                         const BanditOptions& options = {});

} // namespace mapwright::llm
