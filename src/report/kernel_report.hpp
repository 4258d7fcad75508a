// What the kernel commands found, for people and for programs.
#pragma once

#include "kernel/judge/race.hpp"
#include "kernel/selftest/selftest.hpp"
#include "report/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

/// "TX=8 TY=4"; "-" for none.
std::string tuning_text(const kernel::Tuning& tuning);

/// One candidate that was checked.
struct KernelCheck {
  std::string file;
  kernel::Backend backend = kernel::Backend::cpp;
  kernel::Tuning tuning{};
  kernel::Validity validity{};
  std::string missing{}; ///< why this machine could not check it; then validity means nothing
};

struct KernelCheckReport {
  kernel::Task task;
  std::vector<KernelCheck> checks;
};

Json to_json(const KernelCheckReport& report);
std::string to_text(const KernelCheckReport& report);

/// One back end of one task.
struct KernelSelftest {
  std::string task;
  kernel::Backend backend = kernel::Backend::cpp;
  std::optional<kernel::SelftestReport> result{};
  std::string missing{}; ///< why this machine lacks the back end
};

Json to_json(const std::vector<KernelSelftest>& tests);
std::string to_text(const std::vector<KernelSelftest>& tests);

/// A race with what is needed to believe it.
struct KernelBenchReport {
  std::string task;
  std::string baseline;
  kernel::Use use = kernel::Use::benchmark;
  kernel::CacheState caches = kernel::CacheState::hot;
  double confidence = 0;
  double equivalence = 0;
  bool disturbed_count = false; ///< samples that other work disturbed were not dropped
  std::vector<kernel::RaceResult> results{};
  std::vector<std::string> shapes{}; ///< of the task, as text, in the order of RaceResult::shapes
  sandbox::Level level = sandbox::Level::none;
  std::string machine;
};

Json to_json(const KernelBenchReport& report);
std::string to_text(const KernelBenchReport& report);

/// The shipped tasks.
Json to_json(const std::vector<kernel::Task>& tasks);
std::string to_text(const std::vector<kernel::Task>& tasks);

} // namespace mapwright::report
