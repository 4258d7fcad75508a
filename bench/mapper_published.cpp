// The products of matrices under the expert's mapper, the same without mapping functions or with plain blocks, and the
// default mapper, simulated on nodes as Lassen's at the published sizes; a row for each algorithm and number of nodes,
// as a table in Markdown, what does not run on standard error. docs/benchmarks.md compares the ratios with the
// published ones.
//
// bench_mapper_published [queued]: with the word, data come from where they arrive first behind the copies under way.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace mapwright {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Outcome {
  double rate = 0; ///< GFLOP/s of each node; 0: it did not run to the end
  std::string trouble{};
};

Outcome simulate(const mapper::Application& application, const mapper::TaskGraph& graph, const mapper::Machine& machine,
                 const std::string& text, mapper::SourceChoice sources, double flops) {
  const auto made = mapper::elaborate({text, "mapper"}, application.program, graph, machine);
  if (!made) {
    return {0, made.error().message};
  }
  const auto run = mapper::Simulator(application.program, graph, machine, sources).run(made->plan);
  if (!run) {
    return {0, run.error().message};
  }
  if (run->status != mapper::SimulationStatus::done) {
    return {0, run->out_of_memory->message};
  }
  return {flops / run->makespan / 1e9 / machine.description().nodes};
}

/// The text without its lines that begin with one of the words.
std::string without(const std::string& text, std::initializer_list<std::string_view> words) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (std::none_of(words.begin(), words.end(), [&](std::string_view word) { return line.starts_with(word); })) {
      kept += line + '\n';
    }
  }
  return kept;
}

/// Every launch in blocks over all GPUs: what a runtime does by itself where each GPU has a process of its own.
constexpr std::string_view blocks_over_gpus = R"(
def over_gpus(Task t) {
  m = Machine(GPU).merge(0, 1).greedy_split(0, t.ispace);
  return m[*(t.ipoint * m.size / t.ispace)];
}
IndexTaskMap GPU over_gpus;
)";

/// The rate as a part of the expert's.
std::string ratio(const Outcome& outcome, const Outcome& expert) {
  return outcome.rate == 0 ? "OOM" : expert.rate == 0 ? "runs" : fmt::format("{:.2f}", outcome.rate / expert.rate);
}

int print_table(mapper::SourceChoice sources) {
  fmt::print(
      "| algorithm | nodes | n | expert, GFLOP/s per node | without IndexTaskMap | without SingleTaskMap too | "
      "blocks over GPUs | default | tasks | expanded in s |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- "
      "| --- |\n");
  for (const char* const name : {"cannon", "pumma", "summa", "solomonik", "johnson", "cosma"}) {
    for (const std::int64_t nodes : {1, 2, 4, 8, 16, 32, 64}) {
      const auto n = static_cast<std::int64_t>(20000 * std::sqrt(static_cast<double>(nodes))) / 2 * 2;
      const Clock::time_point begin = Clock::now();
      const auto application = mapper::open_application(fmt::format("{},n={},nodes={}", name, n, nodes));
      const auto machine = mapper::open_machine(fmt::format("lassen,nodes={}", nodes));
      if (!application || !machine) {
        fmt::print(stderr, "{}\n", application ? machine.error().format() : application.error().format());
        return 1;
      }
      const auto graph = mapper::expand(application->program);
      if (!graph) {
        fmt::print(stderr, "{}\n", graph.error().format());
        return 1;
      }
      const double made_in = seconds_since(begin);
      const std::string& text = *application->mapper("expert");
      const auto outcome = [&](const std::string& mapper_text) {
        return simulate(*application, *graph, *machine, mapper_text, sources, 2 * std::pow(static_cast<double>(n), 3));
      };
      const Outcome expert = outcome(text);
      const Outcome unplaced = outcome(without(text, {"IndexTaskMap"}));
      const Outcome unmapped = outcome(without(text, {"IndexTaskMap", "SingleTaskMap"}));
      const Outcome blocks = outcome(without(text, {"IndexTaskMap"}) + std::string(blocks_over_gpus));
      const Outcome plain = outcome(*application->mapper("default"));
      fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.3f} |\n", name, nodes, n,
                 expert.rate == 0 ? "OOM" : fmt::format("{:.0f}", expert.rate), ratio(unplaced, expert),
                 ratio(unmapped, expert), ratio(blocks, expert), ratio(plain, expert), graph->tasks.size(), made_in);
      for (const auto& [who, what] : {std::pair("expert", &expert), std::pair("without IndexTaskMap", &unplaced),
                                      std::pair("without SingleTaskMap too", &unmapped),
                                      std::pair("blocks over GPUs", &blocks), std::pair("default", &plain)}) {
        if (!what->trouble.empty()) {
          fmt::print(stderr, "{} on {} nodes, {}: {}\n", name, nodes, who, what->trouble);
        }
      }
    }
  }
  return 0;
}

} // namespace
} // namespace mapwright

int main(int count, char** arguments) {
  const bool queued = count > 1 && std::string(arguments[1]) == "queued";
  return mapwright::print_table(queued ? mapwright::mapper::SourceChoice::queued_links
                                       : mapwright::mapper::SourceChoice::idle_links);
}
