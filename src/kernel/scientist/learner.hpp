// What the committed steps of a run teach: the ledger and the findings, brought up to date step by step.
#pragma once

#include "kernel/scientist/findings.hpp"
#include "kernel/scientist/ledger.hpp"
#include "kernel/scientist/version.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

class Learner {
public:
  /// For a run on this task, back end and device that knows these findings from elsewhere.
  Learner(std::string task, Backend backend, std::string device, const std::vector<Finding>& elsewhere);

  /// A step was committed, which `population` already holds.
  void observe(const archive::Step& step, const Population& population);

  [[nodiscard]] const Ledger& ledger() const { return ledger_; }
  [[nodiscard]] const Findings& findings() const { return findings_; }

private:
  Ledger ledger_{};
  Findings findings_;
};

} // namespace mapwright::kernel::scientist
