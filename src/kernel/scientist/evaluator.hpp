// The scientist's evaluator: verifies, tunes and races versions, and confirms champions.
#pragma once

#include "kernel/scientist/arbiter.hpp"
#include "kernel/scientist/version.hpp"
#include "loop/evaluator.hpp"

#include <cstdint>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

/// A step that confirms: `version` against `start`.
nlohmann::json confirmation_content(std::uint64_t version, std::uint64_t start, const std::string& why);

/// Evaluates steps of a run (generation.hpp makes them). The notes of an experiment say against which base it is raced
/// and how many configurations of it may be timed: those of tunables that were not searched on the way to its base, or,
/// when its plan is about tuning, of all. What is passed must outlive the evaluator; `population` must hold the base of
/// every version that is measured. A starting kernel that is not right is an input error.
std::unique_ptr<loop::Evaluator> make_evaluator(const Task& task, Backend backend, const Population& population,
                                                Arbiter& arbiter, LaunchList launches = LaunchList::required);

/// The score of a version: that of its base times the measured ratio. Only a FASTER one is below its base's.
double score_of(double base_score, const Measurement& measured);

} // namespace mapwright::kernel::scientist
