// What the committed steps of a run teach: the ledger and the findings, brought up to date step by step.
#pragma once

#include "kernel/scientist/findings.hpp"
#include "kernel/scientist/ledger.hpp"
#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <map>
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
  /// Who made a design, and what it took.
  struct Designed {
    std::string selector;
    std::string designer;
    double tokens = 0; ///< for each of its experiments
  };
  void observe_design(const archive::Step& step);
  void observe_payoff(const archive::Step& step, const Version& version);

  std::map<std::uint64_t, Designed> designs_{}; ///< by step
  Ledger ledger_{};
  Findings findings_;
};

} // namespace mapwright::kernel::scientist
