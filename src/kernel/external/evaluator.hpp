// A candidate asked about at an evaluator: a command of the user's own that builds, checks and times it, here or on
// another machine (docs/kernel-external.md).
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/external/evaluation.hpp"
#include "kernel/external/user_command.hpp"

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::kernel {

/// A candidate with values for its tunables.
struct Subject {
  std::string name;
  KernelCandidate candidate;
  Tuning tuning;
};

/// The candidate's source as an evaluator gets it: its tunables defined as macros on top, the lines behind them
/// numbered as in the file.
std::string tuned_source(const Subject& subject);

/// The question about a candidate, as standard input has it: JSON.
std::string question_text(const Task& task, const Subject& subject, std::span<const Shape> shapes,
                          const std::string& candidate_file);

class Evaluator {
public:
  /// `rule` limits one evaluation. `stop` ends the one that runs.
  Evaluator(UserCommand command, RunRule rule, std::stop_token stop = {})
      : command_(std::move(command)), rule_(std::move(rule)), stop_(std::move(stop)) {}

  /// The same, of which the evaluation that runs is ended by `stop`.
  [[nodiscard]] Evaluator until(std::stop_token stop) const { return {command_, rule_, std::move(stop)}; }

  /// As the user wrote it.
  [[nodiscard]] const std::string& text() const { return command_.text; }

  /// Runs the command. In its words {candidate} stands for the file with the candidate's source and {tuning} for one
  /// with the values of its tunables as JSON; both are gone afterwards. Its standard input is question_text. A time
  /// that is over is a verdict about the candidate; any other end but exit code 0 is a machine error, a reply that
  /// cannot be read an input error, a requested stop an error of kind answer_no.
  [[nodiscard]] Result<Evaluation> evaluate(const Task& task, const Subject& subject,
                                            std::span<const Shape> shapes) const;

private:
  UserCommand command_;
  RunRule rule_;
  std::stop_token stop_;
};

} // namespace mapwright::kernel
