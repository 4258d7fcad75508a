// What the loop costs besides proposing and evaluating: seconds per step of a run whose proposals and evaluations are
// free, one at a time and several at once, and steps per second of its replay. Usage: bench_loop [STEPS] [DIRECTORY]
#include "loop/flow.hpp"
#include "loop/proposer.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace mapwright;
using bench::checked;
namespace fs = std::filesystem;

constexpr int repeats = 5;

double seconds_of(const auto& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Proposes a text of half a kilobyte per step.
class Free : public loop::Proposer {
public:
  explicit Free(std::uint64_t steps) : steps_(steps) {}
  std::optional<loop::Plan> plan(std::uint64_t step, measure::Random&) override {
    if (step == steps_) {
      return std::nullopt;
    }
    return loop::Plan{
        "free",
        [step](loop::StepContext&) -> loop::Attempt {
          return loop::Proposal{loop::make_candidate("text", fmt::format("{} {}", step, std::string(500, 'c'))), {}};
        },
        {},
        {}};
  }
  void observe(const archive::Step&) override {}

private:
  std::uint64_t steps_;
};

class Nothing : public loop::Evaluator {
public:
  Result<archive::Verdict> verify(const archive::Candidate&, loop::StepContext&) override {
    return archive::Verdict{"verified", true, {{"checked", 1}}};
  }
  Result<loop::Measured> measure(const archive::Candidate&, const archive::Verdict&, loop::StepContext&) override {
    return loop::Measured{{archive::Samples{"time", "s", "none", std::vector<double>(20, 1.0)}}, 1.0};
  }
  [[nodiscard]] bool reaches_goal(const archive::Step&) const override { return false; }
};

void run_and_replay(const fs::path& directory, std::uint64_t steps, unsigned parallel) {
  std::vector<double> per_step;
  std::vector<double> per_second;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const fs::path file = directory / fmt::format("loop-{}-{}.db", parallel, repeat);
    auto archive = checked(archive::Archive::open(file, archive::Access::create));
    archive::Run record;
    record.kind = "bench";
    record.options = nlohmann::json::object();
    auto journal = checked(archive.begin(record));
    loop::FlowOptions options;
    options.parallel = parallel;
    Free proposer(steps);
    Nothing evaluator;
    per_step.push_back(seconds_of([&] { checked(loop::run(proposer, evaluator, options, {}, {}, journal, {}, {})); }) /
                       static_cast<double>(steps));
    Free again(steps);
    per_second.push_back(static_cast<double>(steps) / seconds_of([&] {
                           auto past = checked(loop::Past::of(archive, journal.run()));
                           const auto replayed = checked(loop::replay(again, evaluator, options, std::move(past), {},
                                                                      std::nullopt, false, {}, {}));
                           if (replayed.difference || replayed.steps != steps) {
                             throw std::runtime_error("the replay differs");
                           }
                         }));
  }
  std::cout << fmt::format("parallel {}: {:.3f} ms per step (median of {}), replay {:.0f} steps/s\n", parallel,
                           1e3 * median(per_step), repeats, median(per_second));
}

} // namespace

int main(int argc, char** argv) {
  const std::uint64_t steps = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  std::string pattern =
      ((argc > 2 ? fs::path(argv[2]) : fs::temp_directory_path()) / "mapwright-bench-XXXXXX").string();
  const fs::path directory = mkdtemp(pattern.data());
  for (const unsigned parallel : {1U, 2U, 8U}) {
    run_and_replay(directory, steps, parallel);
  }
  fs::remove_all(directory);
}
