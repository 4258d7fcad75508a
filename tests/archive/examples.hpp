// Records to write, and a directory for archives.
#pragma once

#include "archive/archive.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <stdlib.h>

namespace mapwright::archive {

/// A directory that is removed at the end.
class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "archive-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void overwrite(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline Run example_run() {
  Run run;
  run.kind = "kernel";
  run.title = "matrix product, 1024";
  run.problem = "[problem]\nkind = \"kernel\"\n";
  run.file = "product.toml";
  run.directory = "/home/somebody/problems";
  run.options = {{"budget", {{"seconds", 60.5}}}, {"proposer", "rules"}};
  run.seed = 0xFEDCBA9876543210U;
  run.version = "0.1.0";
  run.machine = "2 cores";
  run.begun = "2026-11-21T12:00:00Z";
  return run;
}

inline Candidate example_candidate(std::uint64_t number) {
  return {fmt::format("{:064x}", number),
          "c++",
          fmt::format("int answer() {{ return {}; }}\n", number),
          {{"rationale", "try another number"}}};
}

/// A measured step whose parent is the step before it.
inline Step example_step(std::uint64_t number) {
  Step step;
  step.number = number;
  step.proposer = "rules";
  step.random = 0x9E3779B97F4A7C15U * (number + 1);
  if (number > 0) {
    step.parents = {{number - 1, "base"}, {0, "reference"}};
  }
  step.candidate = example_candidate(number);
  step.verdict = Verdict{"verified", true, {{"checked", 100}, {"largest_error", 1e-7}}};
  std::vector<double> times;
  for (int i = 0; i < 20; ++i) {
    times.push_back(1e-3 * (1 + 0.01 * static_cast<double>((number * 7 + static_cast<std::uint64_t>(i) * 13) % 17)));
  }
  step.samples = {{"time", "s", "wall clock, paired", times}};
  step.score = 1e-3;
  step.used = {1, Seconds(0.25), 1200, 0.004, Joules(12.5)};
  step.committed = Seconds(0.5 * static_cast<double>(number));
  return step;
}

inline Exchange example_exchange(std::uint64_t step) {
  Exchange exchange;
  exchange.step = step;
  exchange.provider = "openai";
  exchange.model = "some-model";
  exchange.digest = std::string(64, 'e');
  exchange.request = {{"messages", {{{"role", "user"}, {"content", "Make it faster."}}}}};
  exchange.outcome = "reply";
  exchange.reply = {{"text", "```cpp\nint answer() { return 42; }\n```"}};
  exchange.used = {0, Seconds(2), 321, 0.001, Joules(3)};
  exchange.fixture = true;
  return exchange;
}

inline Finding example_finding() {
  return {"Unrolling by 4 helps.", {0, 1}, {{"effect", 1.25}, {"interval", {1.2, 1.3}}}};
}

inline RunEnd example_end() {
  return {{{"kind", "solved"}, {"steps", 2}}, "2026-11-21T12:01:00Z"};
}

inline std::vector<Step> all_steps(Archive& archive, RunId run) {
  std::vector<Step> steps;
  const auto read = archive.for_each_step(run, [&](Step&& step) -> Result<void> {
    steps.push_back(std::move(step));
    return {};
  });
  return read ? steps : std::vector<Step>{};
}

} // namespace mapwright::archive
