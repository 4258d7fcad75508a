// Language models as proposers of index maps: in-context learning from the first points.
//
// A model is shown the points (and the domain, where that is known), answers with one candidate, and is told the first
// index at which it is wrong. Attempts build on the best one so far.
#pragma once

#include "index_map/learn/sought.hpp"
#include "llm/chat.hpp"
#include "loop/problem.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::index_map::learn {

struct ModelOptions {
  std::uint64_t tries = 8; ///< attempts of all models together
};

/// Of several models a bandit chooses, by the share of points that were right and by tokens. `sought` must outlive it.
/// REQUIRES: at least one model.
std::unique_ptr<loop::Proposer> make_model_proposer(const Sought& sought, std::vector<loop::Model> models,
                                                    const ModelOptions& options);

/// The question a model is asked first.
llm::Request first_question(const Sought& sought);

/// "model:NAME": the proposer's name in archives.
std::string proposer_name(const loop::Model& model);

} // namespace mapwright::index_map::learn
