// What the designer hands on: avenues, experiment plans, and which of them run.
//
// The form is that of the GPU Kernel Scientist (Andrews and Witteveen, arXiv 2506.20807): ten avenues, five plans of
// which three run.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "kernel/rewrite/examination.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

inline constexpr std::size_t avenue_count = 10;
inline constexpr std::size_t plan_count = 5;
inline constexpr std::size_t run_count = 3;

/// A direction in which the base could be improved.
struct Avenue {
  std::string title; ///< a few words
  AvenueKind kind = AvenueKind::memory;
  std::string why; ///< one sentence
  friend bool operator==(const Avenue&, const Avenue&) = default;
};

/// One experiment to be made.
struct ExperimentPlan {
  std::string name; ///< of the catalogue's experiment, or the designer's own; a few words
  AvenueKind kind = AvenueKind::memory;
  std::string description;           ///< what is to be done and why, for the writer
  std::vector<std::string> rubric{}; ///< the changes the source must show, a sentence each
  Interval gain{1, 1};               ///< predicted time before / time after
  int innovation = 0;                ///< 0-100
  std::string site{};                ///< of a catalogue experiment: Variant::site; else empty
  std::vector<std::string> cites{};  ///< findings ("F3") and documents ("device.md") it rests on
  friend bool operator==(const ExperimentPlan&, const ExperimentPlan&) = default;
};

/// What the designer answers.
struct Design {
  std::vector<Avenue> avenues{};
  std::vector<ExperimentPlan> plans{};
  std::vector<std::size_t> chosen{}; ///< indices of plans, in the order in which they run
  std::string by{};                  ///< who of several designed it; empty: the designer itself
};

/// Which plans run: the most innovative; of the others that with the highest predicted maximum; of the rest that with
/// the highest minimum. Of equals the first. Fewer when there are fewer plans.
std::vector<std::size_t> choose_three(const std::vector<ExperimentPlan>& plans);

nlohmann::json to_json(const ExperimentPlan& plan);
nlohmann::json to_json(const Avenue& avenue);
nlohmann::json to_json(const Design& design);
/// The inverse. Input error saying what is missing or of the wrong type.
Result<ExperimentPlan> plan_from_json(const nlohmann::json& json);
Result<Avenue> avenue_from_json(const nlohmann::json& json);
Result<Design> design_from_json(const nlohmann::json& json);

} // namespace mapwright::kernel::scientist
