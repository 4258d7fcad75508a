// How often the judge calls one of two equal kernels the faster one, beside a busy neighbour: the shipped GEMM in C++
// is raced against itself, again and again, each time by a new race, while a process of this program's own works on
// another core. Every second comparison counts what the neighbour disturbed, as --no-contention-check does. Ends after
// SECONDS if that is earlier. Usage: bench_kernel_false_verdicts PATH_OF_MAPWRIGHT [COMPARISONS] [SECONDS]
#include "kernel/judge/race.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace mapwright;
using bench::checked;
using namespace mapwright::kernel;

/// A process that computes and moves memory, with pauses, for as long as this object lives.
class BusyNeighbour {
public:
  BusyNeighbour() : pid_(fork()) {
    if (pid_ < 0) {
      throw std::runtime_error("cannot start the neighbour");
    }
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      work();
    }
  }
  BusyNeighbour(const BusyNeighbour&) = delete;
  BusyNeighbour& operator=(const BusyNeighbour&) = delete;
  ~BusyNeighbour() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

private:
  [[noreturn]] static void work() {
    std::vector<std::uint64_t> memory(std::size_t{4} << 20U);
    for (std::uint64_t round = 1;; ++round) {
      for (std::uint64_t& word : memory) {
        word = word * 6364136223846793005U + round;
      }
      if (memory[round % memory.size()] % 4 == 0) {
        usleep(static_cast<useconds_t>(memory[0] % 20'000));
      }
    }
  }

  pid_t pid_;
};

/// Asks the reference once for each input: races here draw the same ones, and its process would take most of the time.
class Remembering final : public Reference {
public:
  explicit Remembering(Reference& reference) : reference_(reference) {}

  Result<Expectation> compute(const Inputs& inputs) override {
    const auto known = known_.find(inputs.values);
    if (known != known_.end()) {
      return known->second;
    }
    auto expected = reference_.compute(inputs);
    if (!expected) {
      return expected;
    }
    return known_.emplace(inputs.values, *std::move(expected)).first->second;
  }

private:
  Reference& reference_;
  std::map<std::vector<Elements>, Expectation> known_{};
};

/// What came of the comparisons of one kind.
struct Tally {
  std::map<SpeedVerdict, int> verdicts{};
  std::vector<double> pairs{};
  std::vector<double> widths{};

  void add(const RaceResult& result) {
    const measure::Comparison& comparison = result.shapes.front().comparison;
    ++verdicts[result.verdict];
    pairs.push_back(comparison.pairs);
    widths.push_back(comparison.ratio_interval.width());
  }

  void report(const std::string& name) {
    if (pairs.empty()) {
      return;
    }
    std::sort(pairs.begin(), pairs.end());
    std::sort(widths.begin(), widths.end());
    std::cout << fmt::format("{}: {} comparisons, median of {} pairs and of the interval's width {:.3f}\n", name,
                             pairs.size(), pairs[pairs.size() / 2], widths[widths.size() / 2]);
    for (const auto& [verdict, count] : verdicts) {
      std::cout << fmt::format("  {:8} {:5}\n", to_string(verdict), count);
    }
  }
};

void compare(const RunnerSettings& settings, int comparisons, Seconds limit) {
  const BusyNeighbour neighbour; // first, while this process has one thread
  Task task = checked(read_task(checked(find_task("gemm"))));
  task.shapes = {{Use::benchmark, {112, 112, 112}}};
  const auto reference = checked(compile_reference(task, settings.least));
  const KernelCandidate kernel = checked(read_candidate(task, task.starts.at(Backend::cpp)));
  const BuildResult one = checked(build(task, kernel, preset(kernel), settings));
  const BuildResult other = checked(build(task, kernel, preset(kernel), settings));
  if (!one.runner || !other.runner) {
    throw std::runtime_error(one.log + other.log);
  }
  Remembering remembering(*reference);
  Cases cases(task, remembering, fresh_secret());
  measure::SteadyClock clock;
  RaceRule rule;
  rule.stop.max_pairs = 60;
  rule.stop.time_cap = Seconds(5);
  std::array<Tally, 2> tallies;
  const Seconds begun = clock.now();
  for (int i = 0; i < comparisons && clock.now() - begun < limit; ++i) {
    rule.seed = fresh_secret();
    rule.timing.keep_disturbed = i % 2 == 1;
    const std::array challengers{Racer{"other", other.runner.get()}};
    const auto raced =
        checked(race(cases, {"one", one.runner.get()}, challengers, Use::benchmark, clock, nullptr, rule));
    const RaceResult& result = raced.front();
    if (result.flaw) {
      throw std::runtime_error(result.flaw->evidence);
    }
    tallies[rule.timing.keep_disturbed ? 1 : 0].add(result);
    if (result.verdict == SpeedVerdict::faster || result.verdict == SpeedVerdict::slower) {
      const measure::Comparison& comparison = result.shapes.front().comparison;
      std::cout << fmt::format("{} in [{:.4f}, {:.4f}], {} pairs, {} dropped\n", to_string(result.verdict),
                               comparison.ratio_interval.low, comparison.ratio_interval.high, comparison.pairs,
                               comparison.dropped)
                << std::flush;
    }
  }
  std::cout << fmt::format("{:.0f} s\n", (clock.now() - begun).count());
  tallies[0].report("disturbed pairs dropped");
  tallies[1].report("disturbed pairs counted");
}

} // namespace

int main(int argc, char** argv) {
  try {
    RunnerSettings settings;
    settings.worker = argc > 1 ? argv[1] : "";
    settings.least = sandbox::Level::seccomp;
    settings.threads = 1; // the other core is the neighbour's
    compare(settings, argc > 2 ? std::atoi(argv[2]) : 1000, Seconds(argc > 3 ? std::atof(argv[3]) : 600));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
