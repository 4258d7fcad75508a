// What an archive costs: steps appended per second to a small archive and to one of a million steps, side by side, with
// both durabilities; exchanges appended; steps read; opening. Usage: bench_archive [STEPS] [DIRECTORY]
#include "archive/archive.hpp"

#include "core/digest.hpp"
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
using namespace mapwright::archive;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_of(const auto& work) {
  const auto began = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// A measured step: a program of half a kilobyte that no other step has, a parent, a verdict, 20 samples.
Step step_of(std::uint64_t run, std::uint64_t number) {
  Step step;
  step.number = number;
  step.proposer = "rules";
  step.random = number * 0x9E3779B97F4A7C15U;
  if (number > 0) {
    step.parents = {{number - 1, "base"}};
  }
  const std::string content = fmt::format("// {} of {}\n{}", number, run, std::string(500, 'c'));
  step.candidate = Candidate{sha256_hex(content), "c++", content, {{"rationale", "unroll once more"}}};
  step.verdict = Verdict{"verified", true, {{"checked", 1000}, {"largest_error", 1e-7}}};
  step.samples = {
      {"time", "s", "wall clock, paired", std::vector<double>(20, 1e-3 + 1e-9 * static_cast<double>(number))}};
  step.score = 1e-3;
  step.used = {1, Seconds(0.25), 0, 0, Joules(12.5)};
  step.committed = Seconds(static_cast<double>(number));
  return step;
}

/// One archive being written.
class Writer {
public:
  Writer(const fs::path& file, Durability durability)
      : archive_(checked(Archive::open(file, Access::create, durability))), journal_(checked(archive_.begin(run()))) {}

  void append(std::uint64_t count) {
    for (; count > 0; --count) {
      checked(journal_.append(step_of(journal_.run().value(), next_++)));
    }
  }

  void append_exchanges(std::uint64_t count) {
    Exchange exchange;
    exchange.provider = "openai";
    exchange.model = "model";
    exchange.digest = std::string(64, 'd');
    exchange.request = {{"prompt", std::string(4000, 'p')}};
    exchange.outcome = "reply";
    exchange.reply = {{"text", std::string(2000, 'r')}};
    for (; count > 0; --count) {
      exchange.step = next_;
      checked(journal_.append(exchange));
    }
  }

  std::uint64_t read() {
    std::uint64_t values = 0;
    checked(archive_.for_each_step(journal_.run(), [&](Step&& step) -> Result<void> {
      values += step.samples.front().values.size();
      return {};
    }));
    return values;
  }

private:
  static Run run() {
    Run run;
    run.kind = "study";
    run.title = "bench";
    return run;
  }
  Archive archive_;
  Journal journal_;
  std::uint64_t next_ = 0;
};

/// Batches to a small archive and to the large one in alternation: medians of the rates and of their ratio.
void compare(const std::string& name, Writer& small, Writer& large, std::uint64_t batch, int rounds) {
  small.append(batch);
  large.append(batch);
  std::vector<double> small_rates;
  std::vector<double> large_rates;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const double small_time = seconds_of([&] { small.append(batch); });
    const double large_time = seconds_of([&] { large.append(batch); });
    small_rates.push_back(static_cast<double>(batch) / small_time);
    large_rates.push_back(static_cast<double>(batch) / large_time);
    ratios.push_back(large_time / small_time);
  }
  fmt::print("{}: {:.0f} steps/s to a small archive, {:.0f} to the large one; time ratio {:.2f}\n", name,
             median(small_rates), median(large_rates), median(ratios));
}

void measure(std::uint64_t steps, const fs::path& directory) {
  constexpr std::uint64_t batch = 1000;
  {
    Writer large(directory / "large", Durability::process);
    const double filling = seconds_of([&] { large.append(steps); });
    fmt::print("filled with {} steps: {:.0f} steps/s\n", steps, static_cast<double>(steps) / filling);
    Writer small(directory / "small", Durability::process);
    compare("process", small, large, batch, 31);
    const double exchanging = seconds_of([&] { large.append_exchanges(batch); });
    fmt::print("exchanges of 6 kB: {:.0f} exchanges/s\n", static_cast<double>(batch) / exchanging);
    std::uint64_t values = 0;
    const double reading = seconds_of([&] { values = large.read(); });
    fmt::print("read: {:.0f} steps/s, {} samples\n", static_cast<double>(values) / 20 / reading, values);
  }
  {
    Writer large(directory / "large", Durability::power);
    Writer small(directory / "small", Durability::power);
    compare("power", small, large, batch / 10, 9);
  }
  for (const char* name : {"small", "large"}) {
    const double opening = seconds_of([&] { checked(Archive::open(directory / name, Access::read)); });
    fmt::print("opened {}, {:.1f} MB: {:.1f} ms\n", name, 1e-6 * static_cast<double>(fs::file_size(directory / name)),
               1e3 * opening);
  }
}

} // namespace

int main(int argc, char** argv) {
  try {
    const std::uint64_t steps = argc > 1 ? std::stoull(argv[1]) : 1'000'000;
    const fs::path directory =
        fs::path(argc > 2 ? argv[2] : fs::temp_directory_path().c_str()) / "mapwright-bench-archive";
    fs::remove_all(directory);
    fs::create_directories(directory);
    measure(steps, directory);
    fs::remove_all(directory);
    return 0;
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 4;
  }
}
