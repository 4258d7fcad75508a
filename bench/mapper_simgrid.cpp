// The simulator against SimGrid: makespans of the same task graphs on Lassen-like nodes, as a table in Markdown.
//
// bench_mapper_simgrid [queued]: with the word, our copies come from where they arrive first behind those under way.
#include "mapper/machine/read_machine.hpp"
#include "simgrid/compared_graph.hpp"
#include "support/checked.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace mapwright::mapper;

constexpr std::uint64_t megabyte = 1'000'000;

struct ComparedCase {
  std::string text; ///< of the graph
  int nodes = 1;
  ComparedGraph graph;
};

std::vector<ComparedCase> cases_of_the_table() {
  std::vector<ComparedCase> cases;
  for (const int nodes : {1, 2}) {
    const auto gpus = static_cast<std::uint32_t>(4 * nodes);
    const std::vector<std::uint32_t> both{1, gpus - 1};
    cases.push_back({"chain of 24, 1 ms, 100 MB", nodes, chain_graph(gpus, 24, 1e-3, 100 * megabyte)});
    cases.push_back({"ring shift, 10 steps, 1 ms, 10 MB", nodes, halo_graph(gpus, 10, {1}, 1e-3, 10 * megabyte)});
    cases.push_back({"halo exchange, 10 steps, 2 ms, 1 MB", nodes, halo_graph(gpus, 10, both, 2e-3, megabyte)});
    cases.push_back({"halo exchange, 10 steps, 2 ms, 20 MB", nodes, halo_graph(gpus, 10, both, 2e-3, 20 * megabyte)});
    cases.push_back({"halo exchange, 10 steps, no work, 100 MB", nodes, halo_graph(gpus, 10, both, 0, 100 * megabyte)});
    cases.push_back({"5 forks and joins, 5 ms, 10 MB", nodes, fork_join_graph(gpus, 5, 5e-3, 10 * megabyte)});
    cases.push_back({"5 forks and joins, 1 ms, 100 MB", nodes, fork_join_graph(gpus, 5, 1e-3, 100 * megabyte)});
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
      cases.push_back({fmt::format("random {}, 80 tasks, about 2 ms, 10 MB", seed), nodes,
                       random_graph(seed, gpus, 80, 16, 2e-3, 10 * megabyte)});
      cases.push_back({fmt::format("random {}, 80 tasks, about 0.2 ms, 20 MB", seed), nodes,
                       random_graph(seed, gpus, 80, 16, 2e-4, 20 * megabyte)});
    }
  }
  return cases;
}

} // namespace

int main(int count, char** arguments) {
  if (!has_simgrid()) {
    fmt::print("SimGrid (libsimgrid-dev) is not installed\n");
    return 3;
  }
  const bool queued = count > 1 && std::string(arguments[1]) == "queued";
  const SourceChoice sources = queued ? SourceChoice::queued_links : SourceChoice::idle_links;
  fmt::print("| graph | nodes | copies, of which waited | simulator | SimGrid | difference |\n"
             "| --- | --- | --- | --- | --- | --- |\n");
  for (const ComparedCase& each : cases_of_the_table()) {
    const Machine machine = mapwright::bench::checked(open_machine(fmt::format("lassen,nodes={}", each.nodes)));
    const ComparedRun ours = our_run(each.graph, machine, sources);
    const double theirs = simgrid_makespan(each.graph, machine);
    fmt::print("| {} | {} | {}, {} | {:.3f} ms | {:.3f} ms | {:+.2f} % |\n", each.text, each.nodes, ours.copies,
               ours.waited, 1e3 * ours.makespan, 1e3 * theirs, 100 * (ours.makespan / theirs - 1));
  }
  return 0;
}
