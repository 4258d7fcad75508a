// The products of matrices under the runtime's default mapping and the expert's, simulated on nodes as Lassen's at the
// published sizes; a row for each algorithm and number of nodes, as a table in Markdown. docs/benchmarks.md compares
// the ratios with the published ones.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
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
                 const std::string& text, double flops) {
  const auto made = mapper::elaborate({text, "mapper"}, application.program, graph, machine);
  if (!made) {
    return {0, made.error().message};
  }
  const auto run = mapper::Simulator(application.program, graph, machine).run(made->plan);
  if (!run) {
    return {0, run.error().message};
  }
  if (run->status != mapper::SimulationStatus::done) {
    return {0, run->out_of_memory->message};
  }
  return {flops / run->makespan / 1e9 / machine.description().nodes};
}

/// The text without the lines that give tasks a mapping function: tasks then go where a runtime puts them.
std::string without_maps(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("IndexTaskMap") && !line.starts_with("SingleTaskMap")) {
      kept += line + '\n';
    }
  }
  return kept;
}

/// The rate as a part of the expert's.
std::string ratio(const Outcome& outcome, const Outcome& expert) {
  return outcome.rate == 0 ? "OOM" : expert.rate == 0 ? "runs" : fmt::format("{:.2f}", outcome.rate / expert.rate);
}

int print_table() {
  fmt::print("| algorithm | nodes | n | expert, GFLOP/s per node | without maps : expert | default : expert | tasks | "
             "expanded in s |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
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
      const double flops = 2 * std::pow(static_cast<double>(n), 3);
      const std::string& text = *application->mapper("expert");
      const Outcome expert = simulate(*application, *graph, *machine, text, flops);
      const Outcome unmapped = simulate(*application, *graph, *machine, without_maps(text), flops);
      const Outcome plain = simulate(*application, *graph, *machine, *application->mapper("default"), flops);
      fmt::print("| {} | {} | {} | {} | {} | {} | {} | {:.3f} |\n", name, nodes, n,
                 expert.rate == 0 ? "OOM" : fmt::format("{:.0f}", expert.rate), ratio(unmapped, expert),
                 ratio(plain, expert), graph->tasks.size(), made_in);
      for (const auto& [who, outcome] :
           {std::pair("expert", &expert), std::pair("without maps", &unmapped), std::pair("default", &plain)}) {
        if (!outcome->trouble.empty()) {
          fmt::print(stderr, "{} on {} nodes, {}: {}\n", name, nodes, who, outcome->trouble);
        }
      }
    }
  }
  return 0;
}

} // namespace
} // namespace mapwright

int main() {
  return mapwright::print_table();
}
