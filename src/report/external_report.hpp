// What an evaluator of the user's own said about candidates, for people and for programs.
#pragma once

#include "kernel/external/evaluator_race.hpp"
#include "report/json.hpp"

#include <string>
#include <vector>

namespace mapwright::report {

/// A race by an evaluator with what is needed to know whose word it is.
struct ExternalBenchReport {
  std::string task;
  std::string baseline;
  std::string evaluator; ///< the command
  kernel::Use use = kernel::Use::benchmark;
  std::vector<std::string> shapes{}; ///< that were asked for, as text
  kernel::EvaluatorRace race{};
  double confidence = 0;
  double equivalence = 0;
};

Json to_json(const ExternalBenchReport& report);
std::string to_text(const ExternalBenchReport& report);

/// "by 'CMD'; the judge has not checked it".
std::string external_note(const std::string& evaluator);

} // namespace mapwright::report
