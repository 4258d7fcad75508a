// Shipped kernels and what the catalogue makes of them.
#pragma once

#include "kernel/judge/runner_case.hpp"
#include "kernel/rewrite/examination.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace mapwright::kernel::testing {

inline std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tasks")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A shipped task that tells no more than it must.
inline Task shipped_task(const std::string& name) {
  Result<Task> task = read_task(test::source_dir() / "tasks" / name);
  EXPECT_TRUE(task) << task.error().format();
  return task ? std::move(*task) : Task{};
}

/// The kernel that the task comes with.
inline KernelCandidate start_of(const Task& task, Backend backend) {
  Result<KernelCandidate> start = read_candidate(task, task.starts.at(backend));
  EXPECT_TRUE(start) << start.error().format();
  return start ? std::move(*start) : KernelCandidate{};
}

/// What can be done with a source.
inline std::vector<Variant> variants_of(const Task& task, Backend backend, const std::string& source) {
  const Result<Examination> examined = examine(task, backend, source, settings_here());
  EXPECT_TRUE(examined) << examined.error().format();
  EXPECT_TRUE(!examined || examined->trouble.empty()) << examined->trouble;
  return examined ? examined->variants : std::vector<Variant>{};
}

/// The first variant of an experiment whose site contains the text.
inline Variant variant_of(const Task& task, Backend backend, const std::string& source, const std::string& experiment,
                          const std::string& site = "") {
  for (const Variant& variant : variants_of(task, backend, source)) {
    if (variant.experiment == experiment && variant.site.find(site) != std::string::npos) {
      return variant;
    }
  }
  ADD_FAILURE() << experiment << " does not fit " << task.name << " at '" << site << "'";
  return {};
}

} // namespace mapwright::kernel::testing
