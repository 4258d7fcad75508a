// What tuning a kernel found, for people and for programs.
#pragma once

#include "kernel/tune/tune.hpp"
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
  std::size_t space = 0;                        ///< configurations there are
  std::vector<kernel::Tuning> configurations{}; ///< of the trials, in order
  kernel::Tuned found{};
  kernel::Tuning preset{};
  std::optional<kernel::Tuning> best{};
  std::optional<KernelBenchReport> race{};     ///< best against preset on benchmark shapes; none when simulated
  std::optional<KernelBenchReport> held_out{}; ///< on shapes that the search has not seen
  bool simulated = false;
  std::string evaluator{};                            ///< the command that evaluated; empty: the judge did
  std::optional<ExternalBenchReport> external_race{}; ///< best against preset, by the evaluator
  std::optional<ExternalBenchReport> external_held_out{};
};

Json to_json(const TuneReport& report);
std::string to_text(const TuneReport& report);

} // namespace mapwright::report
