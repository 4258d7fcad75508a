// What tuning a kernel found, for people and for programs.
#pragma once

#include "kernel/tune/energy_race.hpp"
#include "kernel/tune/front.hpp"
#include "report/external_report.hpp"
#include "report/kernel_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

struct TuneReport {
  std::string task;
  std::string file;
  kernel::Backend backend = kernel::Backend::cpp;
  std::string strategy;
  std::vector<std::string> objectives{"time"};  ///< in the order of the scores: "time" in seconds, "energy" in joules
  std::size_t space = 0;                        ///< configurations there are
  std::vector<kernel::Tuning> configurations{}; ///< of the trials, in order
  kernel::TunedFront found{};
  kernel::Tuning preset{};
  std::optional<kernel::Tuning> best{};        ///< what the race, or without one the search, found best
  std::optional<std::size_t> winner{};         ///< its place among those that were raced
  std::optional<KernelBenchReport> race{};     ///< finalists against presets on benchmark shapes; none when simulated
  std::optional<KernelBenchReport> held_out{}; ///< the winner on shapes that the search has not seen
  std::vector<kernel::EnergyResult> energy{};  ///< of the finalists, in the order of `race`
  std::string meter{};                         ///< what measured it
  bool simulated = false;
  std::string evaluator{};                            ///< the command that evaluated; empty: the judge did
  std::optional<ExternalBenchReport> external_race{}; ///< best against preset, by the evaluator
  std::optional<ExternalBenchReport> external_held_out{};
};

/// Whether the winner is to replace the presets: better in the first objective beyond doubt, and on the held-out shapes
/// valid and, where time is that objective, not slower.
bool promoted(const TuneReport& report);

/// By how much the winner's speed-up is smaller on the held-out shapes: the quotient of the ratios; 1: not at all.
/// Nothing without both.
std::optional<double> generalisation_gap(const TuneReport& report);

Json to_json(const TuneReport& report);
std::string to_text(const TuneReport& report);

} // namespace mapwright::report
