// How many evaluations each search strategy needs until it has seen a configuration with 95 % of the speed of the best
// one, on recorded spaces. Usage: bench_tuner_efficiency [FOLDER_OF_SPACES [SEEDS [STRATEGY...]]]
#include "core/digest.hpp"
#include "kernel/task/task.hpp"
#include "kernel/tune/search.hpp"
#include "kernel/tune/t4.hpp"
#include "measure/statistics.hpp"
#include "report/text_table.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace mapwright;
using bench::checked;
using namespace mapwright::kernel;

/// A shipped kernel's space with all its costs.
struct RecordedSpace {
  std::string name;
  TuningSpace space;
  std::vector<std::optional<double>> costs; ///< by configuration
  double good = 0;                          ///< a cost with 95 % of the best one's speed
};

RecordedSpace read_space(const std::filesystem::path& file) {
  const T4Record record = checked(read_t4(file));
  const Task task = checked(read_task(checked(find_task(record.metadata.at("task")))));
  const auto backend = backend_named(record.metadata.at("backend"));
  if (!backend) {
    throw std::runtime_error(file.string() + ": an unknown back end");
  }
  const KernelCandidate kernel = checked(read_candidate(task, task.starts.at(*backend)));
  if (sha256_hex(kernel.source) != record.metadata.at("kernel_sha256")) {
    throw std::runtime_error(file.string() + ": the kernel has changed since this was recorded");
  }
  const std::vector<std::string> time = {"time"};
  RecordedSpace found{task.name, checked(TuningSpace::of(kernel)), {}};
  const KnownScores scores = checked(scores_of(found.space, record.results, time));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < found.space.size(); ++i) {
    const auto score = scores.find(i);
    if (score == scores.end()) {
      throw std::runtime_error(file.string() + ": not all configurations are recorded");
    }
    found.costs.push_back(score->second ? std::optional(score->second->front()) : std::nullopt);
    least = std::min(least, found.costs.back().value_or(least));
  }
  found.good = least / 0.95;
  return found;
}

/// Evaluations until a good configuration was seen.
double needed(const RecordedSpace& recorded, const std::string& strategy, std::uint64_t seed) {
  measure::Random random(seed);
  const auto searcher = checked(make_searcher(strategy, recorded.space));
  std::vector<Trial> trials;
  for (;;) {
    const std::size_t asked = searcher->next(trials, random).value();
    trials.push_back({asked, recorded.costs[asked]});
    if (trials.back().cost && *trials.back().cost <= recorded.good) {
      return static_cast<double>(trials.size());
    }
  }
}

} // namespace

int main(int count, char** arguments) {
  try {
    const std::filesystem::path folder = count > 1 ? arguments[1] : "bench/spaces";
    const std::uint64_t seeds = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 200;
    std::vector<std::string> strategies(arguments + std::min(count, 3), arguments + count);
    if (strategies.empty()) {
      strategies = strategy_names();
      std::erase(strategies, "exhaustive");
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::vector<std::string>> rows;
    std::map<std::string, double> log_ratios;
    for (const auto& file : files) {
      const RecordedSpace recorded = read_space(file);
      const auto good = std::count_if(recorded.costs.begin(), recorded.costs.end(),
                                      [&](const auto& cost) { return cost && *cost <= recorded.good; });
      double of_random = 0;
      for (const std::string& strategy : strategies) {
        std::vector<double> evaluations;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
          evaluations.push_back(needed(recorded, strategy, seed));
        }
        const double median = measure::median(evaluations);
        of_random = strategy == "random" ? median : of_random;
        const double ratio = of_random > 0 ? median / of_random : 0;
        log_ratios[strategy] += std::log(ratio);
        rows.push_back(
            {recorded.name, fmt::format("{} of {}", good, recorded.space.size()), strategy, fmt::format("{:g}", median),
             fmt::format("{:g} - {:g}", measure::quantile(evaluations, 0.25), measure::quantile(evaluations, 0.75)),
             fmt::format("{:.2f}", ratio)});
      }
    }
    for (const std::string& strategy : strategies) {
      rows.push_back({"geometric mean", "", strategy, "", "",
                      fmt::format("{:.2f}", std::exp(log_ratios[strategy] / static_cast<double>(files.size())))});
    }
    std::cout << report::table_text(
        {{"space"}, {"good", true}, {"strategy"}, {"median", true}, {"quartiles"}, {"of random's", true}}, rows);
    return 0;
  } catch (const std::exception& thrown) {
    std::cerr << thrown.what() << '\n';
    return 1;
  }
}
